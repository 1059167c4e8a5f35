import { failure, success, type Result } from '../../errors.js';
import type { Author } from '../accounts/author.js';
import { idSchema, instantSchema } from '../common.js';
import { CHANGE_KINDS, type ChangeKind } from './change.js';

export const MAX_CHANGES = 200;
const DEFAULT_CHANGES = 100;
const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;

/** More than all kinds, or as many authors as anybody asks for, take. */
const MAX_LIST_CHARS = 1_024;
const MAX_AUTHORS = 16;

/** The types of an author. */
export const AUTHOR_TYPES = [
  'user',
  'display',
  'command',
  'configuration',
  'uplink',
  'center',
] as const satisfies readonly Author['type'][];

/** `by` of a change without an author. */
export const GATEWAY_AUTHOR = 'gateway';

export const changeQuerySchema = {
  type: 'object',
  properties: {
    from: { ...instantSchema, description: `inclusive; left out: ${DEFAULT_DAYS} days before the end` },
    to: { ...instantSchema, description: 'inclusive; left out: now' },
    kind: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_LIST_CHARS,
      description: `only these kinds, with commas between them: ${CHANGE_KINDS.join(', ')}`,
    },
    by: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_LIST_CHARS,
      description: `only these authors, with commas between them: ids of users and displays, ${AUTHOR_TYPES.join(', ')}, or ${GATEWAY_AUTHOR} for those without an author`,
    },
    subject: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'only changes of what has this id; of a port its path, of an uplink or webhook its name',
    },
    limit: { type: 'integer', minimum: 1, maximum: MAX_CHANGES, default: DEFAULT_CHANGES },
    cursor: { type: 'string', maxLength: 64, description: '`next` of the previous page' },
  },
  additionalProperties: false,
} as const;

export type ChangeQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly kind?: string | undefined;
  readonly by?: string | undefined;
  readonly subject?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** Times in ms since 1970, both ends included; undefined: all. `before`: the page ends before the entry with this number. */
export type ChangeSearch = {
  readonly from: number;
  readonly to: number;
  readonly kinds: ReadonlySet<ChangeKind> | undefined;
  readonly authors: ReadonlySet<string> | undefined;
  readonly subject: string | undefined;
  readonly limit: number;
  readonly before: number;
};

const isKind = (name: string): name is ChangeKind => (CHANGE_KINDS as readonly string[]).includes(name);
const ID = new RegExp(idSchema.pattern);

/** Converts a query that has passed its schema. `now`: ms since 1970. */
export function readChangeQuery(query: ChangeQuery, now: number): Result<ChangeSearch> {
  const { subject, limit } = query;
  const to = query.to === undefined ? Infinity : Date.parse(query.to);
  const from = query.from === undefined ? Math.min(to, now) - DEFAULT_DAYS * DAY_MS : Date.parse(query.from);
  if (from > to) return failure('validation_failed', 'query: /from must not be later than /to');
  const kinds = query.kind?.split(',');
  const wrong = kinds?.find((name) => !isKind(name));
  if (wrong !== undefined) {
    return failure('validation_failed', `query: /kind: ${wrong} is no kind of change: ${CHANGE_KINDS.join(', ')}`);
  }
  const authors = query.by?.split(',');
  if (authors?.every((id) => ID.test(id) && id.length <= idSchema.maxLength) === false) {
    return failure(
      'validation_failed',
      'query: /by must have ids of users or types of authors, with commas between them',
    );
  }
  if ((authors?.length ?? 0) > MAX_AUTHORS) {
    return failure('validation_failed', `query: /by must not have more than ${MAX_AUTHORS} authors`);
  }
  const before = readCursor(query.cursor);
  if (before === undefined) return failure('validation_failed', 'query: /cursor is invalid: omit it to start again');
  return success({
    ...{ from, to, subject, limit, before },
    kinds: kinds === undefined ? undefined : new Set(kinds.filter(isKind)),
    authors: authors === undefined ? undefined : new Set(authors),
  });
}

/** A cursor is the number of the last entry looked at. */
function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return Infinity;
  return /^[1-9]\d{0,15}$/.test(cursor) ? Number(cursor) : undefined;
}
