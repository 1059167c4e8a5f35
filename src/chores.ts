import type { Logger } from './logger.js';

const USAGE_FLUSH_MS = 60_000;
const RETENTION_MS = 3_600_000;
const CERTIFICATE_MS = 3_600_000;

export type ChoresOptions = {
  /** Writes the counts of API calls. */
  readonly flush: () => Promise<void>;
  /** Drops what is older than it is to be kept. */
  readonly retain: () => void;
  /** Presents the certificate that is there now; undefined: there is no TLS. */
  readonly renew: (() => Promise<void>) | undefined;
  readonly logger: Pick<Logger, 'debug' | 'warn'>;
};

/** What is done every now and then, and waits for nobody. Begins at once; gives back what ends it. */
export function beginChores({ flush, retain, renew, logger }: ChoresOptions): () => void {
  const intervals = [
    setInterval(() => {
      flush().catch((error: unknown) => {
        logger.debug({ err: error }, 'counts of API calls are not written yet');
      });
    }, USAGE_FLUSH_MS),
    setInterval(retain, RETENTION_MS),
  ];
  if (renew !== undefined) {
    // One that was replaced on the disk, or is about to end, is followed by the next without a new start.
    const present = (): void => {
      renew().catch((error: unknown) => {
        logger.warn({ err: error }, 'the certificate can not be renewed: the present one stays');
      });
    };
    intervals.push(setInterval(present, CERTIFICATE_MS));
  }
  retain();
  return () => {
    intervals.forEach(clearInterval);
  };
}
