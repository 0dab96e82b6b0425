// Objects that come again at other depths are no circle, whatever the depth at which the path is looked up by a set.
let wrong = 0;
for (let depth = 0; depth < 40; depth++) {
  const shared = { child: { a: 1 } };
  let value = [shared, { x: shared }, { y: [shared, { z: shared }] }, shared];
  for (let i = 0; i < depth; i++) value = i % 2 ? { n: value, again: shared } : [value, shared];
  const text = JSON.stringify(value);
  if (JSON.stringify(JSON.parse(text)) !== text) wrong++;
  let bottom = {};
  let circle = bottom;
  for (let i = 0; i < depth; i++) circle = { n: circle };
  bottom.back = circle;
  try {
    JSON.stringify([shared, circle]);
    wrong++;
  } catch (error) {
    if (!(error instanceof TypeError)) wrong++;
  }
}
print(wrong); // expect: 0
