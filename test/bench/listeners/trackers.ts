import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { loginOf } from '../../../src/simulator/teltonika/packets.js';
import { createReplyReader } from '../../../src/simulator/teltonika/replies.js';
import { ownCpuSeconds } from '../measure/process.js';
import { quantile } from '../measure/statistics.js';
import { addressOf, packetsOf, RECORDS_PER_PACKET, trackerIdOf } from './fleet.js';

/**
 * All trackers in a process of their own: `node … trackers.js PORT TRACKERS INTERVAL_MS WARM_UP_SECONDS SECONDS`. It logs
 * them in and reports that it is ready, sends on request, reports what was acknowledged, and ends when its channel closes.
 */

export type Sent = {
  /** of each tracker, in packets */
  readonly sent: readonly number[];
  readonly acknowledged: readonly number[];
  /** from a packet to its acknowledgement, after the warm-up */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** maximum ms that a packet was sent too late, because this process was too slow */
  readonly furthestBehind: number;
  /** connections that the gateway closed */
  readonly closed: number;
  /** % of a core */
  readonly cpu: number;
};

const CONNECTING = 50;
const SLICE_MS = 1;
const POLL_MS = 50;
const MAX_WAIT_MS = 20_000;

type Tracker = { readonly socket: Socket; readonly packets: readonly Buffer[]; sent: number; acknowledged: number };

const [port = 0, count = 0, intervalMs = 0, warmUpSeconds = 0, seconds = 0] = process.argv.slice(2).map(Number);
const now = (): number => performance.now();
/** when each packet was sent, in order */
const sentAt = Array.from({ length: count }, (): number[] => []);
const delays: number[] = [];
let measuredFrom = Infinity;
let closed = 0;

const spacingMs = intervalMs / count;
const steps = Math.floor((1000 * (warmUpSeconds + seconds)) / spacingMs);

function logIn(n: number): Promise<Tracker> {
  const packets = packetsOf(n, Math.ceil((steps - n) / count));
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(n), noDelay: true });
    const tracker: Tracker = { socket, packets, sent: 0, acknowledged: 0 };
    const reader = createReplyReader({
      onLogin(isAccepted) {
        if (isAccepted) resolve(tracker);
        else reject(new Error(`the login of ${trackerIdOf(n)} is refused`));
      },
      onAcknowledged(records) {
        if (records !== RECORDS_PER_PACKET) throw new Error(`${records} records of ${trackerIdOf(n)} acknowledged`);
        const at = sentAt[n]?.[tracker.acknowledged] ?? NaN;
        if (at >= measuredFrom) delays.push(now() - at);
        tracker.acknowledged += 1;
      },
      onCommand: () => undefined,
    });
    socket.on('connect', () => socket.write(loginOf(trackerIdOf(n))));
    socket.on('data', reader.push);
    socket.on('error', reject);
    socket.on('close', () => (closed += 1));
  });
}

async function logInAll(): Promise<readonly Tracker[]> {
  const trackers: Tracker[] = [];
  while (trackers.length < count) {
    const next = Array.from({ length: Math.min(CONNECTING, count - trackers.length) }, (_, at) => trackers.length + at);
    trackers.push(...(await Promise.all(next.map(logIn))));
  }
  return trackers;
}

/** Sends the packets one after the other, evenly spaced. */
async function send(trackers: readonly Tracker[]): Promise<Sent> {
  const [begun, cpu] = [now(), ownCpuSeconds()];
  measuredFrom = begun + 1000 * warmUpSeconds;
  let furthestBehind = 0;
  for (let step = 0; step < steps; step += 1) {
    while (now() < begun + step * spacingMs) await delay(SLICE_MS);
    furthestBehind = Math.max(furthestBehind, now() - begun - step * spacingMs);
    const tracker = trackers[step % count];
    const packet = tracker?.packets[tracker.sent];
    if (tracker === undefined || packet === undefined) throw new Error(`no packet for step ${step}`);
    sentAt[step % count]?.push(now());
    tracker.sent += 1;
    tracker.socket.write(packet);
  }
  const share = (1e5 * (ownCpuSeconds() - cpu)) / (now() - begun);
  const isSettled = (): boolean => trackers.every(({ sent, acknowledged }) => sent === acknowledged);
  for (const end = now() + MAX_WAIT_MS; !isSettled() && now() < end;) await delay(POLL_MS);
  return {
    sent: trackers.map(({ sent }) => sent),
    acknowledged: trackers.map(({ acknowledged }) => acknowledged),
    p50Ms: quantile(delays, 0.5),
    p99Ms: quantile(delays, 0.99),
    ...{ furthestBehind, closed, cpu: share },
  };
}

const trackers = await logInAll();
process.on('message', () => {
  void send(trackers).then((sent) => process.send?.(sent));
});
process.on('disconnect', () => {
  for (const { socket } of trackers) socket.destroy();
});
process.send?.('ready');
