import type { Receipt, Report, Resume } from '../../domain/report.js';
import { isCoveredFrom, type StoredRun } from '../../domain/records/sequence.js';
import { failureIn, messageOf, success, WaypostError, type Failure } from '../../errors.js';
import { recordErrors } from '../../domain/records/messages.js';
import { reportErrors } from './messages.js';
import type { Sequence } from '../../schema/entry.js';
import type { Refusals } from '../system/refusals.js';

/** A report with the tracker's own record number. */
export type SequencedReport = Report & { readonly sequence: Sequence };

/** Stores records of trackers that number them: only in this order, each number once. */
export type Sequences = {
  /** From now on the tracker sends over the port of this report, and over no other. */
  readonly resume: (report: Report, resume: Resume) => Promise<Receipt>;
  readonly receive: (report: SequencedReport) => Promise<Receipt>;
};

export type SequencesOptions = {
  /** the newest run of stored numbers of the device's epoch; undefined: none is stored */
  readonly runOf: (deviceId: string, epoch: string) => StoredRun | undefined;
  /** ms of a clock that is never set */
  readonly monotonic: () => number;
  readonly refusals?: Pick<Refusals, 'note'> | undefined;
  readonly isRegistered: (deviceId: string) => boolean;
  /** Stores all reports, or throws and stores none. */
  readonly store: (reports: readonly Report[]) => Promise<unknown>;
  /** The device sent a different record under a stored number. */
  readonly onConflict: (report: SequencedReport) => Promise<void>;
  /** A report that takes the place of the lost records `from` to `to`. */
  readonly gapReport: (report: Report, epoch: string, from: number, to: number) => Report;
};

type PendingReport = { readonly report: SequencedReport; readonly settle: (receipt: Receipt) => void };

/** One tracker on one port, since its hello. All records from `from` to `stored` are on disk. */
type TrackerStream = {
  readonly epoch: string;
  readonly port: string | undefined;
  readonly from: number;
  stored: number;
  /** the end of the run of stored records before `from`, if it is known */
  readonly before: number | undefined;
  /** a record arrived that the tracker does not have, by its hello: nothing is accepted or acknowledged until the next one */
  isDoubted: boolean;
  /** ms, monotonic: of the last hello or record */
  activeAt: number;
  waiting: PendingReport[];
  working: Promise<void> | undefined;
};

/** Beyond this many unregistered trackers, the one whose hello is oldest has to send it again. */
const MAX_UNKNOWN = 1_024;
/** More than a tracker may have in flight, and so may send again after a lost acknowledgement. */
const CONFLICT_WINDOW = 64;
/** Records that a tracker can have sent elsewhere since its last one here: a year at one a second. */
const MAX_LOST = 31_536_000;
/** For this long after its last line, a tracker on one port is not taken over by a hello that contradicts it. */
const LIVE_MS = 60_000;

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
        opening.then(
          ({ stream }) => stream,
          () => undefined,
        ),
      );
      trackUnknown(context, deviceId);
      try {
        return (await opening).receipt;
      } catch (error) {
        return failureReceipt(error);
      }
    },
    async receive(report) {
      const { deviceId, sequence, source } = report;
      const stream = await streams.get(deviceId);
      if (stream?.epoch !== sequence.epoch || stream.port !== source.port) {
        return reportErrors.otherEpoch({ id: deviceId });
      }
      stream.activeAt = context.monotonic();
      stream.isDoubted ||= sequence.seq > 0 && sequence.seq < stream.from;
      if (stream.isDoubted) return success({ accepted: 0, duplicates: 0, needsHello: true });
      return new Promise((settle) => {
        stream.waiting.push({ report, settle });
        // Deferred, so that the reports of one chunk are stored together.
        stream.working ??= Promise.resolve().then(() => storePending(context, stream));
      });
    },
  };
}

/** The stream of the device after a hello, and the receipt of the hello. */
type Opened = { readonly stream: TrackerStream | undefined; readonly receipt: Receipt };

/**
 * Never claims more than is stored: the hello may not be that of the tracker which has the records. What it claims to be
 * lost is named in an alert, and the tracker may delete what was stored before that.
 */
async function openStream(context: Context, report: Report, { epoch, oldest }: Resume): Promise<Opened> {
  const { streams, runOf, store, gapReport } = context;
  const { deviceId } = report;
  const previous = await streams.get(deviceId);
  // Reports of the previous stream that are still being stored decide what the tracker has to send.
  await previous?.working;
  const run = runOf(deviceId, epoch);
  const lost = run === undefined ? 0 : oldest - 1 - run.seq;
  const refused = lost > 0 ? refuseJump(context, previous, report, lost) : undefined;
  if (refused !== undefined) return { stream: previous, receipt: refused };
  if (run !== undefined && lost > 0) await store([gapReport(report, epoch, run.seq + 1, oldest - 1)]);
  const isCovered = run !== undefined && isCoveredFrom(run, oldest);
  const stream: TrackerStream = {
    epoch,
    port: report.source.port,
    from: isCovered ? (run.from ?? 1) : oldest,
    stored: isCovered ? run.seq : oldest - 1,
    before: lost > 0 ? run?.seq : undefined,
    isDoubted: false,
    activeAt: context.monotonic(),
    waiting: [],
    working: undefined,
  };
  const acknowledged = isCovered || lost > 0 ? run?.seq : undefined;
  const receipt = success({
    accepted: 0,
    duplicates: 0,
    ...(acknowledged !== undefined && { stored: acknowledged }),
  });
  return { stream, receipt };
}

/** Why no tracker can have lost this many records, or why this one has not. */
function refuseJump(
  { monotonic, refusals }: Context,
  previous: TrackerStream | undefined,
  { deviceId, source }: Report,
  lost: number,
): Failure | undefined {
  const isElsewhere = previous !== undefined && previous.port !== source.port;
  const isLive = isElsewhere && monotonic() - previous.activeAt < LIVE_MS;
  if (lost <= MAX_LOST && !isLive) return undefined;
  refusals?.note('sequence_jump', { deviceId, lost, ...(source.port !== undefined && { port: source.port }) });
  return isLive
    ? reportErrors.otherPort({ id: deviceId, seconds: LIVE_MS / 1000 })
    : reportErrors.sequenceJump({ lost, limit: MAX_LOST });
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
  // Asks only for an acknowledgement: what is lost was never acknowledged.
  if (seq === 0 && stream.stored < stream.from)
    return success({ accepted: 0, duplicates: 1, stored: stream.before ?? 0 });
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
  error instanceof WaypostError ? failureIn(error) : recordErrors.notStored({ detail: messageOf(error) });
