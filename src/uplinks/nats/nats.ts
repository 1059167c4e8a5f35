import { errors, type NatsConnection } from '@nats-io/transport-node';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { UplinkSettingsOf } from '../../schema/uplinks/uplink-settings.js';
import {
  LANES,
  type Lane,
  type Pause,
  type SendResult,
  type Sink,
  type SinkOptions,
  type SinkStatus,
} from '../sink.js';
import { openConnection } from './connection.js';
import { requestProblem } from './problems.js';
import { publishAll, publishLive } from './publish.js';
import { createReadBack, type ReadBack } from './read-back.js';
import { connectStream, prepareStream, type StreamConnection } from './stream.js';
import { subjectsOf } from './subjects.js';

const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 300_000;
const LIMITS: Sink['limits'] = { records: 1_000, bytes: 900_000 };
const DEFAULT_STREAM = 'WAYPOST';

type Settings = { readonly settings: UplinkSettingsOf<'nats'> };

/** Connects to the stream, or resolves with the reason why not. */
export type OpenStream = (
  options: SinkOptions & Settings,
  isStopped: () => boolean,
) => Promise<StreamConnection | Pause>;

type NatsSink = SinkOptions &
  Settings & {
    readonly open: OpenStream;
    readonly readBack: ReadBack;
    /** what is not answered yet */
    readonly inFlight: Set<Promise<unknown>>;
    /** undefined: not connected. With `stop`, the stream is only compared with the store. */
    connection: StreamConnection | undefined;
    reason: string | null;
    /** why a person has to act before anything is sent */
    stop: Extract<Pause, { kind: 'stop' }> | undefined;
    /** the account may not publish newest locations */
    isLiveDenied: boolean;
    failures: number;
    isStopped: boolean;
    cancelRetry: () => void;
    onChange: () => void;
  };

/**
 * A stream of NATS JetStream. A record whose outcome is unknown ends the connection: the next one reads back what is there.
 * `open` connects to it.
 */
export function createNatsSink(
  settings: UplinkSettingsOf<'nats'>,
  options: SinkOptions,
  open: OpenStream = openStream,
): Sink {
  const sink: NatsSink = {
    ...options,
    settings,
    open,
    readBack: createReadBack(options),
    inFlight: new Set(),
    connection: undefined,
    reason: null,
    stop: undefined,
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
    status: () => statusOf(sink),
    get lanes() {
      return sink.isLiveDenied ? LANES.filter((lane) => lane !== 'live') : LANES;
    },
    limits: LIMITS,
    send: (lane, records) => track(sink, send(sink, lane, records)),
    async findRepeated(lane, mark, records) {
      const { connection, readBack } = sink;
      if (connection === undefined || lane === 'live') return { pause: NOT_CONNECTED };
      return track(sink, readBack.find(connection, lane, mark, records));
    },
    mayFollow: (lane) => sink.readBack.mayFollow(lane),
    mark: (lane) => sink.readBack.mark(lane),
  };
}

function statusOf({ connection, reason, stop }: NatsSink): SinkStatus {
  if (stop === undefined) return { connected: connection !== undefined, reason };
  const { conflict } = stop;
  return { connected: false, reason, stopped: true, ...(conflict !== undefined && { conflict }) };
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

async function openStream({ settings, tls, gatewayId, name }: SinkOptions & Settings, isStopped: () => boolean) {
  const clientName = `waypost ${gatewayId} ${name}`;
  const opened = await openConnection({ settings, tls, clientName, isStopped });
  if (!opened.ok) return opened.pause;
  return connectStream(opened.nc, settings.stream ?? DEFAULT_STREAM, subjectsOf(gatewayId));
}

async function open(sink: NatsSink): Promise<void> {
  const { settings, name } = sink;
  const connection = await sink.open(sink, () => sink.isStopped);
  if ('kind' in connection) {
    onFailed(sink, connection);
    return;
  }
  const { nc } = connection;
  const prepared = await prepareStream(connection, {
    replicas: settings.replicas ?? 1,
    testing: sink.testing === true,
    storeId: sink.storeId(),
    newest: sink.newest(),
  });
  const pause = 'pause' in prepared ? named(prepared.pause, name) : undefined;
  const isConflict = pause?.kind === 'stop' && pause.conflict !== undefined;
  if (sink.isStopped || (pause !== undefined && !isConflict)) {
    await nc.close();
    if (pause !== undefined) onFailed(sink, pause);
    return;
  }
  sink.readBack.forget();
  sink.connection = connection;
  sink.stop = isConflict ? pause : undefined;
  sink.reason = 'remark' in prepared ? prepared.remark : (pause?.reason ?? null);
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
  const { connection, readBack } = sink;
  if (connection === undefined || sink.isStopped || sink.stop !== undefined) {
    return { results: records.map(() => ({ outcome: 'unknown' })), pause: sink.stop ?? NOT_CONNECTED };
  }
  if (lane === 'live') return publishLive(connection, records);
  const mayPublish = (readBack.mark(lane) ?? 0) > 0;
  const { mark, isUnsure, ...result } = await publishAll(connection, lane, records, { mayPublish, ...sink });
  if (mark > 0) {
    readBack.onAcknowledged(lane, mark);
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
  sink.stop = pause.kind === 'stop' ? pause : undefined;
  sink.onChange();
  if (sink.testing === true) return;
  sink.failures += 1;
  const longest = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** Math.min(sink.failures - 1, 30));
  // Full jitter: the gateways of a fleet do not come back at the same moment.
  const wait = pause.kind === 'retry' ? MIN_WAIT_MS + Math.random() * (longest - MIN_WAIT_MS) : MAX_WAIT_MS;
  sink.cancelRetry = sink.timers.after(wait, () => void connect(sink));
}
