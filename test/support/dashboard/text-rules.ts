import { protocols } from '../../../src/protocols/index.js';
import { ATTENTION_ALERTS, KNOWN_ALERTS } from '../../../src/schema/records/alert-names.js';
import { equalTexts } from './catalog-texts.js';
import type { Finding } from './inspector.js';

/** Values of the depot and of protocols, which no language translates. */
const DATA = [
  /\S*Harderwijk.*/gs,
  // paths, addresses and names with digits
  /\S*(?:\/|@|:\/\/|\d)\S*/g,
  /\b(?:Waypost|json|http|FTDI|USB|UART|admin|IgnitionOn|sendInterval|password|receipt)\b/g,
  new RegExp(`\\b(?:auto|${[...Object.keys(protocols), ...KNOWN_ALERTS, ...ATTENTION_ALERTS].join('|')})\\b`, 'g'),
  /^Alert: .*/s,
  // the name of this zone is English in Dutch too
  /\bGreenwich Mean Time, .*/g,
  // units and formats of files
  /\b(?:SMS|GMT|UTC|mph|ft|min|sec|kB|MB|GB|CSV|GPX|KML|GeoJSON)\b/gi,
];
const PLACEHOLDER = /\{(?!(?:n|identity|column)\})[a-z]\w*\}/i;
const NO_TEXT = /\b(?:undefined|NaN|null|Invalid Date)\b|\[object /;

/** Texts with a placeholder that has no value, or without a text. */
export const unfilledTexts = (texts: readonly string[]): readonly Finding[] =>
  texts
    .filter((text) => PLACEHOLDER.test(text) || NO_TEXT.test(text))
    .map((text) => ({ rule: 'not filled in', element: '', text }));

/** Texts that the page shows in English too, although the language has another text. */
export async function untranslatedTexts(
  texts: readonly string[],
  english: ReadonlySet<string>,
  language: string,
): Promise<readonly Finding[]> {
  const equal = await equalTexts(language);
  return texts
    .filter((text) => english.has(text) && !equal(text) && !equal(bare(text)) && hasWords(text))
    .map((text) => ({ rule: 'not translated', element: '', text }));
}

/** Without what the page puts around a text: the number of alerts, the name of the page and a unit. */
const bare = (text: string): string => text.replace(/^\(\d+\) | · Waypost$| \([\w/%°]+\)$/g, '');

const hasWords = (text: string): boolean =>
  /\p{L}{2}/u.test(DATA.reduce((rest, pattern) => rest.replace(pattern, ' '), text));
