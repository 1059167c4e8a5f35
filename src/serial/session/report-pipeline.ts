import type { Receipt, Receive, Report } from '../../domain/report.js';
import { failure, messageOf } from '../../errors.js';
import type { Location } from '../../schema/records/location.js';
import type { Timers } from '../../time/clock.js';
import { thin } from './thinning.js';

/** The stages between `submit` and ingest. */
export type ReportPipeline = {
  readonly receive: Receive;
  /** Passes on or gives up the reports that are held back. Resolves when those passed on are settled. */
  readonly flush: () => Promise<unknown>;
};

type StageOptions = {
  /** s between the stored fixes of a device; 0: every fix is stored */
  readonly interval: number;
  readonly timers: Timers;
};

/** Creates a stage that passes its reports to `next`. */
type CreateStage = (next: Receive, options: StageOptions) => ReportPipeline;

/** In the order in which a report passes them. */
const STAGES: readonly CreateStage[] = [thin, coalesce, retryWhileStoreFails];

type ReportPipelineOptions = {
  /** ingest, the end of the pipeline */
  readonly receive: Receive;
  /** the tracker gets acknowledgements, and sends again what is not stored */
  readonly acknowledges: boolean;
  readonly interval: number;
  readonly timers: Timers;
};

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
  const stages: ReportPipeline[] = [];
  let next = receive;
  for (const createStage of acknowledges ? [] : STAGES.toReversed()) {
    const stage = createStage(next, { interval, timers });
    stages.unshift(stage);
    next = stage.receive;
  }
  return {
    receive: next,
    // All at once: what the first stage passes on settles only after the last one has stopped retrying.
    flush: () => Promise.all(stages.map((stage) => stage.flush())),
  };
}

type CoalescedReport = {
  readonly deviceId: string;
  readonly locations: Location[];
  readonly receipt: Promise<Receipt>;
};

const hasOnlyLocations = ({ alerts, telemetry, sequence, resume }: Report): boolean =>
  alerts.length === 0 && telemetry === undefined && sequence === undefined && resume === undefined;

/** Joins the fixes of one device that are submitted together into one report, which costs little more than one fix. */
export function coalesce(next: Receive): ReportPipeline {
  let pending: CoalescedReport | undefined;

  return {
    receive(report) {
      const { deviceId } = report;
      if (!hasOnlyLocations(report)) {
        pending = undefined;
        return Promise.resolve().then(() => next(report));
      }
      if (pending?.deviceId === deviceId) {
        pending.locations.push(...report.locations);
        return pending.receipt;
      }
      const locations = [...report.locations];
      const receipt = Promise.resolve().then(() => {
        if (pending?.locations === locations) pending = undefined;
        return next({ ...report, locations });
      });
      pending = { deviceId, locations, receipt };
      return receipt;
    },
    flush: () => Promise.resolve(),
  };
}

const RETRY_MS = 1_000;

const isStoreFailure = (receipt: Receipt): boolean => !receipt.ok && receipt.code === 'store_unavailable';
const storeFailure = (error: unknown): Receipt => failure('store_unavailable', messageOf(error));

/**
 * Holds the reports that the store cannot write and retries them until it can: trackers that get no acknowledgement
 * never send again. The port bounds how many are held, because it is not read above 256 unsettled reports. After a flush,
 * each report is tried only once.
 */
export function retryWhileStoreFails(next: Receive, { timers }: Pick<StageOptions, 'timers'>): ReportPipeline {
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
