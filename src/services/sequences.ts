import { failure, messageOf, success, WaypostError } from '../errors.js';
import type { Receipt, Resume } from '../protocols/protocol.js';
import type { Sequence } from '../schema/entry.js';
import type { Report } from '../serial/receive.js';

/** A report that carries its number. */
export type Numbered = Report & { readonly sequence: Sequence };

/** Records of trackers that number them: taken in that order alone, each once. */
export type Sequences = {
  /** The tracker goes on over the port of the report, and no more over any other. */
  readonly resume: (report: Report, resume: Resume) => Promise<Receipt>;
  readonly take: (report: Numbered) => Promise<Receipt>;
};

export type SequencesOptions = {
  /** up to where the records of an epoch of the device are stored; undefined: none is */
  readonly storedUpTo: (deviceId: string, epoch: string) => number | undefined;
  readonly isRegistered: (deviceId: string) => boolean;
  /** Stores all of it at once, or throws with nothing of it stored. */
  readonly store: (reports: readonly Report[]) => Promise<unknown>;
  /** The device has sent something else under a number that is stored. */
  readonly onConflict: (report: Numbered) => Promise<void>;
  /** tells, in place of the records from `from` to `to`, that they are lost */
  readonly lossOf: (report: Report, epoch: string, from: number, to: number) => Report;
};

type Waiting = { readonly report: Numbered; readonly settle: (receipt: Receipt) => void };

/** One tracker on one port. `stored` is on the disk, or was never sent to this gateway. */
type Line = {
  readonly epoch: string;
  readonly port: string | undefined;
  /** nothing of this epoch was known when it said hello */
  readonly isNew: boolean;
  stored: number;
  waiting: Waiting[];
  working: Promise<void> | undefined;
};

/** Of more trackers that are not registered, the one that said hello first has to say it again. */
const MOST_UNKNOWN = 1_024;
/** More than a tracker may have in flight: what it can send again after a lost acknowledgement. */
const RECENT = 64;

export function createSequences(options: SequencesOptions): Sequences {
  const { storedUpTo, isRegistered, store, onConflict, lossOf } = options;
  /** by device id; nothing where a resume failed */
  const lines = new Map<string, Promise<Line | undefined>>();
  /** of these, ids that were not registered when they said hello, the last one last */
  const unknown = new Set<string>();

  function bound(deviceId: string): void {
    unknown.delete(deviceId);
    if (isRegistered(deviceId)) return;
    unknown.add(deviceId);
    const [first] = unknown;
    if (unknown.size <= MOST_UNKNOWN || first === undefined) return;
    unknown.delete(first);
    if (!isRegistered(first)) lines.delete(first);
  }

  /**
   * What waits is stored together. A record is stored with the one before it or after it, never without it, so only
   * one group of a tracker is under way at a time.
   */
  async function work(line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const group = line.waiting.splice(0);
      const before = line.stored;
      const next: Waiting[] = [];
      for (const one of group) if (one.report.sequence.seq === before + next.length + 1) next.push(one);
      try {
        if (next.length > 0) await store(next.map(({ report }) => report));
        line.stored = before + next.length;
        for (const one of next) one.settle(receiptOf(line, 1, 0));
      } catch (error) {
        for (const one of next) one.settle(refusalOf(error));
      }
      for (const one of group) if (!next.includes(one)) one.settle(await judge(line, one.report, before));
    }
    line.working = undefined;
  }

  /** What is not the next one was stored before, or comes too early. */
  async function judge(line: Line, report: Numbered, before: number): Promise<Receipt> {
    const { seq } = report.sequence;
    if (seq > line.stored) return receiptOf(line, 0, 0);
    try {
      if (seq <= before && seq > before - RECENT) await onConflict(report);
      return receiptOf(line, 0, 1);
    } catch (error) {
      return refusalOf(error);
    }
  }

  async function begin(former: Promise<Line | undefined> | undefined, report: Report, resume: Resume): Promise<Line> {
    // What is under way for the device decides what it has to send.
    await (
      await former
    )?.working;
    const { epoch, oldest } = resume;
    const known = storedUpTo(report.deviceId, epoch);
    if (known !== undefined && known < oldest - 1) await store([lossOf(report, epoch, known + 1, oldest - 1)]);
    const reached = Math.max(known ?? 0, oldest - 1);
    return {
      epoch,
      port: report.source.port,
      isNew: known === undefined,
      stored: reached,
      waiting: [],
      working: undefined,
    };
  }

  return {
    async resume(report, resume) {
      const { deviceId } = report;
      const begun = begin(lines.get(deviceId), report, resume);
      lines.set(
        deviceId,
        begun.catch(() => undefined),
      );
      bound(deviceId);
      try {
        const line = await begun;
        return line.isNew ? success({ accepted: 0, duplicates: 0 }) : receiptOf(line, 0, 0);
      } catch (error) {
        return refusalOf(error);
      }
    },
    async take(report) {
      const { deviceId, sequence, source } = report;
      const line = await lines.get(deviceId);
      if (line?.epoch !== sequence.epoch || line.port !== source.port) {
        return failure('conflict', `${deviceId} has since said hello elsewhere, or anew`);
      }
      return new Promise((settle) => {
        line.waiting.push({ report, settle });
        // What came in the same chunk is stored together.
        line.working ??= Promise.resolve().then(() => work(line));
      });
    },
  };
}

const receiptOf = ({ stored }: Line, accepted: number, duplicates: number): Receipt =>
  success({ accepted, duplicates, stored });

/** Whatever the fault is, the tracker has to keep its records. */
const refusalOf = (error: unknown): Receipt =>
  failure(error instanceof WaypostError ? error.code : 'store_unavailable', messageOf(error));
