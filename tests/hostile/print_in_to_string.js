// Host errors passed up through levels of host calls.
var o = { toString: function () { print(o); } }; print(o);
