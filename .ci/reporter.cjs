'use strict';
// The spec reporter, closed by one line of totals that a script can add up over several suites.
const { reporters, Runner } = require('mocha');

module.exports = class Totals extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = this.stats;
      process.stdout.write(`\n${passes} passed, ${failures} failed\n`);
    });
  }
};
