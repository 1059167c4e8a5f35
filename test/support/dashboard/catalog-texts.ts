import { formatDuration } from '../../../src/web/format/duration.js';
import type { Language } from '../../../src/web/text/text.js';

const lists = new URL('../../web/languages/same-as-english.js', import.meta.url);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const known = new Map<string, readonly RegExp[]>();

/** Returns whether a text of the page is the same in English and in the language on purpose. */
export async function equalTexts(language: string): Promise<(text: string) => boolean> {
  const patterns = known.get(language) ?? (await readEqual(language));
  known.set(language, patterns);
  return (text) => patterns.some((pattern) => pattern.test(text));
}

async function readEqual(language: string): Promise<readonly RegExp[]> {
  const module: unknown = await import(lists.href);
  const all = isRecord(module) ? module.SAME_AS_ENGLISH : undefined;
  const listed = isRecord(all) ? all[language] : undefined;
  if (!Array.isArray(listed)) throw new Error(`test/web/languages/same-as-english.ts has no list of ${language}`);
  return [...listed.map(String).flatMap(branchesOf), ...equalRegions(language), ...equalDurations(language)].map(
    patternOf,
  );
}

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));

/** Countries with the same name in both languages. */
function equalRegions(language: string): readonly string[] {
  const [english, other] = ['en', language].map((one) => new Intl.DisplayNames(one, { type: 'region' }));
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.flatMap((code) => {
    const name = english?.of(code);
    return name !== undefined && name === other?.of(code) ? [name] : [];
  });
}

/** Seconds: one and two of each unit. */
const DURATIONS = [1, 60, 3_600, 86_400].flatMap((unit) => [unit, 2 * unit]);

/** Durations that both languages write alike, such as French minutes; `{n}` is the number. */
function equalDurations(language: string): readonly string[] {
  return DURATIONS.flatMap((seconds) => {
    const text = formatDuration(seconds, language as Language);
    return text === formatDuration(seconds, 'en') ? [text.replace(/\d+/, '{n}')] : [];
  });
}

/** The texts of a plural, each with a value in the place of the count. */
function branchesOf(text: string): readonly string[] {
  const [plural, branches] = /\{\w+, plural,((?: \S+ \{[^{}]*\})+)\}/.exec(text) ?? [];
  if (plural === undefined || branches === undefined) return [text];
  const all = [...branches.matchAll(/\{([^{}]*)\}/g)].map(([, branch = '']) => branch.replaceAll('#', '{count}'));
  return all.flatMap((branch) => branchesOf(text.replace(plural, branch)));
}

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map(escapeRegex)
      .join('.*')}$`,
    's',
  );
