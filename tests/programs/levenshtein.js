// fast-levenshtein: edit distances.
var levenshtein = require("fast-levenshtein");
print(levenshtein.get("kitten", "sitting"), levenshtein.get("", "abc"), levenshtein.get("same", "same"), levenshtein.get("因為我是中國人所以我會說中文", "因為我是英國人所以我會說英文"));
var words = ["intention", "execution", "distance", "instance", "algorithm", "logarithm", "altruistic", "saturday", "sunday"], total = 0;
for (var i = 0; i < words.length; i++) { var row = []; for (var j = 0; j < words.length; j++) { row.push(levenshtein.get(words[i], words[j])); total += row[j]; } print(words[i], row.join(" ")); }
var a = "", b = "";
for (i = 0; i < 300; i++) { a += String.fromCharCode(97 + i * 7 % 26); b += String.fromCharCode(97 + i * 11 % 26); }
print(total, levenshtein.get(a, b), levenshtein.get(a, a + b));
