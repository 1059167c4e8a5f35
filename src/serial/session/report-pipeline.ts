import type { Receipt, Receive, Report } from '../../domain/report.js';
import { recordErrors } from '../../domain/records/messages.js';
import { causeOf, success } from '../../errors.js';
import type { Location } from '../../schema/records/location.js';
import type { Timers } from '../../time/clock.js';
import { thin } from './thinning.js';

/** The stages between `submit` and ingest. */
export type ReportPipeline = {
  /** Passes reports on in their order and returns the receipt of each. Reports that are joined share one promise. */
  readonly receive: (reports: readonly Report[]) => readonly Promise<Receipt>[];
  /** Passes on or gives up the reports that are held back. Resolves when those passed on are settled. */
  readonly flush: () => Promise<unknown>;
};

type ReportPipelineOptions = {
  /** ingest, the end of the pipeline */
  readonly receive: Receive;
  /** the tracker gets acknowledgements, and sends again what is not stored */
  readonly acknowledges: boolean;
  /** s between the stored fixes of a device; 0: every fix is stored */
  readonly interval: number;
  readonly timers: Timers;
};

/** of a report that is held back */
const HELD = Promise.resolve<Receipt>(success({ accepted: 0, duplicates: 0 }));

/**
 * Creates the pipeline of one protocol on one port. Its stages hold reports back or give several reports one receipt, so
 * protocols that acknowledge skip them.
 */
export function createReportPipeline({
  receive,
  acknowledges,
  interval,
  timers,
}: ReportPipelineOptions): ReportPipeline {
  if (acknowledges) return { receive: (reports) => reports.map(receive), flush: () => Promise.resolve() };
  const retrying = retryWhileStoreFails(receive, timers);
  const thinning = thin(retrying.receive, { interval, timers });
  return {
    receive(reports) {
      const receipts = reports.map(() => HELD);
      for (const { report, indexes } of joinReports(reports, thinning.admits)) {
        const receipt = retrying.receive(report);
        for (const index of indexes) receipts[index] = receipt;
      }
      return receipts;
    },
    // All at once: what thinning passes on settles only after the retries have stopped.
    flush: () => Promise.all([thinning.flush(), retrying.flush()]),
  };
}

type JoinedReport = {
  report: Report;
  /** those of `report` if it is joined of several */
  locations: Location[] | undefined;
  /** of the reports that it is joined of */
  readonly indexes: number[];
};

/** More locations than a read of the shortest sentences has. */
const MAX_JOINED_LOCATIONS = 128;

/**
 * Joins the fixes of one device that are submitted together into one report, which costs little more than one fix. Keeps
 * the order, and leaves out reports that are not admitted.
 */
function joinReports(reports: readonly Report[], admits: (report: Report) => boolean): readonly JoinedReport[] {
  const joined: JoinedReport[] = [];
  let last: JoinedReport | undefined;
  for (let index = 0; index < reports.length; index += 1) {
    const report = reports[index];
    if (report === undefined || !admits(report)) continue;
    if (last !== undefined && canJoin(last.report, report)) {
      append(last, report);
      last.indexes.push(index);
    } else {
      last = { report, locations: undefined, indexes: [index] };
      joined.push(last);
    }
  }
  return joined;
}

function append(joined: JoinedReport, { locations }: Report): void {
  if (joined.locations === undefined) {
    joined.locations = [...joined.report.locations];
    joined.report = { ...joined.report, locations: joined.locations };
  }
  joined.locations.push(...locations);
}

const canJoin = (first: Report, second: Report): boolean =>
  first.deviceId === second.deviceId &&
  hasOnlyLocations(first) &&
  hasOnlyLocations(second) &&
  first.locations.length + second.locations.length <= MAX_JOINED_LOCATIONS;

const hasOnlyLocations = ({ alerts, telemetry, sequence, resume }: Report): boolean =>
  alerts.length === 0 && telemetry === undefined && sequence === undefined && resume === undefined;

type Retrying = {
  readonly receive: Receive;
  /** From now on, each report is tried only once. */
  readonly flush: () => Promise<unknown>;
};

const RETRY_MS = 1_000;

const isStoreFailure = (receipt: Receipt): boolean => !receipt.ok && receipt.code === 'store_unavailable';
const storeFailure = (error: unknown): Receipt => recordErrors.notStored({ detail: causeOf(error) });

/**
 * Holds the reports that the store cannot write and retries them until it can: trackers that get no acknowledgement
 * never send again. The port bounds how many are held, because it is not read above 256 unsettled reports. After a flush,
 * each report is tried only once.
 */
function retryWhileStoreFails(next: Receive, timers: Timers): Retrying {
  const waiting = new Set<() => void>();
  let hasGivenUp = false;

  const retryDelay = (): Promise<void> =>
    new Promise((resolve) => {
      const proceed = (): void => {
        cancel();
        waiting.delete(proceed);
        resolve();
      };
      const cancel = timers.after(RETRY_MS, proceed);
      waiting.add(proceed);
    });

  async function retry(report: Report, firstReceipt: Receipt): Promise<Receipt> {
    let receipt = firstReceipt;
    while (isStoreFailure(receipt) && !hasGivenUp) {
      await retryDelay();
      receipt = await next(report).catch(storeFailure);
    }
    return receipt;
  }

  return {
    receive: (report) =>
      next(report).then(
        (receipt) => (isStoreFailure(receipt) ? retry(report, receipt) : receipt),
        (error: unknown) => retry(report, storeFailure(error)),
      ),
    flush() {
      hasGivenUp = true;
      for (const proceed of [...waiting]) proceed();
      return Promise.resolve();
    },
  };
}
