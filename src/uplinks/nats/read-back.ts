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
  /** in which this run of the uplink began: what the stream has behind them may be of another copy of the store */
  const initial = { alerts: storedMark?.('alerts'), history: storedMark?.('history') };
  const marks = new Map<Lane, LaneMark>();
  const following = new Set<Lane>();
  /** lanes beyond everything that the stream has */
  const passed = new Set<Lane>();
  /** by lane and mark */
  let read = new Map<string, Promise<Behind>>();
  /** what a lane is compared with */
  let current = new Map<Lane, Behind>();
  const ids: Ids = {
    isOwn: (id) => id.startsWith(`${gatewayId}:`),
    isGiven: knowsStore ?? (() => true),
  };

  function behindOf(
    to: StreamConnection,
    lane: CursorLane,
    mark: LaneMark | undefined,
    first: number,
  ): Promise<Behind> {
    const key = `${lane} ${mark ?? ''}`;
    const before = read.get(key);
    if (before !== undefined) return before;
    const reading = readBehind(to, lane, mark, first, ids);
    const into = read.set(key, reading);
    reading.catch(() => into.delete(key));
    return reading;
  }

  async function find(
    to: StreamConnection,
    lane: CursorLane,
    mark: LaneMark | undefined,
    records: readonly UplinkRecord[],
  ): Promise<Found> {
    const [first, last] = [records[0]?.n ?? 0, records.at(-1)?.n ?? 0];
    const other = lane === 'alerts' ? 'history' : 'alerts';
    const known = mark === marks.get(lane) ? current.get(lane) : undefined;
    const behind = known ?? (await behindOf(to, lane, mark, first));
    const others = passed.has(lane) ? undefined : await behindOf(to, other, initial[other], first);
    await readOn(to, lane, behind, records, ids);
    const { repeated, conflict } = compare(behind, others, records, ids);
    if (conflict !== undefined) return { pause: conflictWith(to.stream, conflict, name) };
    const after = markAfter(behind, last);
    marks.set(lane, after.mark);
    current.set(lane, behind);
    if (after.hasLater || behind.isCut || (others !== undefined && markAfter(others, last).hasLater))
      following.add(lane);
    else {
      following.delete(lane);
      passed.add(lane);
    }
    if (CURSOR_LANES.every((one) => passed.has(one))) release();
    return { repeated };
  }

  function release(): void {
    read = new Map();
    current = new Map();
  }

  return {
    find: (...asked) => find(...asked).catch((error: unknown) => ({ pause: requestProblem(error) })),
    mayFollow: (lane) => following.has(lane),
    mark: (lane) => marks.get(lane),
    onAcknowledged(lane, seq) {
      // Beyond a message that a later record may find, the mark would hide it.
      if (!following.has(lane)) marks.set(lane, Math.max(seq, marks.get(lane) ?? 0));
    },
    forget() {
      release();
      following.clear();
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
