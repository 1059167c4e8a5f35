import { IntlMessageFormat } from 'intl-messageformat';
import { MAX_NESTED, type GatewayMessage } from './message.js';
import { formatQuantity, isUnit, type Units } from './quantity.js';
import { rowOf } from './rows.js';

export type FormatOptions = {
  /** BCP 47 */
  readonly language: string;
  readonly units: Units;
  /** IANA; undefined: instants and numbers stay as they are in the values */
  readonly timeZone: string | undefined;
  /** the sentence of an id in the language; undefined or empty: it has none, and the English one is shown */
  readonly sentenceOf?: (id: string) => string | undefined;
  /** what a sentence shows for `{field}` */
  readonly field?: string | undefined;
};

/** A sentence, the names of its placeholders, and those whose values have to be numbers. */
type Compiled = {
  readonly format: IntlMessageFormat;
  readonly names: readonly string[];
  readonly numbers: readonly string[];
};
type Placeholder = { readonly name: string; readonly isNumber: boolean };
type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** By language and sentence; both are those of the catalog, so there are few. */
const compiled = new Map<string, Map<string, Compiled>>();

function compile(sentence: string, language: string): Compiled {
  let own = compiled.get(language);
  if (own === undefined) compiled.set(language, (own = new Map<string, Compiled>()));
  const known = own.get(sentence);
  if (known !== undefined) return known;
  // A sentence may have words in angle brackets, which are no tags.
  const format = new IntlMessageFormat(sentence, language, undefined, { ignoreTag: true });
  const placeholders = format.getAst().flatMap(placeholdersIn);
  const numbers = placeholders.filter(({ isNumber }) => isNumber).map(({ name }) => name);
  const made = { format, names: placeholders.map(({ name }) => name), numbers };
  own.set(sentence, made);
  return made;
}

/** Of the parser's enumeration, whose code the package does not export: plain text, and the `#` of a plural. */
const [LITERAL, NUMBER, POUND] = [0, 2, 7];

function placeholdersIn(element: Element): Placeholder[] {
  const type: number = element.type;
  if (type === LITERAL || type === POUND || !('value' in element)) return [];
  const isNumber = type === NUMBER || 'pluralType' in element;
  const branches = 'options' in element ? Object.values(element.options) : [];
  return [{ name: element.value, isNumber }, ...branches.flatMap(({ value }) => value.flatMap(placeholdersIn))];
}

/** The names of the placeholders in a sentence, each once. */
export const placeholdersOf = (sentence: string): readonly string[] => [...new Set(compile(sentence, 'en').names)];

/** A value from outside may be anything. */
class BadValue extends Error {}

/** `depth`: of the message that has the value; 0 is the outermost one. */
function shown(value: unknown, reader: FormatOptions, depth: number): string | number {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) {
    const isOfMessages = value.some((item) => typeof item === 'object');
    return value.map((item) => shown(item, reader, depth)).join(isOfMessages ? '; ' : ', ');
  }
  if (typeof value !== 'object' || value === null) throw new BadValue();
  if ('id' in value) return formatWith(value as GatewayMessage, reader, depth + 1);
  const { language, units, timeZone } = reader;
  if ('at' in value) return formatInstant(value.at, language, timeZone);
  const { quantity, unit } = value as { readonly quantity?: unknown; readonly unit?: unknown };
  if (typeof quantity !== 'number' || !Number.isFinite(quantity) || !isUnit(unit)) throw new BadValue();
  return formatQuantity({ quantity, unit }, { language, units, isPlain: timeZone === undefined });
}

const instants = new Map<string, Intl.DateTimeFormat>();

function formatInstant(at: unknown, language: string, timeZone: string | undefined): string {
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) throw new BadValue();
  if (timeZone === undefined) return at;
  const key = `${language} ${timeZone}`;
  const format =
    instants.get(key) ?? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  instants.set(key, format);
  return format.format(Date.parse(at));
}

function formatWith({ id, values }: GatewayMessage, reader: FormatOptions, depth: number): string {
  const own = reader.sentenceOf?.(id);
  const isOwn = own !== undefined && own !== '';
  const sentence = isOwn ? own : rowOf(id)?.sentence;
  if (sentence === undefined || depth > MAX_NESTED) throw new BadValue();
  const { format, numbers } = compile(sentence, isOwn ? reader.language : 'en');
  const texts: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) texts[name] = shown(value, reader, depth);
  if (numbers.some((name) => typeof texts[name] !== 'number')) throw new BadValue();
  texts.field = reader.field ?? 'the body';
  return format.format(texts) as string;
}

/** The sentence, or undefined: no row has the id, or a value does not fit its place. Never throws. */
export function tryFormat(message: GatewayMessage, options: FormatOptions): string | undefined {
  try {
    return formatWith(message, options, 0);
  } catch {
    return undefined;
  }
}

/** Called once in a process, with the first id that cannot be shown. */
let onUnknown: ((id: string) => void) | undefined;
export const onFirstUnknown = (listener: (id: string) => void): void => {
  onUnknown = listener;
};

/** The sentence for a reader, or the id in brackets. Never throws. */
export function format(message: GatewayMessage, options: FormatOptions): string {
  const sentence = tryFormat(message, options);
  if (sentence !== undefined) return sentence;
  const listener = onUnknown;
  onUnknown = undefined;
  listener?.(message.id);
  return `[${message.id}]`;
}

/** A text of the page, which has no id: its placeholders are filled with values as they are. Never throws. */
export function fill(text: string, language: string, values: Readonly<Record<string, string | number>> = {}): string {
  if (!/[{']/.test(text)) return text;
  try {
    return compile(text, language).format.format(values) as string;
  } catch {
    return text;
  }
}
