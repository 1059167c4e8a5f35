'use strict';
// The options of every run. It names no files, so that `npx mocha dist/test/FILE.test.js` runs that file alone; the suites
// are in .ci/suites.cjs.
module.exports = {
  'node-option': ['enable-source-maps'],
  reporter: './.ci/test/reporter.cjs',
  'forbid-only': true,
  'forbid-pending': true,
  // A deadline guards against a hang: it is far beyond the usual time of any test, also on a busy machine.
  timeout: 600_000,
};
