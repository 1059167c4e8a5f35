import type { Readable } from 'node:stream';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import { byUser } from '../edits.js';
import type { Time } from '../time/time.js';

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
  readonly store: Pick<Store, 'append'>;
  readonly time: Pick<Time, 'now'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
};

export function createDownloads(options: DownloadsOptions): Downloads {
  const { streamBackup, makeBundle, bundleParts, store, time, logger } = options;
  const busy = { backup: false, bundle: false };
  const nameOf = (what: string, made: string, ending: string): string =>
    `waypost-${what}-${made.slice(0, 19).replaceAll(':', '')}${ending}`;

  /** The file is given out even if the store cannot write: it may be the last backup of a full disk. */
  function noteTaken(what: 'backup' | 'bundle', user: User): void {
    store.append([{ kind: 'file-taken', v: { what } }], byUser(user)).catch(() => {
      logger.info({ by: user.name }, `${what} is downloaded`);
    });
  }

  function download(what: 'backup' | 'bundle', user: User, ending: string, stream: Readable): Result<Download> {
    const { name: by } = user;
    noteTaken(what, user);
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
      if (busy.backup) return failure('conflict', 'another backup is being downloaded: wait for its end');
      busy.backup = true;
      return download('backup', user, '.gz', streamBackup(new Date(time.now()).toISOString()));
    },
    async bundle(user) {
      if (makeBundle === undefined) return failure('conflict', 'this gateway cannot make a bundle: run waypost bundle');
      if (busy.bundle) return failure('conflict', 'another bundle is being made: wait for its end');
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
