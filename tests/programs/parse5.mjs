// parse5: HTML as browsers read it.
import { parse, parseFragment, serialize } from "parse5";
const html = "<!doctype html><title>a &lt; b</title><p>one<p>two<table><tr><td>x<td>y</table><b><i>crossed</b>over</i><ul><li>1<li>2</ul><svg viewbox=1><path/></svg>&notit; &notin; &#x1F600; <script>if (a < b) '<!--';</script><!-- c --><template><td>t</template><select><option>o<option>p</select>";
print(serialize(parse(html)));
const errors = [];
const tree = parseFragment("<div id=a id=b class='x y'><a href=1>b<a href=2>c</a></div></span><table>out<td>in", { sourceCodeLocationInfo: true, onParseError: error => errors.push(`${error.code}@${error.startLine}:${error.startCol}`) });
print(serialize(tree), errors.join(), JSON.stringify(tree.childNodes[0].sourceCodeLocation.attrs));
