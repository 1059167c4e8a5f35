import { isUntrustedStamp } from '../../domain/clock/restamp.js';
import { generationOf, originOf, recordId } from '../../domain/records/generation.js';
import { isRecord, recordStreamOf } from '../../domain/records/record.js';
import { isSettled, type Cursor } from '../../domain/uplinks/cursor.js';
import type { Entry } from '../../schema/entry.js';
import type { CursorLane } from '../../schema/uplinks/lane.js';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import { viewAcknowledgement, viewFollowed } from '../history/followed-view.js';

/** A record that can be sent, with the bytes of its JSON. */
export type Candidate = {
  readonly n: number;
  readonly deviceId: string;
  readonly record: UplinkRecord;
  readonly bytes: number;
};

export type LanePage = {
  readonly candidates: readonly Candidate[];
  /** records that wait for the clock */
  readonly held: readonly number[];
  /** the first and the last entry looked at */
  readonly from: number;
  readonly to: number;
  /** entries that are gone */
  readonly gap?: { readonly from: number; readonly to: number };
  /** when the first record of the page was stored, UTC */
  readonly oldestAt: string | null;
  /** ms that making the records took */
  readonly viewMs: number;
};

export type PageQuery = {
  readonly lane: CursorLane;
  readonly after: number;
  readonly until: number;
  readonly cursor: Cursor;
  readonly limit: { readonly records: number; readonly bytes: number };
  /** of one device alone */
  readonly deviceId?: string;
};

export type LaneReaderOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly time: Pick<Time, 'monotonic'>;
  /** also what other gateways sent */
  readonly relay: boolean;
};

/** A page that takes longer ends early: other lanes get their turn. */
const MAX_PAGE_MS = 20;

/** Reads the records of a lane from the log, in order; keeps nothing. */
export function createLaneReader({ store, time, relay }: LaneReaderOptions) {
  const { state } = store;

  const idOf = (n: number): string =>
    recordId(state.gatewayId ?? '', generationOf(state.generations, n) ?? NO_GENERATION, n);

  /** The record in the shape of the API; undefined: not of this uplink; 'held': its time is not known yet. */
  function view(entry: Entry): UplinkRecord | 'held' | undefined {
    const { untrusted, restamps } = state;
    if (isRecord(entry)) {
      const origin = originOf(entry.v.source);
      if (origin !== undefined && !relay) return undefined;
      const record = viewFollowed(entry, origin?.id ?? idOf(entry.n), untrusted, restampsOf(entry, restamps));
      return record.untrusted ? 'held' : record;
    }
    if (entry.kind !== 'alert-acknowledged') return undefined;
    const { source } = entry.v;
    if (source !== undefined && !relay) return undefined;
    if (isUntrustedStamp(untrusted, entry)) return 'held';
    return viewAcknowledgement(entry, source?.id ?? idOf(entry.n), untrusted, restampsOf(entry, restamps));
  }

  async function read({ lane, after, until, cursor, limit, deviceId }: PageQuery): Promise<LanePage> {
    const startedAt = time.monotonic();
    const kind = lane === 'alerts' ? 'alert' : 'location';
    const page = await store.history.readArrivals({
      after,
      until,
      limit: limit.records,
      wants: (stream) => {
        const record = recordStreamOf(stream);
        return record?.kind === kind && (deviceId === undefined || record.deviceId === deviceId);
      },
      isDue: () => time.monotonic() - startedAt > MAX_PAGE_MS,
    });
    const viewedAt = time.monotonic();
    const candidates: Candidate[] = [];
    const held: number[] = [];
    let bytes = 0;
    let oldestAt: string | null = null;
    let { to } = page;
    for (const entry of page.entries) {
      if (isSettled(cursor, entry.n)) continue;
      const record = view(entry);
      if (record === undefined) continue;
      oldestAt ??= entry.at;
      if (record === 'held') {
        held.push(entry.n);
        continue;
      }
      const own = Buffer.byteLength(JSON.stringify(record));
      if (candidates.length > 0 && bytes + own > limit.bytes) {
        to = entry.n - 1;
        break;
      }
      bytes += own;
      candidates.push({ n: entry.n, deviceId: record.deviceId, record, bytes: own });
    }
    const viewMs = time.monotonic() - viewedAt;
    const { from, gap } = page;
    return { candidates, held, from, to, oldestAt, viewMs, ...(gap !== undefined && gap.from <= to && { gap }) };
  }

  return { read, view };
}

export type LaneReader = ReturnType<typeof createLaneReader>;

const NO_GENERATION = { id: '' };

const restampsOf = ({ boot }: Entry, restamps: Store['state']['restamps']): Store['state']['restamps'] =>
  restamps.length === 0 ? restamps : restamps.filter((restamp) => restamp.boot === boot);
