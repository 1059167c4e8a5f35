import type { TrackerContext } from '../trackers/tracker.js';

/** Whether a node is there, and for whom. */
export type MeshPower = {
  /** it is on, and has not fallen silent */
  readonly isOn: () => boolean;
  /** It starts anew in a moment; `die`: it does nothing any more until the power comes back. */
  readonly then: (what: 'restart' | 'die') => void;
  readonly tick: () => void;
  /** The power went and came back. */
  readonly restart: () => void;
};

/** ms: its last word is to be heard */
const SHUTDOWN_MS = 500;
const START_MS = 1_000;

/** `onStart`: it has started anew, with nothing but what is written down. */
export function createMeshPower(
  { now, disconnect }: Pick<TrackerContext, 'now' | 'disconnect'>,
  onStart: () => void,
): MeshPower {
  let goesAt = Infinity;
  let startsAt = Infinity;
  let isDead = false;

  function restart(): void {
    goesAt = Infinity;
    startsAt = Infinity;
    isDead = false;
    onStart();
  }

  return {
    isOn: () => !isDead && startsAt === Infinity,
    then(what) {
      if (what === 'die') isDead = true;
      else goesAt = now() + SHUTDOWN_MS;
    },
    tick() {
      if (now() >= startsAt) restart();
      if (now() < goesAt || isDead) return;
      goesAt = Infinity;
      startsAt = now() + START_MS;
      disconnect?.(START_MS);
    },
    restart,
  };
}
