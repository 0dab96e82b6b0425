// needs: RegExp
// concat uglify-js: uglify-js/lib/utils.js uglify-js/lib/ast.js uglify-js/lib/parse.js uglify-js/lib/transform.js uglify-js/lib/scope.js uglify-js/lib/output.js uglify-js/lib/compress.js exports parse, Compressor, OutputStream, base54
// uglify-js 2.x minifies underscore.
var uglify = require("uglify-js");
function minify(source) {
  var ast = uglify.parse(source);
  ast.figure_out_scope();
  ast = ast.transform(new uglify.Compressor({ warnings: false }));
  ast.figure_out_scope();
  ast.compute_char_frequency();
  ast.mangle_names();
  return ast.print_to_string();
}
print(minify("function add(first, second) { var unused = 1; if (true) { return first + second; } else { return 0; } }"));
var minified = minify(require("text:underscore/underscore.js"));
print(minified.length, minified);
