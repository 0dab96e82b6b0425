/*---
description: agents on other threads, which share memory and report
features: [Atomics]
---*/
for (var i = 0; i < 2; i++) {
  $262.agent.start(`
    $262.agent.receiveBroadcast(function (buffer, number) {
      var words = new Int32Array(buffer);
      $262.agent.sleep(1);
      Atomics.add(words, 0, number);
      Atomics.notify(words, 0);
      $262.agent.report($262.agent.monotonicNow() > 0);
      $262.agent.leaving();
    });
  `);
}
assert($262.agent.getReport() === null, 'nothing yet');
var words = new Int32Array(new SharedArrayBuffer(4));
$262.agent.broadcast(words.buffer, 21);
for (var reports = 0; reports < 2;) {
  var report = $262.agent.getReport();
  assert(report === null || report === 'true', report);
  if (report === null) $262.agent.sleep(1);
  else reports++;
}
assert(Atomics.load(words, 0) === 42, 'both have added');
