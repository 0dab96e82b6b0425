// What programs ask modules for that do nothing here: constants, and whether somebody looks from outside.
const { constants } = require('http2'), inspector = require('inspector'), tls = require('tls'), net = require('net'), perf = require('perf_hooks');
for (const name of Object.keys(constants).sort()) console.log(name, constants[name]);
console.log(inspector.url(), inspector.close(), typeof inspector.Session, inspector.console === undefined);
console.log(tls.CLIENT_RENEG_LIMIT, tls.CLIENT_RENEG_WINDOW, tls.DEFAULT_ECDH_CURVE, typeof tls.DEFAULT_CIPHERS);
console.log(net.getDefaultAutoSelectFamilyAttemptTimeout(), net.getDefaultAutoSelectFamily());
console.log(perf.PerformanceObserverEntryList === PerformanceObserverEntryList);
console.log(typeof process.openStdin, require('v8').queryObjects.name);
