import type { Time } from '../../../src/services/time/time.js';
import { createTestClock } from './clock.js';

/** The services' time by a test clock, which is trusted; `overrides` replaces members. */
export const createTestTime = (clock = createTestClock(), overrides: Partial<Time> = {}): Time => ({
  now: clock.now,
  trustedNow: clock.now,
  earliestNow: clock.now,
  latestNow: clock.now,
  accountNow: clock.now,
  monotonic: clock.monotonic,
  boot: clock.boot,
  date: () => '2026-11-21',
  timeZone: 'UTC',
  setTimeZone: () => undefined,
  quality: () => 'saved',
  reason: () => null,
  accept: () => Promise.reject(new Error('the test time is not accepted')),
  view() {
    throw new Error('the test time has no view');
  },
  observe: () => undefined,
  start: () => undefined,
  stop: () => Promise.resolve(),
  ...overrides,
});
