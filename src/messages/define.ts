import { failureOf, type Failure } from './failure.js';
import type { GatewayMessage, MessageValue } from './message.js';
import { addRow } from './rows.js';

/**
 * Rows of messages. The English sentence is written once, in ICU MessageFormat: `port.inUse` is the member `inUse` of
 * `defineMessages('port', …)`. It states what is wrong, then `: ` and the fix. `{field}` is no value: where a person reads
 * the sentence, it is the JSON pointer or the label of the field. A branch of a plural or select has a space or `#`.
 */

/** Only the values of these placeholders may have spaces: they are names and words that are not the gateway's. An id of a path may be any text. */
export const FREE_PLACEHOLDERS: ReadonlySet<string> = new Set([
  'name',
  'detail',
  'reply',
  'path',
  'command',
  'holders',
  'id',
]);

/** Longer strings are cut. */
const MAX_CHARS = 1_024;
/** Longer lists are cut. */
const MAX_LIST_CHARS = 4_096;

/** What ICU quotes with apostrophes is no placeholder. */
type Unquoted<Text> = Text extends `${infer Before}'{${string}'${infer After}` ? Unquoted<`${Before}${After}`> : Text;
/** The inside of each brace, up to the first closing one. */
type Arguments<Text> = Text extends `${string}{${infer Rest}`
  ? (Rest extends `${infer Argument}}${string}` ? Argument : never) | Arguments<Rest>
  : never;
type Word<Text> = Text extends '' | 'field' | `${string}${' ' | '#' | '{'}${string}` ? never : Text;
/** Other words before a comma are the beginning of a branch. */
type NameOf<Argument> = Argument extends `${infer Name},${infer Kind}`
  ? Kind extends ` ${'number' | 'plural' | 'select'}${string}`
    ? Word<Name>
    : never
  : Word<Argument>;
type KindOf<Argument> = Argument extends `${string},${infer Kind}`
  ? Kind extends ` select,${string}`
    ? string
    : number
  : MessageValue;
/** The values that a sentence needs, by placeholder. */
export type ValuesOf<Text> = {
  readonly [Argument in Arguments<Unquoted<Text>> as NameOf<Argument> & string]: KindOf<Argument>;
};
type Values<Text> = [keyof ValuesOf<Text>] extends [never] ? [] : [values: ValuesOf<Text>];

type Messages<Rows extends Readonly<Record<string, string>>> = {
  readonly [Member in keyof Rows]: (...values: Values<Rows[Member]>) => GatewayMessage;
};
type Errors<Rows extends Readonly<Record<string, readonly [string, string]>>> = {
  readonly [Member in keyof Rows]: (
    ...values: [...Values<Rows[Member][1]>, field?: string]
  ) => Failure<Rows[Member][0]>;
};

function bounded(value: MessageValue): MessageValue {
  if (typeof value === 'string' && value.length > MAX_CHARS) return `${value.slice(0, MAX_CHARS - 1)}…`;
  if (!Array.isArray(value)) return value;
  const items: (string | number | GatewayMessage)[] = [];
  let chars = 0;
  for (const item of value as readonly (string | number | GatewayMessage)[]) {
    chars += typeof item === 'object' ? 0 : String(item).length + 2;
    if (chars > MAX_LIST_CHARS) return [...items, '…'];
    items.push(bounded(item) as string | number | GatewayMessage);
  }
  return items;
}

function create(id: string, values: Readonly<Record<string, MessageValue>>): GatewayMessage {
  const entries = Object.entries(values).map(([name, value]) => [name, bounded(value)] as const);
  return { id, values: Object.fromEntries(entries) };
}

/** Rows that are no errors of the API: reasons, causes and advice. */
export function defineMessages<const Rows extends Readonly<Record<string, string>>>(
  area: string,
  rows: Rows,
): Messages<Rows> {
  const entries = Object.entries(rows).map(([member, sentence]) => {
    const id = `${area}.${member}`;
    addRow({ id, sentence });
    return [member, (values: Readonly<Record<string, MessageValue>> = {}) => create(id, values)];
  });
  return Object.fromEntries(entries) as Messages<Rows>;
}

/** Rows that are errors, each with its code: a member makes the failure, at a field if one is wrong. */
export function defineErrors<const Rows extends Readonly<Record<string, readonly [string, string]>>>(
  area: string,
  rows: Rows,
): Errors<Rows> {
  const entries = Object.entries(rows).map(([member, [code, sentence]]) => {
    const id = `${area}.${member}`;
    addRow({ id, sentence, code });
    // A row without placeholders takes the field alone.
    const fail = (first?: Readonly<Record<string, MessageValue>> | string, second?: string): Failure<string> =>
      typeof first === 'object' ? failureOf(code, create(id, first), second) : failureOf(code, create(id, {}), first);
    return [member, fail];
  });
  return Object.fromEntries(entries) as Errors<Rows>;
}

/** A row of an error in what was given. */
export const invalid = <const Sentence extends string>(sentence: Sentence) => ['validation_failed', sentence] as const;

/** The rows of a collection whose bound refuses more. `noun`: of one entity, as in the middle of a sentence. */
const boundRows = <const Noun extends string>(noun: Noun) =>
  ({
    full: ['conflict', `limit of {limit} ${noun}s reached ({used} in use): remove one first`],
    fullBytes: [
      'conflict',
      `limit of {limit} bytes for all ${noun}s reached ({used} in use, {added} more asked for): shorten or remove some first`,
    ],
  }) as const;

export const boundMessages = <const Noun extends string>(area: string, noun: Noun) =>
  defineErrors(area, boundRows(noun));

/** The rows of a collection of named entities. They are rows of their own, because other languages bend the sentence. */
export const collectionMessages = <const Noun extends string>(area: string, noun: Noun) =>
  defineErrors(area, {
    notFound: ['not_found', `${noun} {id} not found`],
    nameTaken: ['conflict', `{field}: ${noun} {name} already exists`],
    nameTwice: ['conflict', `{field}: ${noun} {name} occurs twice`],
    tooMany: [
      'conflict',
      `{count} ${noun}s are more than the {room} for which there is room (limit of {limit}): remove some first`,
    ],
    ...boundRows(noun),
  } as const);
