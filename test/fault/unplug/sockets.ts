import { join } from 'node:path';
import { eventually } from '../../support/gateway/eventually.js';
import type { HangUps } from '../../support/serial/tty-hangup.js';
import type { Fleet, Tracker } from './fleet.js';
import type { PortWatch } from './port-watch.js';
import { createSocket, type Socket } from './socket.js';

/** A socket and the tracker in it. */
export type Slot = {
  readonly socket: Socket;
  tracker: Tracker;
  /** how often a tracker was plugged in after the first time */
  replugs: number;
};

/** Duration from plugging in until the port was open and the first frame received, ms. */
export type Reconnection = { readonly open: number; readonly received: number; readonly hasOtherName: boolean };

export type Sockets = {
  readonly slots: readonly Slot[];
  /** Unplugs all at once. */
  readonly unplug: (places: readonly Slot[], how: 'hang-up' | 'close') => Promise<void>;
  /** Plugs in again; resolves once frames of all are received, rejects after 10 s. */
  readonly replug: (places: readonly Slot[]) => Promise<Reconnection[]>;
};

const MAX_AWAY_MS = 10_000;

/** Does not wait for the first connections. */
export function fillSockets(fleet: Fleet, folder: string, { hangUp }: HangUps, portAt: PortWatch): Sockets {
  const slots = fleet.trackers.map((tracker, n): Slot => {
    const socket = createSocket(pathOf(folder, n));
    socket.plugIn(tracker.plug);
    return { socket, tracker, replugs: 0 };
  });

  async function plugIn(place: Slot): Promise<Reconnection> {
    const { socket, tracker } = place;
    const before = socket.terminal();
    socket.plugIn(tracker.plug);
    place.replugs += 1;
    const [pluggedIn, startedAt] = [new Date().toISOString(), performance.now()];
    const isOpen = async (): Promise<boolean> => {
      const { state, counters } = await portAt(socket.path);
      return state === 'open' && counters.reopened >= place.replugs;
    };
    const isReceived = async (): Promise<boolean> => ((await portAt(socket.path)).lastFrameAt ?? '') >= pluggedIn;
    const open = await eventually(`${socket.path} is open again`, isOpen, { withinMs: MAX_AWAY_MS });
    await eventually(`${tracker.deviceIds.join()} is received at ${socket.path}`, isReceived, {
      withinMs: MAX_AWAY_MS - open,
    });
    return { open, received: performance.now() - startedAt, hasOtherName: socket.terminal() !== before };
  }

  return {
    slots,
    async unplug(taken, how) {
      if (how === 'hang-up') await Promise.all(taken.map(({ socket }) => hangUp(socket.path)));
      for (const { socket } of taken) socket.unplug();
    },
    replug: (taken) => Promise.all(taken.map(plugIn)),
  };
}

/** The persistent name of the n-th socket. */
export const pathOf = (folder: string, n: number): string => join(folder, `usb-Maker_Tracker_${n + 1}-if00-port0`);
