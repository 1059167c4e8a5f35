import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import { byUser } from '../edits.js';

type FileChange = Extract<Change, { kind: 'file-taken' | 'file-changed' }>;

/** The entries that tell who took, changed or removed a file. */
export type FileEntries = {
  readonly add: (user: User, change: FileChange) => void;
};

export type FileEntriesOptions = {
  readonly store: Pick<Store, 'append'>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Nothing waits for them: a full disk must not keep anyone from taking a last backup. */
export function createFileEntries({ store, logger }: FileEntriesOptions): FileEntries {
  return {
    add(user, change) {
      store.append([change], byUser(user)).catch((error: unknown) => {
        logger.warn({ by: user.name, ...change.v, reason: messageOf(error) }, `entry ${change.kind} was not stored`);
      });
    },
  };
}
