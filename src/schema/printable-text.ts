/**
 * Control characters (C0 and C1) and those that turn the direction of text. In a name from a user or a tracker, a terminal
 * may take them as commands, a mail server as a new line, and a reader may see another name than the one that is stored.
 */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}]/u;
const ALL_UNPRINTABLE = new RegExp(UNPRINTABLE, 'gu');

export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);

export const printable = (text: string): string => (isPrintable(text) ? text : text.replace(ALL_UNPRINTABLE, '\ufffd'));

/** The value as JSON in one line, which a terminal can show: strings have such characters as escapes. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(ALL_UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
