// not for node: it also calls what a phase itself has added
// Each phase of a dispatch takes the listeners that are there when it begins, DOM 2.9.
const target = new EventTarget(), log = [];
target.addEventListener('x', () => {
    log.push('captures');
    target.addEventListener('x', () => log.push('late'), { capture: true });
    target.addEventListener('x', () => {
        log.push('added');
        target.addEventListener('x', () => log.push('later'));
    });
}, { capture: true, once: true });
target.addEventListener('x', () => log.push('first'));
target.dispatchEvent(new Event('x'));
print(log.splice(0).join()); // expect: captures,first,added
target.dispatchEvent(new Event('x'));
print(log.join()); // expect: late,first,added,later
