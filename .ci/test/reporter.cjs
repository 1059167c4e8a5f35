'use strict';
// The spec reporter, closed by the slowest files and one line of totals that a script can add up over several suites.
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');
const { EVENT_TEST_END, EVENT_HOOK_END, EVENT_RUN_END } = Runner.constants;

module.exports = class Totals extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const ms = new Map();
    const add = ({ file, duration = 0 }) => ms.set(file, (ms.get(file) ?? 0) + duration);
    runner.on(EVENT_TEST_END, add);
    runner.on(EVENT_HOOK_END, add);
    runner.once(EVENT_RUN_END, () => {
      const { passes, failures } = this.stats;
      const slowest = [...ms].sort(([, a], [, b]) => b - a).slice(0, 10);
      for (const [file = '', took] of slowest)
        console.log(`${(took / 1000).toFixed(1).padStart(8)} s ${relative('', file)}`);
      process.stdout.write(`\n${passes} passed, ${failures} failed\n`);
    });
  }
};
