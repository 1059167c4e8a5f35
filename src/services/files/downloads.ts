import type { Readable } from 'node:stream';
import { success, type Result } from '../../errors.js';
import { downloadErrors } from './messages.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { Time } from '../time/time.js';
import type { FileEntries } from './file-entries.js';

/** Files that the gateway makes for a download. Each kind is made once at a time, because it takes memory and time. */
export type Downloads = {
  /** A backup without secrets. */
  readonly backup: (user: User) => Result<Download>;
  readonly bundle: (user: User) => Promise<Result<Download>>;
};

/** The caller must read the stream or destroy it. */
type Download = { readonly name: string; readonly stream: Readable };

/** Files of the support bundle that only the running gateway can write, by name. */
export type BundleParts = Readonly<Record<string, string>>;

export type DownloadsOptions = {
  /** `made`: UTC */
  readonly streamBackup: (made: string) => Readable;
  /** undefined: this process cannot make a bundle */
  readonly makeBundle: ((parts: BundleParts) => Readable) | undefined;
  readonly bundleParts: (user: User) => Promise<BundleParts>;
  readonly entries: Pick<FileEntries, 'add'>;
  readonly time: Pick<Time, 'now'>;
  readonly logger: Pick<Logger, 'warn'>;
};

export function createDownloads(options: DownloadsOptions): Downloads {
  const { streamBackup, makeBundle, bundleParts, entries, time, logger } = options;
  const busy = { backup: false, bundle: false };
  const nameOf = (what: string, made: string, ending: string): string =>
    `waypost-${what}-${made.slice(0, 19).replaceAll(':', '')}${ending}`;

  function download(what: 'backup' | 'bundle', user: User, ending: string, stream: Readable): Result<Download> {
    const { name: by } = user;
    entries.add(user, { kind: 'file-taken', v: { what } });
    stream.once('error', (error) => {
      logger.warn({ by, reason: error.message }, `${what} failed`);
    });
    stream.once('close', () => {
      busy[what] = false;
    });
    return success({ name: nameOf(what, new Date(time.now()).toISOString(), ending), stream });
  }

  return {
    backup(user) {
      if (busy.backup) return downloadErrors.backupRuns();
      busy.backup = true;
      return download('backup', user, '.gz', streamBackup(new Date(time.now()).toISOString()));
    },
    async bundle(user) {
      if (makeBundle === undefined) return downloadErrors.noBundle();
      if (busy.bundle) return downloadErrors.bundleRuns();
      busy.bundle = true;
      try {
        return download('bundle', user, '.tar.gz', makeBundle(await bundleParts(user)));
      } catch (error) {
        busy.bundle = false;
        throw error;
      }
    },
  };
}
