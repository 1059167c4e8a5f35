import { setTimeout as delay } from 'node:timers/promises';
import type { Reconnection, Slot, Sockets } from './sockets.js';

const MAX_AWAY_MS = 2_000;
const MAX_PRESENT_MS = 1_000;
/** work at the same time; each may unplug two trackers */
const HANDS = 8;

/**
 * Unplugs and plugs in `count` times, several sockets at a time, by hang-up or close, at once or after a while. Two
 * trackers that report their id may swap their sockets.
 */
export async function unplugTimes(
  count: number,
  { slots, ...sockets }: Sockets,
  random: () => number,
): Promise<Reconnection[]> {
  const free = new Set(slots);
  const done: Reconnection[] = [];
  let started = 0;

  /** One slot, or two of the same protocol. */
  function take(): Slot[] {
    const choice = [...free];
    const one = choice[Math.floor(random() * choice.length)];
    if (one === undefined) return [];
    const { protocol } = one.tracker;
    const isNamed = protocol === 'wpt' || protocol === 'json';
    const other = choice.find((place) => place !== one && place.tracker.protocol === protocol);
    const taken = isNamed && other !== undefined && count - started >= 2 && random() < 0.4 ? [one, other] : [one];
    for (const place of taken) free.delete(place);
    started += taken.length;
    return taken;
  }

  async function work(): Promise<void> {
    while (started < count) {
      const taken = take();
      await delay(random() * MAX_PRESENT_MS);
      await sockets.unplug(taken, random() < 0.7 ? 'hang-up' : 'close');
      // Sometimes as short as with a loose plug.
      if (random() < 0.9) await delay(random() * MAX_AWAY_MS);
      exchange(taken);
      done.push(...(await sockets.replug(taken)));
      for (const place of taken) free.add(place);
    }
  }

  await Promise.all(Array.from({ length: HANDS }, work));
  return done;
}

function exchange([one, other]: readonly Slot[]): void {
  if (one === undefined || other === undefined) return;
  [one.tracker, other.tracker] = [other.tracker, one.tracker];
}
