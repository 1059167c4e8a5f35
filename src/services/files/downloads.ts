import type { Readable } from 'node:stream';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { Time } from '../time/time.js';

/** Files that the gateway makes for a download. Each kind is made once at a time, because it takes memory and time. */
export type Downloads = {
  /** A backup without secrets. The caller must read the stream or destroy it. */
  readonly backup: (user: User) => Result<{ readonly name: string; readonly stream: Readable }>;
  readonly bundle: (user: User) => Promise<Result<{ readonly name: string; readonly bytes: Buffer }>>;
};

/** Files of the support bundle that only the running gateway can write, by name. */
export type BundleParts = Readonly<Record<string, string>>;

export type DownloadsOptions = {
  /** `made`: UTC */
  readonly streamBackup: (made: string) => Readable;
  /** undefined: this process cannot make a bundle */
  readonly makeBundle: ((parts: BundleParts) => Promise<Result<Buffer>>) | undefined;
  readonly bundleParts: (user: User) => Promise<BundleParts>;
  readonly time: Pick<Time, 'now'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
};

export function createDownloads(options: DownloadsOptions): Downloads {
  const { streamBackup, makeBundle, bundleParts, time, logger } = options;
  const busy = { backup: false, bundle: false };
  const nameOf = (what: string, made: string, ending: string): string =>
    `waypost-${what}-${made.slice(0, 19).replaceAll(':', '')}${ending}`;

  return {
    backup({ name: by }) {
      if (busy.backup) return failure('conflict', 'another backup is being downloaded: wait for its end');
      busy.backup = true;
      const made = new Date(time.now()).toISOString();
      logger.info({ by }, 'backup is downloaded');
      const stream = streamBackup(made);
      stream.once('error', (error) => {
        logger.warn({ by, reason: error.message }, 'backup failed');
      });
      stream.once('close', () => {
        busy.backup = false;
      });
      return success({ name: nameOf('backup', made, '.gz'), stream });
    },
    async bundle(user) {
      if (makeBundle === undefined) return failure('conflict', 'this gateway cannot make a bundle: run waypost bundle');
      if (busy.bundle) return failure('conflict', 'another bundle is being made: wait for its end');
      busy.bundle = true;
      try {
        logger.info({ by: user.name }, 'support bundle is downloaded');
        const made = await makeBundle(await bundleParts(user));
        const name = nameOf('bundle', new Date(time.now()).toISOString(), '.tar.gz');
        return made.ok ? success({ name, bytes: made.value }) : made;
      } finally {
        busy.bundle = false;
      }
    },
  };
}
