import { isAuthor } from '../../schema/accounts/author.js';
import type { Entry } from '../../schema/entry.js';
import type { Logger } from '../../logger.js';
import type { Store } from '../../store/store.js';
import { describeAuthor } from '../accounts/author.js';

/** Names in one line. */
const MAX_SUBJECTS = 8;

/** The store with a line in the application log for each append that has an author. */
export function withChangeLog(store: Store, logger: Pick<Logger, 'info'>): Store {
  return {
    ...store,
    async append(changes, by) {
      const entries = await store.append(changes, by);
      // Records have no author.
      const [first] = isAuthor(by) ? entries.filter((entry) => entry.by !== undefined) : [];
      if (first !== undefined) logger.info(lineOf(first, entries), 'changed');
      return entries;
    },
  };
}

function lineOf(first: Entry, entries: readonly Entry[]): Readonly<Record<string, unknown>> {
  const same = entries.filter(({ kind }) => kind === first.kind);
  const subjects = [...new Set(same.map(subjectOf))].filter((name) => name !== '');
  const shown = subjects.slice(0, MAX_SUBJECTS).join(', ');
  return {
    by: first.by && describeAuthor(first.by),
    kind: first.kind,
    action: actionOf(first),
    ...(shown !== '' && { subject: subjects.length > MAX_SUBJECTS ? `${shown}, …` : shown }),
    ...(entries.length > 1 && { entries: entries.length }),
  };
}

const ACTIONS: Readonly<Partial<Record<Entry['kind'], string>>> = {
  login: 'signed in',
  session: 'signed in',
  'sign-in-link-used': 'signed in',
  message: 'sent',
  command: 'sent',
  'command-message': 'sent',
  'file-taken': 'taken',
};

function actionOf({ kind, was }: Entry): string {
  if (kind.endsWith('-removed')) return 'removed';
  return ACTIONS[kind] ?? (was === undefined ? 'set' : 'changed');
}

/** What names the subject of an entry, the plainest first. */
const NAMES = ['name', 'deviceId', 'key', 'path', 'id', 'userId', 'what', 'level'] as const;

function subjectOf({ v, was }: Entry): string {
  const named: readonly Readonly<Record<string, unknown>>[] = [v, was ?? {}];
  for (const name of NAMES) {
    const value = named.map((members) => members[name]).find((one): one is string => typeof one === 'string');
    if (value !== undefined) return value;
  }
  return '';
}
