import type { ClockSources } from '../../../src/services/time/clock-trust.js';

/** A machine whose clock sources the test sets. */
export function createTestSources() {
  const set: { ntp: boolean | null; rtc: number | null } = { ntp: null, rtc: null };
  const sources: ClockSources = { ntp: { ask: () => Promise.resolve(set.ntp) }, rtc: () => set.rtc };
  return { set, sources };
}
