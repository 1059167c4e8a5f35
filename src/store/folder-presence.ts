import { close, open, stat, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { errnoOf } from '../errors.js';
import type { Logger } from '../logger.js';
import { english } from '../messages/english.js';
import type { GatewayMessage } from '../messages/message.js';
import { storeMessages } from './messages.js';

/** Whether the folder of the log is still the one that was opened. */
export type FolderPresence = {
  /** why nothing may be written; null while the folder is there */
  readonly problem: () => GatewayMessage | null;
  /** The log found a file of its own deleted: what was written since is lost. */
  readonly noteDeleted: () => void;
  readonly close: () => Promise<void>;
};

/** A gateway whose folder was deleted or unmounted acknowledges nothing more after this time. */
const CHECK_MS = 500;

const openFolder = promisify(open);
const closeFolder = promisify(close);

/** Watches the folder `log` in the data folder `folder`. */
export async function watchFolder(folder: string, log: string, logger: Logger): Promise<FolderPresence> {
  // An open folder keeps its inode: a new one in its place has another.
  const fd = await openFolder(log, 'r');
  const { dev, ino } = statSync(log);
  const reason = storeMessages.folderGone({ path: folder });
  let isDeleted = false;
  let isGone = false;
  let isAsking = false;

  function note(gone: boolean): void {
    if (gone === isGone) return;
    isGone = gone;
    if (gone) logger.error({ folder, reason: english(reason) }, 'data folder gone: nothing is stored or acknowledged');
    else logger.warn({ folder }, 'data folder is back');
  }

  function check(): void {
    if (isAsking || isDeleted) return;
    isAsking = true;
    stat(log, (error, found) => {
      isAsking = false;
      const errno = errnoOf(error);
      // Any other error is one of the disk, which writing meets too.
      if (error === null) note(isDeleted || found.dev !== dev || found.ino !== ino);
      else if (errno === 'ENOENT' || errno === 'ENOTDIR') note(true);
    });
  }

  const interval = setInterval(check, CHECK_MS).unref();
  return {
    problem: () => (isGone ? reason : null),
    noteDeleted() {
      isDeleted = true;
      note(true);
    },
    async close() {
      clearInterval(interval);
      await closeFolder(fd);
    },
  };
}
