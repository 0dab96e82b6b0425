// Comments and white space of every kind.
print(/* a */1/* b */+/* c */2/* d */); /**/ /***/ /****/ /* * / */ // expect: 3
print(1 /* multi // expect: 3
line */ + 2); // line
print("a" // after // expect: ab
  + /* / */ "b");
/* one */ /* two */ print("three") /* four */; // five /* six */ // expect: three
//
///
// /*
print("not commented out"); // expect: not commented out
// */
print("/* string */", '// string', "a/*b*/c"); // expect: /* string */ // string a/*b*/c
print(eval("1//\n+1"), eval("1/*\n*/+1"), eval("1//\u2028+1"), eval("1//\u2029+1"), eval("1//\r+1"), eval("1//\r\n+1"));
// expect: 2 2 2 2 2 2
print(eval("\u00a01\t+\v1\f+\ufeff1\u3000+\u20001"), eval("\u2028\u20291"), eval("1\u2028+\u20291")); // expect: 4 1 2
var x = 5;
x /* c */ ++; print(x); // expect: 6
print(x // expect: 6
  /* newline
  */ .toString());
<!-- html open comment
print("after html open"); <!-- trailing // expect: after html open
x = 1;
while (x --> 0) print("goes to", x); // expect: goes to 0
print(eval("1 <!-- 2\n+ 3"), eval("5\n--> comment\n"), eval("/* c */ --> comment\n 6"), eval("/*\n*/ --> comment\n7"));
// expect: 4 5 6 7
--> at the line's start
print(eval("x = 3; x-->2") , eval("x = 1; 5<!--x")); // expect: true 5
print((function (/* none */) { /* nothing */ }).length, (function (a /* first */, b // second // expect: 0 3
) { return a + b; })(1, 2));
if (/* c */ true /* d */) /* e */ print("if"); /* f */ else /* g */ print("else"); // expect: if
