import { tryFormat } from '../../messages/format.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { Units } from '../../messages/quantity.js';
import { textsOf, type Language } from './text.js';
import { translateServerText } from './translate-server-text.js';

/** Of the person who reads. */
export type Reader = {
  readonly language: Language;
  readonly units: Units;
  /** IANA */
  readonly timeZone: string;
};

/** The sentence of a row in a language; undefined: it has no translation. */
function sentenceIn(language: Language, id: string): string | undefined {
  const dot = id.lastIndexOf('.');
  return textsOf(language)?.messages[id.slice(0, dot)]?.[id.slice(dot + 1)];
}

/**
 * What the gateway reports, for a reader. `text`: the gateway's English sentence, which is shown where there is no message,
 * and where this page cannot show it: its id may be of a newer gateway. `field`: the label of the field that is wrong.
 */
export function showMessage(
  message: GatewayMessage | null | undefined,
  text: string,
  { language, units, timeZone }: Reader,
  field?: string,
): string {
  const isShown = message != null && (language === 'en' || (sentenceIn(language, message.id) ?? '') !== '');
  const sentenceOf = (id: string): string | undefined => sentenceIn(language, id);
  const shown = isShown ? tryFormat(message, { language, units, timeZone, field, sentenceOf }) : undefined;
  return shown ?? translateServerText(text, language);
}
