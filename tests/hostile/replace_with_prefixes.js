// $` of each match: quadratic in what comes out.
var s = 'a'; while (s.length < 3e5) s += s; s.replace(/a/g, '$`');
