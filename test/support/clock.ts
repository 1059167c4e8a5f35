import type { Clock } from '../../src/services/clock.js';

export type TestClock = Clock & { advance: (ms: number) => void };

/** A clock that stands still until it is told to go on. */
export function createTestClock(start = '2026-11-21T08:00:00.000Z'): TestClock {
  let passed = 0;
  return {
    now: () => Date.parse(start) + passed,
    monotonic: () => passed,
    boot: 'testboot',
    advance(ms) {
      passed += ms;
    },
  };
}
