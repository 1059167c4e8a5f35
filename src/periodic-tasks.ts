import type { Logger } from './logger.js';

/** A crash loses the counts of this time; each flush is an entry of the log. */
const USAGE_FLUSH_INTERVAL_MS = 600_000;
/** Short, because a gateway may run for less than an hour, and its clock may not be trusted before NTP has answered. */
const RETENTION_INTERVAL_MS = 60_000;
/** A piece of the log is 128 KiB: a log of 8 GiB is verified in 30 days, for 75 minutes a day. */
const SCRUB_INTERVAL_MS = 2_000;
const CERTIFICATE_CHECK_INTERVAL_MS = 3_600_000;

export type PeriodicTasksOptions = {
  /** Writes the counts of API calls, and when sessions and displays were last used. */
  readonly flushUsage: () => Promise<void>;
  /** Deletes the oldest segments, by age and size. */
  readonly applyRetention: () => void;
  /** Verifies a piece of the log. */
  readonly scrub: () => void;
  /** Loads the certificate again; undefined without TLS. */
  readonly renewCertificate: (() => Promise<void>) | undefined;
  readonly logger: Pick<Logger, 'debug' | 'warn'>;
};

export type PeriodicTasks = {
  /** Applies retention at once, then runs each task at its interval. */
  readonly start: () => void;
  readonly stop: () => void;
};

export function createPeriodicTasks(options: PeriodicTasksOptions): PeriodicTasks {
  const { flushUsage, applyRetention, scrub, renewCertificate, logger } = options;
  let intervals: NodeJS.Timeout[] = [];

  function flush(): void {
    flushUsage().catch((error: unknown) => {
      logger.debug({ err: error }, 'counts of API calls not written, retrying');
    });
  }

  return {
    start() {
      intervals = [
        setInterval(flush, USAGE_FLUSH_INTERVAL_MS),
        setInterval(applyRetention, RETENTION_INTERVAL_MS),
        setInterval(scrub, SCRUB_INTERVAL_MS),
      ];
      if (renewCertificate !== undefined) {
        // Reload a replaced or expiring certificate without a restart.
        const renew = (): void => {
          renewCertificate().catch((error: unknown) => {
            logger.warn({ err: error }, 'certificate not renewed, the present one stays in use');
          });
        };
        intervals.push(setInterval(renew, CERTIFICATE_CHECK_INTERVAL_MS));
      }
      applyRetention();
    },
    stop() {
      intervals.forEach(clearInterval);
    },
  };
}
