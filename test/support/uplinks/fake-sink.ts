import {
  LANES,
  type Lane,
  type RecordResult,
  type SendResult,
  type Sink,
  type SinkStatus,
} from '../../../src/uplinks/sink.js';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';

/** A far side in memory. */
export type FarSide = {
  /** what it took, in order, with repetitions */
  readonly taken: { readonly lane: Lane; readonly record: UplinkRecord }[];
  /** what it does with the next call; left out: it takes everything */
  answer?: (lane: Lane, records: readonly UplinkRecord[]) => Partial<SendResult> | 'take';
  /** what happens while a call is in flight */
  meanwhile?: (lane: Lane) => Promise<void>;
  /** reads back what it has, as a stream does */
  readsBack: boolean;
  isUp: boolean;
  /** why it does not connect; left out: as `isUp` is */
  status?: SinkStatus;
  calls: number;
  /** connections that were begun */
  opened: number;
  setUp: (isUp: boolean) => void;
};

export function createFarSide(): FarSide {
  const far: FarSide = { taken: [], readsBack: false, isUp: true, calls: 0, opened: 0, setUp: () => undefined };
  return far;
}

export const idsOf = ({ taken }: FarSide, ...lanes: readonly Lane[]): string[] =>
  taken.filter(({ lane }) => lanes.includes(lane)).map(({ record }) => record.id);

/** `limit`: records of a batch. */
export function createFakeSink(far: FarSide, limit = 20): Sink {
  let onChange = (): void => undefined;
  let isOver = false;
  far.opened += 1;
  far.setUp = (isUp) => {
    far.isUp = isUp;
    onChange();
  };
  return {
    start(listener) {
      onChange = listener;
      setImmediate(listener);
    },
    stop() {
      isOver = true;
      return Promise.resolve();
    },
    status: () => far.status ?? { connected: far.isUp && !isOver, reason: far.isUp ? null : 'the far side is down' },
    lanes: LANES,
    limits: { records: limit, bytes: 1_000_000 },
    async send(lane, records) {
      far.calls += 1;
      await new Promise(setImmediate);
      await far.meanwhile?.(lane);
      const unknown: RecordResult = { outcome: 'unknown' };
      if (isOver || !far.isUp) return { results: records.map(() => unknown) };
      const answer = far.answer?.(lane, records) ?? 'take';
      const results =
        answer === 'take'
          ? records.map((): RecordResult => ({ outcome: 'accepted' }))
          : (answer.results ?? records.map(() => unknown));
      for (const [index, record] of records.entries()) {
        if (results[index]?.outcome === 'accepted') far.taken.push({ lane, record });
      }
      return { results, ...(answer !== 'take' && answer.pause !== undefined && { pause: answer.pause }) };
    },
    ...(far.readsBack && {
      findRepeated(lane, _mark, records) {
        const known = new Set(idsOf(far, lane));
        return Promise.resolve({ repeated: new Set(records.map(({ id }) => id).filter((id) => known.has(id))) });
      },
    }),
  };
}
