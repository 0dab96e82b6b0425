// needs: RegExp
// semver compares versions and ranges.
var semver = require("semver");
["1.2.3", "v1.2.3-alpha.1+build", " =1.2.3 ", "1.2", "1.2.3.4", "01.2.3", "1.2.3-01", "x"].forEach(function (version) { print(version, semver.valid(version), semver.clean(version), semver.valid(semver.coerce(version))); });
["^1.2.3", "~1.2", ">=1 <2 || 3.x", "1.2.3 - 2.3", "*", "^0.0.3", ">1.2.3-beta", "~>1", "1.x.x", "<0.0.0"].forEach(function (range) {
  print(range, semver.validRange(range), ["0.0.3", "1.2.3-beta.2", "1.2.9", "1.9.0", "2.3.5", "3.4.5"].filter(function (version) { return semver.satisfies(version, range); }).join());
});
print(["1.0.0", "1.0.0-rc.1", "1.0.0-alpha.beta", "1.0.0-alpha.1", "1.0.0-alpha", "0.9.9"].sort(semver.compare).join(), semver.diff("1.2.3", "1.3.0-a"), ["major", "minor", "patch", "premajor", "prerelease"].map(function (release) { return semver.inc("1.2.3-beta.4", release, "rc"); }).join());
