import type { Location } from '../../schema/location.js';
import type { Answer, Api } from '../api/client.js';
import type { Live } from './live.js';
import { TRAIL_MS } from './trail.js';

/** Of more devices the trails grow from what is heard: as many questions would keep a small gateway busy. */
const MOST_ASKED = 40;

/** Fills the trails of devices that have moved in the last minutes, one after the other; `isOver` ends that early. */
export async function readRecent(
  api: Pick<Api, 'send'>,
  live: Live,
  { now, isOver }: { readonly now: number; readonly isOver: () => boolean },
): Promise<void> {
  const from = now - TRAIL_MS;
  const lately = [...live.all()].filter(({ last }) => last !== undefined && Date.parse(last.dateTime) > from);
  for (const { id } of lately.slice(0, MOST_ASKED)) {
    const range = { from: new Date(from).toISOString(), to: new Date(now).toISOString() };
    const path = `/api/devices/${encodeURIComponent(id)}/locations`;
    const answer: Answer<{ locations: Location[] }> = await api.send('POST', path, range);
    if (isOver()) return;
    if (answer.ok) live.takeHistory(id, answer.value.locations);
  }
}
