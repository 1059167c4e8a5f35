import { SERVER_TEXTS } from './server-texts.js';
import { SETTING_TEXTS } from './setting-texts.js';
import type { Language } from './text.js';

type Pattern = { readonly regex: RegExp; readonly spanish: string };

const EXACT = new Map([...SERVER_TEXTS, ...Object.entries(SETTING_TEXTS)]);

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A value in an English sentence; braces around upper-case names belong to the sentence. */
const PLACEHOLDER = /\{([a-z]\w*)\}/;

const PATTERNS: readonly Pattern[] = SERVER_TEXTS.filter(([english]) => PLACEHOLDER.test(english)).map(
  ([english, spanish]) => {
    const parts = english
      .split(PLACEHOLDER)
      .map((part, index) => (index % 2 === 0 ? escapeRegex(part) : `(?<${part}>.*?)`));
    return { regex: new RegExp(`^${parts.join('')}$`, 's'), spanish };
  },
);

/** Most reasons of a port start with its path. */
const WITH_PATH = /^((?:\/|tcp:\/\/)\S*: )(.+)$/s;

/** Translates a text of the gateway; an unknown text, or an unknown part of one, stays as it is. */
export function translateServerText(text: string, language: Language): string {
  return language === 'en' ? text : (translate(text) ?? text);
}

function translate(text: string): string | undefined {
  const exact = EXACT.get(text);
  if (exact !== undefined) return exact;
  for (const { regex, spanish } of PATTERNS) {
    const values = regex.exec(text)?.groups;
    if (values !== undefined) {
      return spanish.replace(/\{([a-z]\w*)\}/g, (_whole, name: string) => translateValue(values[name] ?? ''));
    }
  }
  const [, path, reason] = WITH_PATH.exec(text) ?? [];
  if (path !== undefined && reason !== undefined) return path + translateValue(reason);
  if (!text.includes('; ')) return undefined;
  return text.split('; ').map(translateValue).join('; ');
}

const translateValue = (text: string): string => translate(text) ?? text;
