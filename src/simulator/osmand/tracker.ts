import { KNOT } from '../../domain/records/speed.js';
import type { Fix } from '../fix.js';
import type { SimulatedResult, Tracker, TrackerContext } from '../trackers/tracker.js';

const CAPACITY = 10_000;
/** Plus a random part of up to the same time, so that resends do not coincide with periodic outages. */
const RETRY_MS = 1_500;
/** More than the connection waits for a response, so that none belongs to an earlier request. */
const RESPONSE_MS = 10_000;
const ACCURACY = '5';

type OsmandPost = { readonly query: string; readonly settled: Omit<SimulatedResult, 'outcome'> };

type OsmandState = {
  readonly context: TrackerContext;
  readonly kept: OsmandPost[];
  /** of the first kept post, ms, monotonic; undefined: it was not sent */
  resendAt: number | undefined;
};

/** A telephone that sends one request after the other, as Traccar Client does, and keeps each until it gets 200. */
export function createOsmandTracker(context: TrackerContext): Tracker {
  const state: OsmandState = { context, kept: [], resendAt: undefined };

  function add(record: SimulatedResult['record'], fix: Fix): void {
    const { kept } = state;
    kept.push({ query: queryOf(context.deviceId, record, fix), settled: { record, dateTime: fix.dateTime } });
    // The first one is on its way.
    const [dropped] = kept.length > CAPACITY ? kept.splice(1, 1) : [];
    if (dropped !== undefined) context.onSettled({ ...dropped.settled, outcome: 'dropped' });
    if (state.resendAt === undefined) sendFirst(state);
  }

  return {
    report(fix) {
      add('location', fix);
    },
    alert(fix) {
      add('alert', fix);
    },
    onConnect() {
      sendFirst(state);
    },
    onData(bytes) {
      onResponse(state, Number(Buffer.from(bytes).toString('latin1', 0, 3)));
    },
    tick() {
      if (state.resendAt !== undefined && context.now() >= state.resendAt) sendFirst(state);
    },
    kept: () => state.kept.length,
  };
}

function queryOf(id: string, record: SimulatedResult['record'], fix: Fix): string {
  return new URLSearchParams({
    id,
    timestamp: String(Date.parse(fix.dateTime)),
    lat: String(fix.latitude),
    lon: String(fix.longitude),
    speed: String(fix.speed / KNOT),
    bearing: String(fix.course),
    altitude: String(fix.altitude),
    accuracy: ACCURACY,
    batt: String(fix.battery),
    ...(record === 'alert' && { alarm: 'sos' }),
  }).toString();
}

function sendFirst(state: OsmandState): void {
  const [first] = state.kept;
  state.resendAt = first === undefined ? undefined : state.context.now() + RESPONSE_MS;
  if (first !== undefined) state.context.send(first.query);
}

function onResponse(state: OsmandState, status: number): void {
  const { kept, context } = state;
  const isRefused = status === 400 || status === 413;
  if (status !== 200 && !isRefused) {
    state.resendAt = context.now() + RETRY_MS * (1 + context.random());
    return;
  }
  const first = kept.shift();
  if (first !== undefined) context.onSettled({ ...first.settled, outcome: isRefused ? 'refused' : 'acknowledged' });
  sendFirst(state);
}
