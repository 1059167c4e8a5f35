import type { Clock } from '../../../src/time/clock.js';

export type TestClock = Clock & {
  readonly advance: (ms: number) => void;
  /** sets only the wall clock, as a user or a time server does */
  readonly step: (ms: number) => void;
};

/** A clock that moves only when the test advances it. */
export function createTestClock(start = '2026-11-21T08:00:00.000Z', boot = 'testboot'): TestClock {
  let passed = 0;
  let stepped = 0;
  return {
    now: () => Date.parse(start) + passed + stepped,
    monotonic: () => passed,
    boot,
    advance(ms) {
      passed += ms;
    },
    step(ms) {
      stepped += ms;
    },
  };
}
