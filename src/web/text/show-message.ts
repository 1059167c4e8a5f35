import { tryFormat } from '../../messages/format.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { Units } from '../../messages/quantity.js';
import { textsOf, type Language } from './text.js';

/** Of the person who reads. */
export type Reader = {
  readonly language: Language;
  readonly units: Units;
  /** IANA */
  readonly timeZone: string;
};

/** The sentence of a row in a language; undefined or empty: it has no translation. */
function sentenceIn(language: Language, id: string): string | undefined {
  const dot = id.lastIndexOf('.');
  return textsOf(language)?.messages[id.slice(0, dot)]?.[id.slice(dot + 1)];
}

/**
 * What the gateway reports, for a reader; undefined: there is no message, or this page cannot show it in the language: its
 * id may be of a newer gateway. `field`: the label of the field that is wrong.
 */
export function showMessage(
  message: GatewayMessage | null | undefined,
  { language, units, timeZone }: Reader,
  field?: string,
): string | undefined {
  if (typeof message?.id !== 'string') return undefined;
  const sentenceOf = (id: string): string | undefined => sentenceIn(language, id);
  if (language !== 'en' && (sentenceOf(message.id) ?? '') === '') return undefined;
  return tryFormat(message, { language, units, timeZone, field, sentenceOf });
}
