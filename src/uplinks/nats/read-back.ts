import { CURSOR_LANES, type CursorLane } from '../../schema/uplinks/lane.js';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { Found, Lane, LaneMark, Pause, SinkOptions } from '../sink.js';
import { compare, markAfter, readBehind, readOn, type Behind, type Ids } from './behind.js';
import { requestProblem } from './problems.js';
import type { StreamConnection } from './stream.js';

export type ReadBackOptions = Pick<SinkOptions, 'name' | 'gatewayId' | 'storedMark' | 'knowsStore'>;

/** Compares records with what the stream has, and keeps the mark of each lane. */
export type ReadBack = {
  readonly find: (
    to: StreamConnection,
    lane: CursorLane,
    mark: LaneMark | undefined,
    records: readonly UplinkRecord[],
  ) => Promise<Found>;
  /** The stream has messages of records that follow. */
  readonly mayFollow: (lane: Lane) => boolean;
  readonly mark: (lane: Lane) => LaneMark | undefined;
  /** A record of the lane was acknowledged with this sequence. */
  readonly onAcknowledged: (lane: Lane, seq: LaneMark) => void;
  /** The next connection reads again. */
  readonly forget: () => void;
};

export function createReadBack({ name, gatewayId, storedMark, knowsStore }: ReadBackOptions): ReadBack {
  const marks = new Map<Lane, LaneMark>();
  const following = new Set<Lane>();
  const asked = new Set<Lane>();
  let read = new Map<CursorLane, Promise<Behind>>();
  const ids: Ids = {
    isOwn: (id) => id.startsWith(`${gatewayId}:`),
    isGiven: knowsStore ?? (() => true),
  };

  /** What was read for another mark than this one is read again. */
  async function behindOf(
    to: StreamConnection,
    lane: CursorLane,
    mark: LaneMark | undefined,
    first: number,
  ): Promise<Behind> {
    const before = await read.get(lane);
    if (before !== undefined && (mark === before.mark || mark === marks.get(lane))) return before;
    const reading = readBehind(to, lane, mark, first, ids);
    read.set(lane, reading);
    const from = read;
    reading.catch(() => from.delete(lane));
    return reading;
  }

  const find: ReadBack['find'] = async (to, lane, mark, records) => {
    const [first, last] = [records[0]?.n ?? 0, records.at(-1)?.n ?? 0];
    const other = lane === 'alerts' ? 'history' : 'alerts';
    try {
      const others = await (read.get(other) ?? behindOf(to, other, marks.get(other) ?? storedMark?.(other), first));
      const behind = await behindOf(to, lane, mark, first);
      await readOn(to, lane, behind, records, ids);
      const { repeated, conflict } = compare(behind, others, records, ids);
      if (conflict !== undefined) return { pause: conflictWith(to.stream, conflict, name) };
      const after = markAfter(behind, last);
      marks.set(lane, after.mark);
      if (after.hasLater || behind.isCut) following.add(lane);
      else following.delete(lane);
      asked.add(lane);
      // Both lanes are beyond everything that the stream has.
      if (following.size === 0 && CURSOR_LANES.every((one) => asked.has(one))) read = new Map();
      return { repeated };
    } catch (error) {
      return { pause: requestProblem(error) };
    }
  };

  return {
    find,
    mayFollow: (lane) => following.has(lane),
    mark: (lane) => marks.get(lane),
    onAcknowledged(lane, seq) {
      // Beyond a message that a later record may find, the mark would hide it.
      if (!following.has(lane)) marks.set(lane, Math.max(seq, marks.get(lane) ?? 0));
    },
    forget() {
      read = new Map();
      following.clear();
      asked.clear();
    },
  };
}

const REMEDY = (name: string): string =>
  'the store was put back to an earlier state; ' +
  `run \`waypost uplink reset ${name} --new-generation\`, so that its new records get numbers of their own`;

/** Two records have the id: this store was put back to an earlier state. */
export const conflictWith = (stream: string, { id, n }: UplinkRecord, name: string): Pause => ({
  kind: 'stop',
  reason: `another record with the id ${id} is in the stream ${stream} already: ${REMEDY(name)}`,
  conflict: n,
});
