import { errors, type NatsConnection } from '@nats-io/transport-node';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { UplinkSettingsOf } from '../../schema/uplinks/uplink-settings.js';
import { LANES, type Lane, type LaneMark, type Pause, type SendResult, type Sink, type SinkOptions } from '../sink.js';
import { openConnection } from './connection.js';
import { findIds } from './find-repeated.js';
import { requestProblem } from './problems.js';
import { publishAll, publishLive } from './publish.js';
import { connectStream, prepareStream, type StreamConnection } from './stream.js';
import { subjectsOf } from './subjects.js';

const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 300_000;
const LIMITS: Sink['limits'] = { records: 1_000, bytes: 900_000 };
const DEFAULT_STREAM = 'WAYPOST';

type NatsSink = SinkOptions & {
  readonly settings: UplinkSettingsOf<'nats'>;
  readonly marks: Map<Lane, LaneMark>;
  /** what is not answered yet */
  readonly inFlight: Set<Promise<unknown>>;
  /** undefined: not connected */
  connection: StreamConnection | undefined;
  reason: string | null;
  /** the account may not publish newest locations */
  isLiveDenied: boolean;
  failures: number;
  isStopped: boolean;
  cancelRetry: () => void;
  onChange: () => void;
};

/** A stream of NATS JetStream. A record whose outcome is unknown ends the connection: the next one reads the ids back. */
export function createNatsSink(settings: UplinkSettingsOf<'nats'>, options: SinkOptions): Sink {
  const sink: NatsSink = {
    ...options,
    settings,
    marks: new Map(),
    inFlight: new Set(),
    connection: undefined,
    reason: null,
    isLiveDenied: false,
    failures: 0,
    isStopped: false,
    cancelRetry: () => undefined,
    onChange: () => undefined,
  };
  return {
    start(onChange) {
      sink.onChange = onChange;
      void connect(sink);
    },
    async stop() {
      sink.isStopped = true;
      sink.cancelRetry();
      const { connection } = sink;
      sink.connection = undefined;
      await connection?.nc.close();
      await Promise.allSettled(sink.inFlight);
    },
    status: () => ({ connected: sink.connection !== undefined, reason: sink.reason }),
    get lanes() {
      return sink.isLiveDenied ? LANES.filter((lane) => lane !== 'live') : LANES;
    },
    limits: LIMITS,
    send: (lane, records) => track(sink, send(sink, lane, records)),
    async findRepeated(lane, mark, records) {
      const { connection } = sink;
      if (connection === undefined) return { pause: NOT_CONNECTED };
      try {
        const asked = { lane, mark, storeId: sink.storeId() };
        const found = await track(sink, findIds(connection, asked, records));
        sink.marks.set(lane, found.mark);
        return { repeated: found.repeated };
      } catch (error) {
        return { pause: requestProblem(error) };
      }
    },
    mark: (lane) => sink.marks.get(lane),
  };
}

const NOT_CONNECTED: Pause = { kind: 'retry', reason: 'not connected' };

function track<T>({ inFlight }: NatsSink, promise: Promise<T>): Promise<T> {
  inFlight.add(promise);
  const forget = (): boolean => inFlight.delete(promise);
  promise.then(forget, forget);
  return promise;
}

async function connect(sink: NatsSink): Promise<void> {
  try {
    await open(sink);
  } catch (error) {
    onFailed(sink, requestProblem(error));
  }
}

async function open(sink: NatsSink): Promise<void> {
  const { settings, tls, gatewayId, name } = sink;
  const clientName = `waypost ${gatewayId} ${name}`;
  const opened = await openConnection({ settings, tls, clientName, isStopped: () => sink.isStopped });
  if (!opened.ok) {
    onFailed(sink, opened.pause);
    return;
  }
  const { nc } = opened;
  const connection = await connectStream(nc, settings.stream ?? DEFAULT_STREAM, subjectsOf(gatewayId));
  const prepared = await prepareStream(connection, {
    replicas: settings.replicas ?? 1,
    testing: sink.testing === true,
    storeId: sink.storeId(),
    newest: sink.newest(),
  });
  if (sink.isStopped || 'pause' in prepared) {
    await nc.close();
    if ('pause' in prepared) onFailed(sink, named(prepared.pause, name));
    return;
  }
  sink.connection = connection;
  sink.reason = prepared.remark;
  sink.isLiveDenied = false;
  sink.cancelRetry = () => undefined;
  void nc.closed().then((error) => {
    onLost(sink, connection, requestProblem(error ?? new Error('closed by the far side')));
  });
  void watchLive(sink, nc);
  sink.onChange();
}

const named = (pause: Pause, name: string): Pause => ({
  ...pause,
  reason: pause.reason.replace('reset NAME', `reset ${name}`),
});

/** The server reports later that a publish without an answer was not permitted. */
async function watchLive(sink: NatsSink, nc: NatsConnection): Promise<void> {
  const live = subjectsOf(sink.gatewayId).all('live').slice(0, -1);
  for await (const status of nc.status()) {
    if (status.type !== 'error' || !(status.error instanceof errors.PermissionViolationError)) continue;
    if (!status.error.subject.startsWith(live) || sink.connection?.nc !== nc || sink.isLiveDenied) continue;
    sink.isLiveDenied = true;
    sink.reason = `the account may not publish to ${live}>: newest locations are not sent; give it this permission`;
    sink.onChange();
  }
}

async function send(sink: NatsSink, lane: Lane, records: readonly UplinkRecord[]): Promise<SendResult> {
  const { connection } = sink;
  if (connection === undefined || sink.isStopped) {
    return { results: records.map(() => ({ outcome: 'unknown' })), pause: NOT_CONNECTED };
  }
  if (lane === 'live') return publishLive(connection, records);
  const { mark, isUnsure, ...result } = await publishAll(connection, lane, records, (sink.marks.get(lane) ?? 0) > 0);
  if (mark > 0) {
    sink.marks.set(lane, Math.max(mark, sink.marks.get(lane) ?? 0));
    sink.failures = 0;
  }
  if (isUnsure) onLost(sink, connection, result.pause ?? NOT_CONNECTED);
  return result;
}

/** The connection is of no use any more; another call may have noticed it before. */
function onLost(sink: NatsSink, connection: StreamConnection, pause: Pause): void {
  if (sink.connection !== connection || sink.isStopped) return;
  sink.connection = undefined;
  void connection.nc.close();
  onFailed(sink, pause);
}

/** What a person has to mend may be mended at the far side: it is tried again, but rarely. */
function onFailed(sink: NatsSink, pause: Pause): void {
  if (sink.isStopped) return;
  sink.reason = pause.reason;
  sink.onChange();
  if (sink.testing === true) return;
  sink.failures += 1;
  const longest = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** Math.min(sink.failures - 1, 30));
  // Full jitter: the gateways of a fleet do not come back at the same moment.
  const wait = pause.kind === 'retry' ? MIN_WAIT_MS + Math.random() * (longest - MIN_WAIT_MS) : MAX_WAIT_MS;
  sink.cancelRetry = sink.timers.after(wait, () => void connect(sink));
}
