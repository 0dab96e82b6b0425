// Sloppy functions without parameters had the `arguments` of strict ones, whose `callee` throws.

function none() {
  return arguments.callee === none && delete arguments.callee;
}

function strict() {
  'use strict';
  try {
    return arguments.callee;
  } catch (error) {
    return error.name;
  }
}

print(none()); // expect: true
print(strict()); // expect: TypeError
