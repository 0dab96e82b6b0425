var s = '1'; for (;;) { s = 'eval(' + JSON.stringify(s) + ')'; if (s.length > 1e6) s = '1'; try { eval(s); } catch (e) { } }
