for (var i = 2; ; i = i === 36 ? 2 : i + 1) { (1.7976931348623157e308).toString(i); (5e-324).toString(i); }
