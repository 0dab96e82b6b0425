// Chains of promises that grow from both ends, and jobs that make more jobs.
let chain = Promise.resolve();
for (let i = 0; i < 20000; i++) chain = chain.then(() => new Promise((resolve) => resolve(chain)));
function more() { Promise.resolve().then(more); Promise.resolve().then(more); }
more();
