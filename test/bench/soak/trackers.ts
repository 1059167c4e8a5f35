import { connect, type Socket } from 'node:net';
import { avlData, CODEC_8, loginOf, tcpPacket } from '../../../src/simulator/teltonika/packets.js';
import { createReplyReader, type ReplyReader } from '../../../src/simulator/teltonika/replies.js';
import { createVehicle, type Vehicle } from '../../../src/simulator/vehicle.js';
import { addressOf, trackerIdOf } from '../listeners/fleet.js';
import type { CompressedClock } from './compressed-clock.js';
import { countOf, timeOf, type Plan } from './plan.js';
import type { Tally } from './tally.js';

/**
 * Trackers on a TCP listener. Each takes a fix per minute, sends what is not acknowledged, one packet at a time, and
 * connects again now and then, also while an acknowledgement is due.
 */

type TrackersOptions = {
  readonly plan: Plan;
  readonly clock: CompressedClock;
  readonly port: number;
  readonly acknowledged: Tally;
};

export type Trackers = {
  /** connections so far */
  readonly connected: () => number;
  readonly isSettled: () => boolean;
  readonly close: () => void;
};

const MOST_RECORDS = 10;
/** minutes that a tracker collects before it sends */
const COLLECTED = 5;
const SLICE_MS = 5;
const RETRY_MS = 100;
/** minutes between two connections of a tracker */
const CONNECTED_MINUTES = 173;

type Tracker = {
  readonly n: number;
  readonly id: string;
  readonly vehicle: Vehicle;
  readonly reader: ReplyReader;
  socket: Socket | undefined;
  isLoggedIn: boolean;
  /** records of the packet that waits for its acknowledgement */
  sent: number;
  acknowledged: number;
  /** the minute at which it connects again */
  leaves: number;
  /** ms of this process */
  retryAt: number;
};

function createTracker(n: number, acknowledged: Tally): Tracker {
  const id = trackerIdOf(n);
  const reader = createReplyReader({
    onLogin(isAccepted) {
      if (!isAccepted) throw new Error(`the login of ${id} is refused`);
      tracker.isLoggedIn = true;
    },
    onAcknowledged(records) {
      if (records !== tracker.sent) throw new Error(`${id}: ${records} of ${tracker.sent} records are acknowledged`);
      for (let index = 0; index < records; index += 1) acknowledged.addIndex(id, tracker.acknowledged + index);
      tracker.acknowledged += records;
      tracker.sent = 0;
    },
    onCommand: () => undefined,
  });
  const state = { socket: undefined, isLoggedIn: false, sent: 0, acknowledged: 0, leaves: 0, retryAt: 0 };
  const tracker: Tracker = { n, id, vehicle: createVehicle({ seed: n }), reader, ...state };
  return tracker;
}

function packetOf({ n, vehicle, acknowledged }: Tracker, count: number): Buffer {
  const records = Array.from({ length: count }, (_, at) => ({
    fix: vehicle.fixAt(timeOf('tracker', n, acknowledged + at)),
  }));
  return tcpPacket(avlData(records, CODEC_8));
}

export function startTrackers({ plan, clock, port, acknowledged }: TrackersOptions): Trackers {
  const all = Array.from({ length: plan.trackers }, (_, n) => createTracker(n, acknowledged));
  const count = countOf('tracker', plan);
  let connected = 0;

  function open(tracker: Tracker): void {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(tracker.n), noDelay: true });
    Object.assign(tracker, { socket, isLoggedIn: false, sent: 0 });
    tracker.leaves = clock.minutes() + CONNECTED_MINUTES + (tracker.n % 60);
    tracker.reader.reset();
    socket.on('connect', () => {
      connected += 1;
      socket.write(loginOf(tracker.id));
    });
    socket.on('data', (bytes) => {
      if (tracker.socket === socket) tracker.reader.push(bytes);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (tracker.socket !== socket) return;
      tracker.socket = undefined;
      tracker.retryAt = performance.now() + RETRY_MS;
    });
  }

  function send(tracker: Tracker, minutes: number): void {
    // The last fix whose second of the minute has come.
    const taken = Math.min(count, Math.floor(minutes));
    const waiting = taken - tracker.acknowledged;
    if (waiting < (taken === count ? 1 : COLLECTED)) return;
    tracker.sent = Math.min(MOST_RECORDS, waiting);
    tracker.socket?.write(packetOf(tracker, tracker.sent));
  }

  const timer = setInterval(() => {
    const minutes = clock.minutes();
    for (const tracker of all) {
      if (tracker.socket === undefined) {
        if (performance.now() >= tracker.retryAt) open(tracker);
      } else if (tracker.isLoggedIn && tracker.sent === 0) send(tracker, minutes);
      else if (tracker.isLoggedIn && minutes >= tracker.leaves) tracker.socket.destroy();
    }
  }, SLICE_MS);

  return {
    connected: () => connected,
    isSettled: () => all.every((tracker) => tracker.acknowledged === count),
    close() {
      clearInterval(timer);
      for (const { socket } of all) socket?.destroy();
    },
  };
}
