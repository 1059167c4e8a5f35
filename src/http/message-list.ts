import { allRows } from '../messages/catalog.js';
import { statusOfRow } from '../messages/failure.js';
import { placeholdersOf } from '../messages/format.js';

/** A row of the catalog, for authors of clients. */
export type DocumentedMessage = {
  readonly id: string;
  /** HTTP status of an error; null: a reason inside of a resource or another message */
  readonly status: number | null;
  readonly code: string | null;
  /** English, in ICU MessageFormat */
  readonly sentence: string;
  /** what to do, the end of the sentence; null: it states none */
  readonly fix: string | null;
  /** names of the values */
  readonly values: readonly string[];
};

/** A field, header or key at the beginning. */
const SUBJECT = /^(?:\{field\}|[\w.]+): /;

/** What follows the first colon of the sentence. */
const fixOf = (sentence: string): string | null => /: (.+)$/.exec(sentence.replace(SUBJECT, ''))?.[1] ?? null;

/** The messages of the catalog, by id. */
export const documentedMessages = (): DocumentedMessage[] =>
  allRows()
    .map(({ id, code = null, sentence }) => ({
      id,
      status: statusOfRow(code) ?? null,
      code,
      sentence,
      fix: fixOf(sentence),
      values: placeholdersOf(sentence).filter((name) => name !== 'field'),
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
