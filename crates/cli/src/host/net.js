(function (hasRoom, start, take, stop) {
  'use strict';
  const later = setTimeout, P = Promise, LONGEST = 10;
  // A body that nothing can read any more makes room for others.
  const unread = new FinalizationRegistry(id => stop(id)), { register } = unread, apply = Reflect.apply;
  // The threads of the client answer while the program waits for the timer.
  function wait(id, settle, fail, delay) {
    let found;
    try {
      found = take(id);
    } catch (error) {
      return fail(error);
    }
    if (found !== undefined) return settle(found);
    later(wait, delay, id, settle, fail, delay < LONGEST ? delay + 1 : delay);
  }
  function begin(hop, settle, fail, tries) {
    try {
      if (!hasRoom(hop.id, tries)) return later(begin, LONGEST, hop, settle, fail, tries + 1);
      start(hop);
    } catch (error) {
      return fail(error);
    }
    const answered = head => {
      head.encoded = true;
      head.read = () => new P((settle, fail) => wait(hop.id, piece => settle(piece && piece.bytes), fail, 0));
      apply(register, unread, [head.read, hop.id]);
      settle(head);
    };
    wait(hop.id, answered, fail, 1);
  }
  return hop => new P((settle, fail) => begin(hop, settle, fail, 0));
})
