import type { UplinkSettingsOf } from '../../schema/uplinks/uplink-settings.js';
import { LANES, type Pause, type Sink, type SinkOptions, type SinkStatus } from '../sink.js';
import { paused, type Dialect } from './dialect.js';
import { createHttpCalls, errorOf, isObject, type HttpCalls } from './http-calls.js';
import { createPace, type Pace } from './pace.js';
import { createPublicDialect } from './public-dialect.js';
import { createSession, type Session, type SessionAnswer } from './session.js';
import { conflictOf, createWaypostDialect, RECORDS_PATH } from './waypost-dialect.js';

const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 300_000;
/** Until it is known what the far side is. */
const FIRST_LIMITS: Sink['limits'] = { records: 50, bytes: 900_000 };

type RestSink = SinkOptions & {
  readonly calls: HttpCalls;
  readonly session: Session;
  readonly pace: Pace;
  /** undefined: not connected */
  dialect: Dialect | undefined;
  /** what the far side was when it was last connected */
  last: Dialect | undefined;
  reason: string | null;
  /** a person has to act before it can connect */
  stop: Extract<Pause, { kind: 'stop' }> | undefined;
  failures: number;
  isStopped: boolean;
  connecting: Promise<void>;
  cancelRetry: () => void;
  onChange: () => void;
};

/**
 * A REST service: another gateway, or the public service. A connection means that the user is signed in and that it is known
 * which of the two it is.
 */
export function createRestSink(
  settings: UplinkSettingsOf<'rest'>,
  options: SinkOptions,
  openCalls: typeof createHttpCalls = createHttpCalls,
): Sink {
  const { url, userName = '', apiKey = '' } = settings;
  if (!URL.canParse(url))
    return createFailedSink(`the url ${url} is not valid: set it to one like https://center.example`);
  const { tls, waypostVersion: version, timers, now } = options;
  const calls = openCalls({ url, tls, version, timers, now });
  const sink: RestSink = {
    ...options,
    calls,
    session: createSession({ calls, userName, apiKey, now }),
    pace: createPace(timers),
    dialect: undefined,
    last: undefined,
    reason: 'not connected yet',
    stop: undefined,
    failures: 0,
    isStopped: false,
    connecting: Promise.resolve(),
    cancelRetry: () => undefined,
    onChange: () => undefined,
  };

  return {
    start(onChange) {
      sink.onChange = onChange;
      sink.connecting = connect(sink);
    },
    async stop() {
      sink.isStopped = true;
      sink.cancelRetry();
      sink.pace.end();
      await calls.close();
      await sink.connecting;
      sink.dialect = undefined;
    },
    status: () => statusOf(sink),
    get knowsContent() {
      return (sink.dialect ?? sink.last)?.knowsContent ?? true;
    },
    get lanes() {
      return (sink.dialect ?? sink.last)?.lanes ?? LANES;
    },
    get limits() {
      return (sink.dialect ?? sink.last)?.limits ?? FIRST_LIMITS;
    },
    async send(_lane, records) {
      const { dialect } = sink;
      if (dialect === undefined || sink.isStopped) return { results: paused(records, NOT_CONNECTED).results };
      const { isLost = false, ...result } = await dialect.send(records);
      if (isLost && result.pause !== undefined) onLost(sink, dialect, result.pause);
      return result;
    },
    async findRepeated(_lane, _mark, records) {
      const found = await sink.dialect?.findRepeated(records);
      return found ?? { pause: NOT_CONNECTED };
    },
  };
}

/** It never connects: the settings have to be changed. */
const createFailedSink = (reason: string): Sink => ({
  start(onChange) {
    onChange();
  },
  stop: () => Promise.resolve(),
  status: () => ({ connected: false, reason, stopped: true }),
  lanes: LANES,
  limits: FIRST_LIMITS,
  send: (_lane, records) => Promise.resolve(paused(records, NOT_CONNECTED)),
});

const NOT_CONNECTED: Pause = { kind: 'retry', reason: 'not connected' };

function statusOf({ dialect, reason, stop, ...sink }: RestSink): SinkStatus {
  const counters = countersOf(sink);
  if (stop === undefined) return { connected: dialect !== undefined, reason, counters };
  const { conflict } = stop;
  return { connected: false, reason, stopped: true, ...(conflict !== undefined && { conflict }), counters };
}

function countersOf({ calls }: Pick<RestSink, 'calls'>): Readonly<Record<string, number>> {
  const { requests, bytes } = calls.totals();
  return { requests, sent_bytes: bytes };
}

/** Signs in and finds out what the far side is; tries again after a while if that fails. */
async function connect(sink: RestSink): Promise<void> {
  const { session, storeId, newest } = sink;
  const body = { store: storeId(), newest: newest(), records: [] };
  const probed = await session.post({ path: RECORDS_PATH, body });
  if (sink.isStopped) return;
  const found = dialectOf(sink, probed);
  if ('dialect' in found) {
    sink.dialect = sink.last = found.dialect;
    sink.reason = found.dialect.remark;
    sink.stop = undefined;
    sink.failures = 0;
  } else {
    note(sink, found.pause);
    retryLater(sink, found.pause);
  }
  sink.onChange();
}

function note(sink: RestSink, pause: Pause): void {
  sink.reason = pause.reason;
  sink.stop = pause.kind === 'stop' ? pause : undefined;
}

/** What the far side does not know is a call of gateways; a page that is not found counts too, because the sign-in worked. */
const UNKNOWN_CALL = new Set([400, 404, 405, 501]);

function dialectOf(sink: RestSink, probed: SessionAnswer): { dialect: Dialect } | { pause: Pause } {
  const { session, pace } = sink;
  const status = probed.ok ? probed.answer.status : probed.status;
  if (status !== undefined && UNKNOWN_CALL.has(status)) {
    return { dialect: createPublicDialect({ session, pace, isStopped: () => sink.isStopped }) };
  }
  if (!probed.ok) return { pause: probed.pause };
  if (status === 201 || status === 200) {
    const takesDevices = isObject(probed.answer.body.depot);
    return { dialect: createWaypostDialect({ ...sink, takesDevices }) };
  }
  if (status === 409) return { pause: conflictOf(probed.answer) };
  return { pause: { kind: 'stop', reason: `unexpected answer: ${errorOf(probed.answer)}` } };
}

/** The connection that `dialect` had is gone; another call may have noticed it before. */
function onLost(sink: RestSink, dialect: Dialect, pause: Pause): void {
  if (sink.dialect !== dialect || sink.isStopped) return;
  sink.dialect = undefined;
  note(sink, pause);
  retryLater(sink, pause);
  sink.onChange();
}

/** What a person has to mend may be mended at the far side: it is tried again, but rarely. */
function retryLater(sink: RestSink, pause: Pause): void {
  if (sink.testing === true || sink.isStopped) return;
  sink.failures += 1;
  const longest = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** Math.min(sink.failures - 1, 30));
  const asked = pause.kind === 'retry' ? (pause.retryAfter ?? 0) : MAX_WAIT_MS;
  // Full jitter: the gateways of a fleet do not come back at the same moment.
  const wait = Math.max(asked, MIN_WAIT_MS + Math.random() * (longest - MIN_WAIT_MS));
  sink.cancelRetry = sink.timers.after(wait, () => {
    sink.connecting = connect(sink);
  });
}
