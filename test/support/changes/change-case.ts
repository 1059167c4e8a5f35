import type { Author } from '../../../src/schema/accounts/author.js';
import type { ChangeView } from '../../../src/schema/changes/change.js';
import type { Change, Entry } from '../../../src/schema/entry.js';

/** What no change may show, in every member that can have a secret, or what concerns only one person. */
export const SECRET = 'hunter2-is-a-secret';

export const ADMIN: Author = {
  ...{ type: 'user', id: 'id-of-admin', name: 'admin' },
  ...{ via: 'password', address: '192.168.1.20' },
};

export const entryOf = (change: Change, own: Partial<Pick<Entry, 'n' | 'at' | 'by' | 'was'>> = {}): Entry => ({
  ...{ n: 7, at: '2026-11-21T08:00:00.000Z', boot: 'k3f9', up: 48_211 },
  ...change,
  ...own,
});

/** One entry of a kind, and the change that it is. */
export type ChangeCase = {
  readonly change: Change;
  readonly was?: Readonly<Record<string, unknown>>;
  readonly shown: Pick<ChangeView, 'kind' | 'action' | 'subject'> &
    Partial<Pick<ChangeView, 'before' | 'after' | 'secrets'>>;
};

export const named = (id: string, name = id): ChangeView['subject'] => ({ id, name });
