import { join } from 'node:path';
import { eventually } from '../../support/eventually.js';
import type { HangUps } from '../../support/hang-ups.js';
import type { Fleet, Tracker } from './fleet.js';
import type { PortWatch } from './port-watch.js';
import { createSocket, type Socket } from './socket.js';

/** A socket, and what is in it. */
export type Place = {
  readonly socket: Socket;
  tracker: Tracker;
  /** how often something was plugged in after the first time */
  replugs: number;
};

/** How long it took from the moment something was plugged in, ms. */
export type Back = { readonly open: number; readonly heard: number; readonly otherName: boolean };

export type Sockets = {
  readonly places: readonly Place[];
  /** Takes the plugs out, all at once. */
  readonly unplug: (places: readonly Place[], how: 'hang-up' | 'close') => Promise<void>;
  /** Puts them in again, and resolves when all are heard. Rejects after 10 s. */
  readonly replug: (places: readonly Place[]) => Promise<Back[]>;
};

const mostMs = 10_000;

/** What is plugged in for the first time is not waited for. */
export function fillSockets(fleet: Fleet, folder: string, { hangUp }: HangUps, portAt: PortWatch): Sockets {
  const places = fleet.trackers.map((tracker, n): Place => {
    const socket = createSocket(pathOf(folder, n));
    socket.plugIn(tracker.plug);
    return { socket, tracker, replugs: 0 };
  });

  async function plugIn(place: Place): Promise<Back> {
    const { socket, tracker } = place;
    const before = socket.terminal();
    socket.plugIn(tracker.plug);
    place.replugs += 1;
    const [pluggedIn, begin] = [new Date().toISOString(), performance.now()];
    const isOpen = async (): Promise<boolean> => {
      const { state, counters } = await portAt(socket.path);
      return state === 'open' && counters.reopened >= place.replugs;
    };
    const isHeard = async (): Promise<boolean> => ((await portAt(socket.path)).lastFrameAt ?? '') >= pluggedIn;
    const open = await eventually(`${socket.path} is open again`, isOpen, mostMs);
    await eventually(`${tracker.deviceIds.join()} is heard at ${socket.path}`, isHeard, mostMs - open);
    return { open, heard: performance.now() - begin, otherName: socket.terminal() !== before };
  }

  return {
    places,
    async unplug(taken, how) {
      if (how === 'hang-up') await Promise.all(taken.map(({ socket }) => hangUp(socket.path)));
      for (const { socket } of taken) socket.unplug();
    },
    replug: (taken) => Promise.all(taken.map(plugIn)),
  };
}

/** The lasting name of the n-th socket. */
export const pathOf = (folder: string, n: number): string => join(folder, `usb-Maker_Tracker_${n + 1}-if00-port0`);
