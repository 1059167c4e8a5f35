import type { UplinkLocation, UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { Found, Pause, RecordResult } from '../sink.js';
import type { Dialect, DialectResult } from './dialect.js';
import { errorOf, isObject, type HttpAnswer } from './http-calls.js';
import type { Pace } from './pace.js';
import type { Session, SessionAnswer } from './session.js';

/** One call takes one location: a batch is sent one after the other, in some seconds. */
const MAX_RECORDS = 50;
const MAX_BYTES = 900_000;
const BATCH_MS = 5_000;

export type PublicDialectOptions = {
  readonly session: Session;
  readonly pace: Pace;
  readonly isStopped: () => boolean;
};

/** The public service, or a gateway of version 0.1.0: one location in a call, at the pace that the service allows. */
export function createPublicDialect({ session, pace, isStopped }: PublicDialectOptions): Dialect {
  async function sendAll(records: readonly UplinkRecord[]): Promise<DialectResult> {
    const results: RecordResult[] = [];
    for (const record of records) {
      if (record.kind !== 'location') {
        results.push({ outcome: 'refused', reason: NO_ALERTS });
        continue;
      }
      await pace.wait();
      if (isStopped()) return { results };
      const sent = await session.post({ path: locationsPath(record.deviceId), body: bodyOf(record) });
      if (sent.ok) {
        pace.onAnswer();
        results.push(resultOf(sent.answer));
        continue;
      }
      if (sent.pause.kind === 'too-large') {
        results.push({ outcome: 'refused', reason: sent.pause.reason });
        continue;
      }
      if (sent.pause.kind === 'retry' && !sent.isLost) pace.onBusy();
      return { results, pause: sent.pause, isLost: sent.isLost };
    }
    return { results };
  }

  return {
    lanes: ['live', 'history'],
    get limits() {
      return { records: Math.min(MAX_RECORDS, pace.callsIn(BATCH_MS)), bytes: MAX_BYTES };
    },
    // It gets no ids.
    knowsContent: true,
    remark: NO_ALERTS,
    send: sendAll,
    findRepeated: (records) => findStored(session, records),
  };
}

const NO_ALERTS = 'this far side has no call that stores alerts: only locations are forwarded';

const locationsPath = (deviceId: string): string => `/api/devices/${encodeURIComponent(deviceId)}/locations`;

function bodyOf({ location }: UplinkLocation): object {
  const { dateTime } = location;
  // The service knows no gateways, and judges no fixes.
  return { from: dateTime, to: dateTime, location: { ...location, gateway: undefined, unfit: undefined } };
}

function resultOf(answer: HttpAnswer): RecordResult {
  const { status, body } = answer;
  const isStored = status >= 200 && status < 300 && body.success !== false;
  if (!isStored) return { outcome: 'refused', reason: errorOf(answer) };
  return { outcome: body.accepted === 0 && body.duplicates === 1 ? 'repeated' : 'accepted' };
}

/**
 * The service does not say that it drops a location which it has, so it is asked for those of the time in question: after
 * a connection was lost, some may have been stored without an answer.
 */
async function findStored(session: Session, records: readonly UplinkRecord[]): Promise<Found> {
  const repeated = new Set<string>();
  const byDevice = new Map<string, UplinkLocation[]>();
  for (const record of records) {
    if (record.kind !== 'location') continue;
    const own = byDevice.get(record.deviceId);
    if (own === undefined) byDevice.set(record.deviceId, [record]);
    else own.push(record);
  }
  for (const [deviceId, own] of byDevice) {
    const times = own.map(({ location }) => location.dateTime).sort();
    const range = { from: times[0], to: times.at(-1) };
    const found = await session.post({ path: locationsPath(deviceId), body: range });
    const pause = pauseOf(found);
    if (pause !== undefined) return { pause };
    const stored = found.ok ? storedKeys(found.answer) : new Set<string>();
    for (const { id, location } of own) if (stored.has(keyOf(location))) repeated.add(id);
  }
  return { repeated };
}

/** An answer that is too large, or a device that is unknown there, does not prevent sending. */
const pauseOf = (found: SessionAnswer): Pause | undefined =>
  found.ok || (found.status !== undefined && found.status < 500) ? undefined : found.pause;

type Position = { readonly dateTime?: unknown; readonly latitude?: unknown; readonly longitude?: unknown };

/** The service may write a time in another form. */
const keyOf = ({ dateTime, latitude, longitude }: Position): string =>
  `${Date.parse(String(dateTime))} ${String(latitude)} ${String(longitude)}`;

function storedKeys({ body: { locations } }: HttpAnswer): ReadonlySet<string> {
  return new Set(Array.isArray(locations) ? (locations as readonly unknown[]).filter(isObject).map(keyOf) : []);
}
