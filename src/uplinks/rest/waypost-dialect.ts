import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import { LANES, type Pause, type RecordResult, type SinkOptions } from '../sink.js';
import { createDeviceNews } from './device-news.js';
import { paused, type Dialect, type DialectResult } from './dialect.js';
import { errorOf, isObject, shorten, type HttpAnswer } from './http-calls.js';
import type { Session } from './session.js';

export const RECORDS_PATH = '/api/records';

/** What a gateway takes at once: its bodies have at most 1 MiB, unless it is configured otherwise. */
const LIMITS = { records: 1_000, bytes: 900_000 } as const;
const INCOMPLETE_MS = 60_000;

export type WaypostDialectOptions = Pick<SinkOptions, 'storeId' | 'device' | 'groups'> & {
  readonly session: Session;
  /** the far side takes names and groups of devices; earlier versions refuse a body that has them */
  readonly takesDevices: boolean;
};

/** Another gateway: it takes batches, and drops what it has. */
export function createWaypostDialect({ session, storeId, takesDevices, ...options }: WaypostDialectOptions): Dialect {
  const news = createDeviceNews(options);
  return {
    lanes: LANES,
    limits: LIMITS,
    knowsContent: true,
    remark: null,
    findRepeated: () => Promise.resolve({ repeated: new Set() }),
    async send(records) {
      const devices = takesDevices ? news.of(records) : [];
      const body = { store: storeId(), ...(devices.length > 0 && { devices }), records };
      const sent = await session.post({ path: RECORDS_PATH, body, isPacked: true });
      if (sent.ok && isStored(sent.answer)) news.onSent(devices);
      return sent.ok ? readResult(records, sent.answer) : paused(records, sent.pause, sent.isLost);
    },
  };
}

const isStored = ({ status }: HttpAnswer): boolean => status === 200 || status === 201;

function readResult(records: readonly UplinkRecord[], answer: HttpAnswer): DialectResult {
  const reason = `the far side refuses the records: ${errorOf(answer)}`;
  switch (answer.status) {
    case 200:
    case 201:
      return readStored(records, answer);
    case 409:
      return paused(records, conflictOf(answer));
    case 413:
      return paused(records, { kind: 'too-large', reason });
    case 404:
    case 405:
      // It was replaced by another version, or by the public service: the next connection finds out.
      return paused(records, { kind: 'retry', reason }, true);
    default:
      return paused(records, { kind: 'refused', reason });
  }
}

/** The far side has other records under ids of this store; its sentence names the first of them that it met. */
export function conflictOf({ body, status }: HttpAnswer): Pause {
  if (typeof body.error !== 'string') return { kind: 'stop', reason: `the far side answers ${status}` };
  const reason = body.error.slice(0, MAX_CONFLICT_CHARS);
  const [, n] = NUMBER_IN_CONFLICT.exec(reason) ?? [];
  return { kind: 'stop', reason, ...(n !== undefined && { conflict: Number(n) }) };
}

/** "the id north:abcdefgh:123 is here", "its record 123 is here" */
const NUMBER_IN_CONFLICT = /(?:id [\w.-]+:[a-z2-7]{8}:|record )(\d{1,15}) is here/;
const MAX_CONFLICT_CHARS = 500;

function readStored(records: readonly UplinkRecord[], { body }: HttpAnswer): DialectResult {
  const { accepted, duplicates, refused } = body;
  const reasons = readRefused(refused);
  const isWhole =
    typeof accepted === 'number' &&
    typeof duplicates === 'number' &&
    reasons !== undefined &&
    accepted + duplicates + (Array.isArray(refused) ? refused.length : 0) === records.length;
  if (!isWhole) {
    const reason = 'the answer of the far side does not name what became of each record: check its version';
    return paused(records, { kind: 'retry', reason, retryAfter: INCOMPLETE_MS });
  }
  // It does not say which ones it had: those of an answer that was lost come first.
  let repeated = duplicates;
  const results = records.map(({ id }): RecordResult => {
    const reason = reasons.get(id);
    if (reason !== undefined) return { outcome: 'refused', reason };
    repeated -= 1;
    return { outcome: repeated >= 0 ? 'repeated' : 'accepted' };
  });
  return { results };
}

function readRefused(refused: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(refused)) return undefined;
  const reasons = new Map<string, string>();
  for (const one of refused as readonly unknown[]) {
    if (!isObject(one) || typeof one.id !== 'string') return undefined;
    reasons.set(one.id, typeof one.error === 'string' ? shorten(one.error) : 'refused without a reason');
  }
  return reasons;
}
