import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import type { Fix } from '../../../src/simulator/fix.js';
import { createPrng } from '../../../src/simulator/prng.js';
import { createTeltonikaTracker } from '../../../src/simulator/teltonika/tracker.js';
import type { Tracker } from '../../../src/simulator/trackers/tracker.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createClock } from '../../../src/time/clock.js';

/** A simulated Teltonika tracker on the network, which reports as fast as it is acknowledged. */
export type NetworkTracker = {
  readonly deviceId: string;
  /** every fix so far, by its time */
  readonly sent: ReadonlyMap<string, Fix>;
  /** the times of those that are acknowledged */
  readonly acknowledged: ReadonlySet<string>;
  /** Makes no more fixes; sends the kept ones until they are acknowledged. */
  readonly finish: () => void;
  /** number of fixes without an acknowledgement */
  readonly kept: () => number;
  readonly close: () => void;
};

type NetworkTrackerOptions = {
  readonly deviceId: string;
  readonly seed: number;
  /** of the listener */
  readonly host: string;
  readonly port: number;
  /** Its own address, another one than `host`: with the same one, a connection to a closed port could reach itself. */
  readonly from: string;
  /** called with each acknowledged record */
  readonly onAcknowledged: () => void;
};

const clock = createClock();
const BEGIN = Date.UTC(2026, 10, 21);
/** Its replies are late after a fifth of the usual time. */
const HURRY = 5;
const TICK_MS = 50;
const RECONNECT_MS = 100;
const MAX_KEPT = 12;

type Connection = {
  readonly send: (bytes: string | Uint8Array) => void;
  readonly disconnect?: () => void;
  readonly isDatagram?: true;
};

type Reporter = {
  readonly tracker: Tracker;
  /** Makes new fixes if few are kept. */
  readonly refill: () => void;
  readonly view: (close: () => void) => NetworkTracker;
};

function createReporter({ deviceId, seed, onAcknowledged }: NetworkTrackerOptions, connection: Connection): Reporter {
  const random = createPrng(seed);
  const vehicle = createVehicle({ seed });
  const sent = new Map<string, Fix>();
  const acknowledged = new Set<string>();
  let isReporting = true;
  const tracker = createTeltonikaTracker({
    ...connection,
    ...{ deviceId, random },
    now: () => HURRY * clock.monotonic(),
    onSettled({ dateTime, outcome }) {
      if (outcome !== 'acknowledged') return;
      acknowledged.add(dateTime);
      onAcknowledged();
    },
  });
  const ticking = setInterval(tracker.tick, TICK_MS);
  return {
    tracker,
    refill() {
      const wanted = isReporting ? 1 + Math.floor(MAX_KEPT * random()) : 0;
      while (tracker.kept() < wanted) {
        const fix = vehicle.fixAt(BEGIN + sent.size * 1_000);
        sent.set(fix.dateTime, fix);
        tracker.report(fix);
      }
    },
    view: (close) => ({
      ...{ deviceId, sent, acknowledged, kept: tracker.kept },
      finish: () => void (isReporting = false),
      close() {
        clearInterval(ticking);
        close();
      },
    }),
  };
}

/** Connects again and again; what is not acknowledged is sent again over the next connection. */
export function startTcpTracker(options: NetworkTrackerOptions): NetworkTracker {
  const { host, port, from, seed } = options;
  const random = createPrng(seed);
  let isClosed = false;
  let socket = open();
  const { tracker, refill, view } = createReporter(options, {
    send(bytes) {
      if (socket.readyState === 'open') socket.write(bytes);
    },
    disconnect() {
      socket.destroy();
    },
  });

  function open() {
    const opened = connect({ host, port, localAddress: from, noDelay: true });
    opened.on('connect', () => {
      tracker.onConnect?.();
      refill();
    });
    opened.on('data', (bytes) => {
      tracker.onData(bytes);
      refill();
    });
    opened.on('error', () => undefined);
    opened.on('close', () => {
      setTimeout(
        () => {
          if (!isClosed) socket = open();
        },
        RECONNECT_MS * (0.5 + random()),
      );
    });
    return opened;
  }

  return view(() => {
    isClosed = true;
    socket.destroy();
  });
}

/** Sends a datagram again until it is acknowledged. */
export function startUdpTracker(options: NetworkTrackerOptions): NetworkTracker {
  const { host, port, from } = options;
  const socket = createSocket('udp4');
  const { tracker, refill, view } = createReporter(options, {
    isDatagram: true,
    send(bytes) {
      socket.send(bytes, port, host);
    },
  });
  socket.on('message', (bytes) => {
    tracker.onData(bytes);
    refill();
  });
  socket.on('error', () => undefined);
  socket.bind(0, from, refill);
  return view(() => {
    socket.close();
  });
}
