var s = '\u1e9b\u0323'; while (s.length < 4e6) s += s;
for (;;) ['NFC', 'NFD', 'NFKC', 'NFKD'].forEach(function (form) { if (s.normalize) s.normalize(form); else s.localeCompare(s); });
