import { createLatest } from '../latest.js';

/** Devices that send for no other reason (ITU-R M.585, Annex 2): the first three digits of their MMSI. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['970', 'SART'],
  ['972', 'MOB'],
  ['974', 'EPIRB'],
]);

/** What it means when this station sends; nothing of ordinary ones. */
export const distressOf = (mmsi: string): string | undefined => kinds.get(mmsi.slice(0, 3));

/** Navigational status of a device under test; an active one has 14 (ITU-R M.1371-5, Annex 8, table 48). */
export const testStatus = 15;

/** They send bursts of eight messages a minute (ITU-R M.1371-5, Annex 9). */
const burstMs = 60_000;
const most = 256;

/**
 * Whether to raise the alert of a station: once a burst, as a position comes with each message. One that was raised
 * before its place was known is raised again with it.
 */
export function createDistress(): (mmsi: string, placed: boolean, receivedAt: number) => boolean {
  const raised = createLatest<{ readonly at: number; readonly placed: boolean }>(most);
  return (mmsi, placed, receivedAt) => {
    const before = raised.get(mmsi);
    const again = before !== undefined && Math.abs(receivedAt - before.at) < burstMs && (before.placed || !placed);
    if (!again) raised.set(mmsi, { at: receivedAt, placed });
    return !again;
  };
}
