import type { Logger } from './logger.js';

const USAGE_FLUSH_INTERVAL_MS = 60_000;
const RETENTION_INTERVAL_MS = 3_600_000;
const CERTIFICATE_CHECK_INTERVAL_MS = 3_600_000;

export type PeriodicTasksOptions = {
  /** Writes the counts of API calls. */
  readonly flushUsage: () => Promise<void>;
  /** Drops what is older than it is to be kept. */
  readonly applyRetention: () => void;
  /** Presents the certificate that is there now; undefined: there is no TLS. */
  readonly renewCertificate: (() => Promise<void>) | undefined;
  readonly logger: Pick<Logger, 'debug' | 'warn'>;
};

/** What is done every now and then, and waits for nobody. Begins at once; gives back what ends it. */
export function startPeriodicTasks({
  flushUsage,
  applyRetention,
  renewCertificate,
  logger,
}: PeriodicTasksOptions): () => void {
  const intervals = [
    setInterval(() => {
      flushUsage().catch((error: unknown) => {
        logger.debug({ err: error }, 'counts of API calls are not written yet');
      });
    }, USAGE_FLUSH_INTERVAL_MS),
    setInterval(applyRetention, RETENTION_INTERVAL_MS),
  ];
  if (renewCertificate !== undefined) {
    // One that was replaced on the disk, or is about to end, is followed by the next without a new start.
    const renew = (): void => {
      renewCertificate().catch((error: unknown) => {
        logger.warn({ err: error }, 'the certificate can not be renewed: the present one stays');
      });
    };
    intervals.push(setInterval(renew, CERTIFICATE_CHECK_INTERVAL_MS));
  }
  applyRetention();
  return () => {
    intervals.forEach(clearInterval);
  };
}
