import { join } from 'node:path';
import { createWriteCounters } from '../disk/write-counters.js';
import type { Logger } from '../logger.js';
import { english } from '../messages/english.js';
import type { GatewayMessage } from '../messages/message.js';
import type { StoreLogFolder } from './load-store.js';
import type { LogClock } from './log/log.js';
import { corruptSuffix } from './log/save-corrupt.js';
import { createLossLog } from './log/segment.js';
import { bytesOfKeys, createSizedCache } from './log/sized-cache.js';
import { bytesOfLines } from './log/sorted/line-block.js';
import { createSharedNames } from './log/sorted/stream-names.js';

const MIB = 1_048_576;
/** What may be cached of closed segments, in bytes of memory. The newest value stays even if it alone is larger. */
const CACHE_BYTES = {
  /** keys of records, to find duplicates: of about 50,000 records */
  keys: 8 * MIB,
  /** positions of entries, for readers in order of arrival: of about 25 segments of 8 MiB */
  order: 4 * MIB,
  /** lines, for a reader that gets all of them page by page */
  lines: 4 * MIB,
} as const;

type LogFolderOptions = { readonly folder: string; readonly clock: LogClock; readonly logger: Logger };

/** The folder of the log with its caches and counters, and the losses that are reported from now on. */
export function createLogFolder(
  { folder, clock, logger }: LogFolderOptions,
  now: string,
): { readonly logFolder: StoreLogFolder; readonly losses: readonly GatewayMessage[] } {
  const { losses, report, withdraw } = createLossLog((loss) => {
    logger.error(english(loss));
  });
  const logFolder: StoreLogFolder = {
    path: join(folder, 'log'),
    corruptSuffix: corruptSuffix(now),
    report,
    repeats: {
      monotonic: () => clock.monotonic(),
      withdraw(loss) {
        withdraw(loss);
        logger.info({ loss: english(loss) }, 'no longer lost: the file can be read again');
      },
    },
    keyCache: createSizedCache(CACHE_BYTES.keys, bytesOfKeys),
    lineCache: createSizedCache(CACHE_BYTES.lines, bytesOfLines),
    orderCache: createSizedCache(CACHE_BYTES.order, ({ offsets }) => offsets.byteLength),
    streamNames: createSharedNames(),
    writeCounters: createWriteCounters(),
  };
  return { logFolder, losses };
}
