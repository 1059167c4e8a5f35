import { createGenerationalCache } from '../generational-cache.js';

/** Distress devices by the first three digits of the MMSI (ITU-R M.585, Annex 2). */
const KINDS_BY_PREFIX: ReadonlyMap<string, string> = new Map([
  ['970', 'SART'],
  ['972', 'MOB'],
  ['974', 'EPIRB'],
]);

/** The alert that a transmission of this station raises; undefined for ordinary stations. */
export const distressKind = (mmsi: string): string | undefined => KINDS_BY_PREFIX.get(mmsi.slice(0, 3));

/** Navigational status of a device under test; an active one has 14 (ITU-R M.1371-5, Annex 8, table 48). */
export const TEST_STATUS = 15;

/** Distress devices send a burst of eight messages per minute (ITU-R M.1371-5, Annex 9). */
const BURST_MS = 60_000;
const GENERATION_SIZE = 256;

/**
 * Whether to raise the alert of a station: once per burst, although each message has a position. An alert raised without a
 * position is raised again once it is known.
 */
export function createDistressThrottle(): (mmsi: string, hasPosition: boolean, receivedAt: number) => boolean {
  const raised = createGenerationalCache<{ readonly at: number; readonly hasPosition: boolean }>(GENERATION_SIZE);
  return (mmsi, hasPosition, receivedAt) => {
    const previous = raised.get(mmsi);
    const isRepeated =
      previous !== undefined && Math.abs(receivedAt - previous.at) < BURST_MS && (previous.hasPosition || !hasPosition);
    if (!isRepeated) raised.set(mmsi, { at: receivedAt, hasPosition });
    return !isRepeated;
  };
}
