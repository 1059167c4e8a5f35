import type { UplinkHealth } from '../../schema/system/health.js';
import type { UplinkReading } from '../uplinks/uplinks.js';

/** A depot may be without a network for a while, and a window opens once a day: a record older than this needs a person. */
const MAX_BEHIND_MS = 25 * 3_600_000;

/** `now`: ms since 1970 */
export function uplinkHealth(reading: UplinkReading, now: number): UplinkHealth {
  const { name, state, reason, behind, deadLetters, dropped } = reading;
  return { name, state, reason, behind, deadLetters, dropped, needsAttention: needsAttention(reading, now) };
}

function needsAttention({ state, behind, deadLetters, dropped }: UplinkReading, now: number): boolean {
  if (state === 'disabled') return false;
  const isLate = behind.oldest !== null && now - Date.parse(behind.oldest) > MAX_BEHIND_MS;
  return state === 'stopped' || isLate || deadLetters > 0 || dropped > 0;
}
