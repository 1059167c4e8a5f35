'use strict';
// The options of every run. It names no files, so that `npx mocha dist/test/FILE.test.js` runs that file alone; the suites
// are in .ci/suites.cjs.
module.exports = {
  // An option of Node. With it under `node-option`, mocha drops those of the command line, such as --inspect-brk.
  'enable-source-maps': true,
  reporter: './.ci/test/reporter.cjs',
  'forbid-only': true,
  'forbid-pending': true,
  // A deadline guards against a hang: it is far beyond the usual time of any test, also on a busy machine.
  timeout: 600_000,
};
