import { failure, messageOf, success, WaypostError } from '../../errors.js';
import type { Receipt, Resume } from '../../domain/report.js';
import type { Sequence } from '../../schema/entry.js';
import type { Report } from '../../domain/report.js';

/** A report that carries its number. */
export type SequencedReport = Report & { readonly sequence: Sequence };

/** Records of trackers that number them: taken in that order alone, each once. */
export type Sequences = {
  /** The tracker goes on over the port of the report, and no more over any other. */
  readonly resume: (report: Report, resume: Resume) => Promise<Receipt>;
  readonly receive: (report: SequencedReport) => Promise<Receipt>;
};

export type SequencesOptions = {
  /** up to where the records of an epoch of the device are stored; undefined: none is */
  readonly storedUpTo: (deviceId: string, epoch: string) => number | undefined;
  readonly isRegistered: (deviceId: string) => boolean;
  /** Stores all of it at once, or throws with nothing of it stored. */
  readonly store: (reports: readonly Report[]) => Promise<unknown>;
  /** The device has sent something else under a number that is stored. */
  readonly onConflict: (report: SequencedReport) => Promise<void>;
  /** tells, in place of the records from `from` to `to`, that they are lost */
  readonly gapReport: (report: Report, epoch: string, from: number, to: number) => Report;
};

type PendingReport = { readonly report: SequencedReport; readonly settle: (receipt: Receipt) => void };

/** One tracker on one port. `stored` is on the disk, or was never sent to this gateway. */
type TrackerStream = {
  readonly epoch: string;
  readonly port: string | undefined;
  /** nothing of this epoch was known when it said hello */
  readonly isNew: boolean;
  stored: number;
  waiting: PendingReport[];
  working: Promise<void> | undefined;
};

/** Of more trackers that are not registered, the one that said hello first has to say it again. */
const MAX_UNKNOWN = 1_024;
/** More than a tracker may have in flight: what it can send again after a lost acknowledgement. */
const CONFLICT_WINDOW = 64;

export function createSequences(options: SequencesOptions): Sequences {
  const { storedUpTo, isRegistered, store, onConflict, gapReport } = options;
  /** by device id; nothing where a resume failed */
  const streams = new Map<string, Promise<TrackerStream | undefined>>();
  /** of these, ids that were not registered when they said hello, the last one last */
  const unknown = new Set<string>();

  function trackUnknown(deviceId: string): void {
    unknown.delete(deviceId);
    if (isRegistered(deviceId)) return;
    unknown.add(deviceId);
    const [first] = unknown;
    if (unknown.size <= MAX_UNKNOWN || first === undefined) return;
    unknown.delete(first);
    if (!isRegistered(first)) streams.delete(first);
  }

  /**
   * What waits is stored together. A record is stored with the one before it or after it, never without it, so only
   * one group of a tracker is under way at a time.
   */
  async function storePending(stream: TrackerStream): Promise<void> {
    while (stream.waiting.length > 0) {
      const group = stream.waiting.splice(0);
      const before = stream.stored;
      const next: PendingReport[] = [];
      for (const one of group) if (one.report.sequence.seq === before + next.length + 1) next.push(one);
      try {
        if (next.length > 0) await store(next.map(({ report }) => report));
        stream.stored = before + next.length;
        for (const one of next) one.settle(receiptOf(stream, 1, 0));
      } catch (error) {
        for (const one of next) one.settle(failureReceipt(error));
      }
      for (const one of group) if (!next.includes(one)) one.settle(await receiptForOther(stream, one.report, before));
    }
    stream.working = undefined;
  }

  /** What is not the next one was stored before, or comes too early. */
  async function receiptForOther(stream: TrackerStream, report: SequencedReport, before: number): Promise<Receipt> {
    const { seq } = report.sequence;
    if (seq > stream.stored) return receiptOf(stream, 0, 0);
    try {
      if (seq <= before && seq > before - CONFLICT_WINDOW) await onConflict(report);
      return receiptOf(stream, 0, 1);
    } catch (error) {
      return failureReceipt(error);
    }
  }

  async function openStream(
    previous: Promise<TrackerStream | undefined> | undefined,
    report: Report,
    resume: Resume,
  ): Promise<TrackerStream> {
    // What is under way for the device decides what it has to send.
    await (
      await previous
    )?.working;
    const { epoch, oldest } = resume;
    const known = storedUpTo(report.deviceId, epoch);
    if (known !== undefined && known < oldest - 1) await store([gapReport(report, epoch, known + 1, oldest - 1)]);
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
      const opening = openStream(streams.get(deviceId), report, resume);
      streams.set(
        deviceId,
        opening.catch(() => undefined),
      );
      trackUnknown(deviceId);
      try {
        const stream = await opening;
        return stream.isNew ? success({ accepted: 0, duplicates: 0 }) : receiptOf(stream, 0, 0);
      } catch (error) {
        return failureReceipt(error);
      }
    },
    async receive(report) {
      const { deviceId, sequence, source } = report;
      const stream = await streams.get(deviceId);
      if (stream?.epoch !== sequence.epoch || stream.port !== source.port) {
        return failure('conflict', `${deviceId} has since said hello elsewhere, or anew`);
      }
      return new Promise((settle) => {
        stream.waiting.push({ report, settle });
        // What came in the same chunk is stored together.
        stream.working ??= Promise.resolve().then(() => storePending(stream));
      });
    },
  };
}

const receiptOf = ({ stored }: TrackerStream, accepted: number, duplicates: number): Receipt =>
  success({ accepted, duplicates, stored });

/** Whatever the fault is, the tracker has to keep its records. */
const failureReceipt = (error: unknown): Receipt =>
  failure(error instanceof WaypostError ? error.code : 'store_unavailable', messageOf(error));
