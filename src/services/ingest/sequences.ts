import type { Receipt, Report, Resume } from '../../domain/report.js';
import { failure, messageOf, success, WaypostError } from '../../errors.js';
import type { Sequence } from '../../schema/entry.js';

/** A report with the tracker's own record number. */
export type SequencedReport = Report & { readonly sequence: Sequence };

/** Stores records of trackers that number them: only in this order, each number once. */
export type Sequences = {
  /** From now on the tracker sends over the port of this report, and over no other. */
  readonly resume: (report: Report, resume: Resume) => Promise<Receipt>;
  readonly receive: (report: SequencedReport) => Promise<Receipt>;
};

export type SequencesOptions = {
  /** all records of the device's epoch up to this number are stored; undefined: none is */
  readonly storedUpTo: (deviceId: string, epoch: string) => number | undefined;
  readonly isRegistered: (deviceId: string) => boolean;
  /** Stores all reports, or throws and stores none. */
  readonly store: (reports: readonly Report[]) => Promise<unknown>;
  /** The device sent a different record under a stored number. */
  readonly onConflict: (report: SequencedReport) => Promise<void>;
  /** A report that takes the place of the lost records `from` to `to`. */
  readonly gapReport: (report: Report, epoch: string, from: number, to: number) => Report;
};

type PendingReport = { readonly report: SequencedReport; readonly settle: (receipt: Receipt) => void };

/** One tracker on one port. All records up to `stored` are on disk, or were never sent to this gateway. */
type TrackerStream = {
  readonly epoch: string;
  readonly port: string | undefined;
  /** no record of this epoch was stored at its hello */
  readonly isNew: boolean;
  stored: number;
  waiting: PendingReport[];
  working: Promise<void> | undefined;
};

/** Beyond this many unregistered trackers, the one whose hello is oldest has to send it again. */
const MAX_UNKNOWN = 1_024;
/** More than a tracker may have in flight, and so may send again after a lost acknowledgement. */
const CONFLICT_WINDOW = 64;

type Context = SequencesOptions & {
  /** by device id; undefined if the resume failed */
  readonly streams: Map<string, Promise<TrackerStream | undefined>>;
  /** the ids in `streams` that were unregistered at their hello, oldest first */
  readonly unknown: Set<string>;
};

export function createSequences(options: SequencesOptions): Sequences {
  const context: Context = { ...options, streams: new Map(), unknown: new Set() };
  const { streams } = context;
  return {
    async resume(report, resume) {
      const { deviceId } = report;
      const opening = openStream(context, report, resume);
      streams.set(
        deviceId,
        opening.catch(() => undefined),
      );
      trackUnknown(context, deviceId);
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
        return failure('conflict', `${deviceId} has reconnected on another port or with a new epoch`);
      }
      return new Promise((settle) => {
        stream.waiting.push({ report, settle });
        // Deferred, so that the reports of one chunk are stored together.
        stream.working ??= Promise.resolve().then(() => storePending(context, stream));
      });
    },
  };
}

async function openStream(context: Context, report: Report, { epoch, oldest }: Resume): Promise<TrackerStream> {
  const { streams, storedUpTo, store, gapReport } = context;
  const previous = streams.get(report.deviceId);
  // Reports of the previous stream that are still being stored decide what the tracker has to send.
  await (
    await previous
  )?.working;
  const known = storedUpTo(report.deviceId, epoch);
  if (known !== undefined && known < oldest - 1) await store([gapReport(report, epoch, known + 1, oldest - 1)]);
  return {
    epoch,
    port: report.source.port,
    isNew: known === undefined,
    stored: Math.max(known ?? 0, oldest - 1),
    waiting: [],
    working: undefined,
  };
}

function trackUnknown({ unknown, streams, isRegistered }: Context, deviceId: string): void {
  unknown.delete(deviceId);
  if (isRegistered(deviceId)) return;
  unknown.add(deviceId);
  const [first] = unknown;
  if (unknown.size <= MAX_UNKNOWN || first === undefined) return;
  unknown.delete(first);
  if (!isRegistered(first)) streams.delete(first);
}

/**
 * Stores the waiting reports in groups, one group of a tracker at a time: a record is stored with or after its
 * predecessor, never without it.
 */
async function storePending(context: Context, stream: TrackerStream): Promise<void> {
  while (stream.waiting.length > 0) {
    const group = stream.waiting.splice(0);
    const before = stream.stored;
    const next: PendingReport[] = [];
    for (const pending of group) if (pending.report.sequence.seq === before + next.length + 1) next.push(pending);
    try {
      if (next.length > 0) await context.store(next.map(({ report }) => report));
      stream.stored = before + next.length;
      for (const pending of next) pending.settle(receiptOf(stream, 1, 0));
    } catch (error) {
      for (const pending of next) pending.settle(failureReceipt(error));
    }
    for (const pending of group) {
      if (!next.includes(pending)) pending.settle(await receiptForOther(context, stream, pending.report, before));
    }
  }
  stream.working = undefined;
}

/** The receipt of a report that is not the next one: it was stored before, or comes too early. */
async function receiptForOther(
  { onConflict }: Context,
  stream: TrackerStream,
  report: SequencedReport,
  before: number,
): Promise<Receipt> {
  const { seq } = report.sequence;
  if (seq > stream.stored) return receiptOf(stream, 0, 0);
  try {
    if (seq <= before && seq > before - CONFLICT_WINDOW) await onConflict(report);
    return receiptOf(stream, 0, 1);
  } catch (error) {
    return failureReceipt(error);
  }
}

const receiptOf = ({ stored }: TrackerStream, accepted: number, duplicates: number): Receipt =>
  success({ accepted, duplicates, stored });

/** A failure of any kind: the tracker has to keep its records. */
const failureReceipt = (error: unknown): Receipt =>
  failure(error instanceof WaypostError ? error.code : 'store_unavailable', messageOf(error));
