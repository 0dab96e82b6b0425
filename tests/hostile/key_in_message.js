// A key of 20 million characters in fifty messages.
var key = '\xe9'; while (key.length < 1.6e7) key += key;
for (var i = 0; i < 50; i++) try { null[key]; } catch (e) { e.message.length; }
