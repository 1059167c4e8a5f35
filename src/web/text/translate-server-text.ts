import { textsOf, type Language } from './text.js';

type Pattern = { readonly regex: RegExp; readonly translation: string };
type Dictionary = { readonly sentences: ReadonlyMap<string, string>; readonly patterns: readonly Pattern[] };

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A value in an English sentence; braces around upper-case names belong to the sentence. */
const PLACEHOLDER = /\{([a-z]\w*)\}/;

const dictionaries = new Map<Language, Dictionary>();

function dictionaryOf(language: Language): Dictionary | undefined {
  const known = dictionaries.get(language);
  if (known !== undefined) return known;
  const sentences = textsOf(language)?.sentences;
  if (sentences === undefined) return undefined;
  const all = Object.entries(sentences);
  const patterns = all
    .filter(([english]) => PLACEHOLDER.test(english))
    .sort(([one], [other]) => ownLength(other) - ownLength(one))
    .map(createPattern);
  const dictionary = { sentences: new Map(all), patterns };
  dictionaries.set(language, dictionary);
  return dictionary;
}

/** Of the sentences that match a text, the one with the most words of its own is meant. */
const ownLength = (english: string): number => english.replace(/\{[a-z]\w*\}/g, '').length;

function createPattern([english, translation]: readonly [string, string]): Pattern {
  const parts = english
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 0 ? escapeRegex(part) : `(?<${part}>.*?)`));
  return { regex: new RegExp(`^${parts.join('')}$`, 's'), translation };
}

/** Most reasons of a port or listener start with its path. */
const WITH_PATH = /^((?:\/|[a-z-]+:\/\/)\S*: )(.+)$/s;

/** Such as the words of a modem. */
const WITH_DETAIL = /^([^()]+) (\([^()]*\))$/s;

/** Translates a text of the gateway; an unknown text, or an unknown part of one, stays as it is. */
export function translateServerText(text: string, language: Language): string {
  const dictionary = dictionaryOf(language);
  return dictionary === undefined ? text : translateKnown(text, dictionary);
}

const translateKnown = (text: string, dictionary: Dictionary): string => translate(text, dictionary) ?? text;

function translate(text: string, dictionary: Dictionary): string | undefined {
  const exact = dictionary.sentences.get(text);
  if (exact !== undefined) return exact;
  for (const { regex, translation } of dictionary.patterns) {
    const values = regex.exec(text)?.groups;
    if (values !== undefined) {
      return translation.replace(/\{([a-z]\w*)\}/g, (_whole, name: string) =>
        translateKnown(values[name] ?? '', dictionary),
      );
    }
  }
  const [, path, reason] = WITH_PATH.exec(text) ?? [];
  if (path !== undefined && reason !== undefined) return path + translateKnown(reason, dictionary);
  const [, head, detail] = WITH_DETAIL.exec(text) ?? [];
  const known = head === undefined ? undefined : translate(head, dictionary);
  if (known !== undefined && detail !== undefined) return `${known} ${detail}`;
  if (!text.includes('; ')) return undefined;
  return text
    .split('; ')
    .map((part) => translateKnown(part, dictionary))
    .join('; ');
}
