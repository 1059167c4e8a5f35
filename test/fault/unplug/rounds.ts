import { setTimeout as delay } from 'node:timers/promises';
import type { Back, Place, Sockets } from './sockets.js';

/** ms */
const mostAway = 2_000;
const mostHere = 1_000;
/** pulled at a time; each may take two */
const hands = 8;

/**
 * Unplugs and puts back `count` times, several sockets at a time: by a hang-up or a close, at once or after a while. Of
 * trackers that say who they are two may come back each in the socket of the other.
 */
export async function unplugTimes(count: number, { places, ...sockets }: Sockets, dice: () => number): Promise<Back[]> {
  const free = new Set(places);
  const done: Back[] = [];
  let begun = 0;

  /** One socket, or two of a kind. */
  function take(): Place[] {
    const choice = [...free];
    const one = choice[Math.floor(dice() * choice.length)];
    if (one === undefined) return [];
    const { protocol } = one.tracker;
    const isNamed = protocol === 'wpt' || protocol === 'json';
    const other = choice.find((place) => place !== one && place.tracker.protocol === protocol);
    const taken = isNamed && other !== undefined && count - begun >= 2 && dice() < 0.4 ? [one, other] : [one];
    for (const place of taken) free.delete(place);
    begun += taken.length;
    return taken;
  }

  async function work(): Promise<void> {
    while (begun < count) {
      const taken = take();
      await delay(dice() * mostHere);
      await sockets.unplug(taken, dice() < 0.7 ? 'hang-up' : 'close');
      // Now and then it is no longer away than a plug that is loose.
      if (dice() < 0.9) await delay(dice() * mostAway);
      exchange(taken);
      done.push(...(await sockets.replug(taken)));
      for (const place of taken) free.add(place);
    }
  }

  await Promise.all(Array.from({ length: hands }, work));
  return done;
}

function exchange([one, other]: readonly Place[]): void {
  if (one === undefined || other === undefined) return;
  [one.tracker, other.tracker] = [other.tracker, one.tracker];
}
