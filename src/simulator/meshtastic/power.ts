import type { TrackerContext } from '../trackers/tracker.js';

/** The power state of a node. */
export type MeshPower = {
  /** on, and not dead */
  readonly isOn: () => boolean;
  /** Restarts the node soon; `die`: stops it until its power is turned off and on. */
  readonly then: (what: 'restart' | 'die') => void;
  readonly tick: () => void;
  /** Turns the power off and on. */
  readonly restart: () => void;
};

/** Time to send the last packet. */
const SHUTDOWN_MS = 500;
const START_MS = 1_000;

/** `onStart` is called after each start, with unsaved settings lost. */
export function createMeshPower(
  { now, disconnect }: Pick<TrackerContext, 'now' | 'disconnect'>,
  onStart: () => void,
): MeshPower {
  let stopsAt = Infinity;
  let startsAt = Infinity;
  let isDead = false;

  function restart(): void {
    stopsAt = Infinity;
    startsAt = Infinity;
    isDead = false;
    onStart();
  }

  return {
    isOn: () => !isDead && startsAt === Infinity,
    then(what) {
      if (what === 'die') isDead = true;
      else stopsAt = now() + SHUTDOWN_MS;
    },
    tick() {
      if (now() >= startsAt) restart();
      if (now() < stopsAt || isDead) return;
      stopsAt = Infinity;
      startsAt = now() + START_MS;
      disconnect?.(START_MS);
    },
    restart,
  };
}
