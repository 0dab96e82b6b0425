// KaTeX: formulas to MathML and spans.
import katex from "katex";
for (const formula of ["\\frac{a_1^2}{\\sqrt[3]{b}} \\le \\sum_{i=0}^{\\infty} x_i", "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", "\\text{a}\\,\\mathbf{B}\\overline{c}\\left(\\frac12\\right)", "\\def\\x#1{#1^2}\\x{y}\\color{red}z"]) print(katex.renderToString(formula, { displayMode: true }));
print(katex.renderToString("\\int_0^1", { output: "mathml" }));
try { katex.renderToString("\\frac{1}{"); } catch (error) { print(error.name, error.message, error.position); }
