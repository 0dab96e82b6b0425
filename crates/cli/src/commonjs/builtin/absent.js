// A module that packages load for what they do with systems. Its names come before this text, as `names`. Each says that it is
// not here when it is used.
require('internal/errors').refuse(exports, module.id, names.split(' '));

// What is no function, and what packages read when they are loaded.
const VALUES = {
  dns: { V4MAPPED: 8, ADDRCONFIG: 32, ALL: 16, promises: {} },
  http2: { constants: {} },
};
Object.assign(exports, VALUES[module.id]);
