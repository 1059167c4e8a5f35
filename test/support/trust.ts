import type { ClockQuality } from '../../src/schema/system/clock.js';
import type { ClockSources } from '../../src/services/time/clock-trust.js';

/** A clock whose quality the test sets. */
export const trustIn = (quality: ClockQuality = 'saved', reason: string | null = null) => ({
  quality: () => quality,
  reason: () => reason,
});

/** A machine whose clock sources the test sets. */
export function createTestSources() {
  const set: { ntp: boolean | null; rtc: number | null } = { ntp: null, rtc: null };
  const sources: ClockSources = { ntp: { ask: () => Promise.resolve(set.ntp) }, rtc: () => set.rtc };
  return { set, sources };
}
