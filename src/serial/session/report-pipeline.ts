import type { Logger } from '../../logger.js';
import type { Counters, Protocol } from '../../protocols/protocol.js';
import { coalesceReports } from './coalesce-reports.js';
import { retryWhileStoreFails } from './retry-while-store-fails.js';
import { createSubmit, type SubmitMessage } from './submit.js';
import type { PortConfig } from '../port-config.js';
import type { Receive } from '../../domain/report.js';
import { createThinning } from './thinning.js';
import type { Timers } from '../../time/timers.js';
import type { OnMessageOutcome } from '../monitor/observer.js';

/** What is spoken on a port, and the way of its messages to where they are stored. */
export type ReportPipeline = {
  readonly protocol: Protocol;
  readonly submit: SubmitMessage;
  /** What is held back goes its way, or is given up. Resolves when it has. */
  readonly flush: () => Promise<unknown>;
};

type ReportPipelineOptions = {
  readonly config: PortConfig;
  readonly protocol: Protocol;
  readonly receive: Receive;
  readonly counters: Counters;
  /** by which a device is known that does not say its name */
  readonly portDeviceId: () => string | undefined;
  readonly timers: Timers;
  readonly onOutcome: OnMessageOutcome;
  readonly logger: Logger;
};

export function createReportPipeline(options: ReportPipelineOptions): ReportPipeline {
  const { config, protocol, receive, counters, portDeviceId, timers, onOutcome, logger } = options;
  const { interval = 0 } = config;
  const acknowledges = protocol.acknowledges === true;
  const retry = acknowledges ? undefined : retryWhileStoreFails(receive, timers);
  const coalesced = retry === undefined ? receive : coalesceReports(retry.receive);
  // Who is answered is promised that every record is stored.
  const thinning =
    interval === 0 || acknowledges ? undefined : createThinning({ receive: coalesced, interval, timers });
  const receiveReport = thinning?.receive ?? coalesced;
  const submit = createSubmit({ config, protocol, receive: receiveReport, counters, portDeviceId, onOutcome, logger });
  return {
    protocol,
    submit,
    async flush() {
      const settled = thinning?.flush();
      retry?.giveUp();
      await settled;
    },
  };
}
