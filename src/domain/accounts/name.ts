import type { Failure } from '../../errors.js';
import { userErrors } from './messages.js';
import { caseFold } from '../case-fold.js';

/** Control and format characters, those that nothing shows by default (Unicode, UAX #44), and unassigned ones. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u115f\u1160\u2800\u3164]/u;

/**
 * Letters that read like ASCII ones in most fonts: from the confusables of Unicode (UTS #39) the Cyrillic, Greek, Armenian
 * and Latin ones, capitals included, because names are compared without regard to case. One string for each ASCII character.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀАΑ',
  b: 'вЬьβʙΒВ',
  c: 'сϲᴄСϹ',
  d: 'ԁɗᴅ',
  e: 'еҽεɛᴇЕΕ',
  g: 'ɡցɢ',
  h: 'һհнʜНΗ',
  i: 'іıɩιɪІΙӏ',
  j: 'јϳȷᴊЈ',
  k: 'кκᴋКΚ',
  l: '|1ʟ',
  m: 'мᴍМΜ',
  n: 'ոпηɴΝ',
  o: 'оοσօ0ᴏОΟ',
  p: 'рρᴘРΡ',
  q: 'ԛգ',
  r: 'гʀ',
  s: 'ѕꜱЅ',
  t: 'тτᴛТΤ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ԝաωᴡ',
  x: 'хχХΧ',
  y: 'уүγʏУΥ',
  z: 'ᴢΖ',
};
const ASCII_OF = new Map(
  Object.entries(LOOKALIKES).flatMap(([ascii, letters]) => Array.from(letters, (letter) => [letter, ascii] as const)),
);

const toAscii = (text: string): string => Array.from(text, (letter) => ASCII_OF.get(letter) ?? letter).join('');

/** Equal for names that read the same. */
const skeleton = (name: string): string => toAscii(caseFold(toAscii(name.normalize('NFKC'))));

/** Why a user cannot have this name or email because of what it looks like; undefined: they can. */
export function refuseLookalike(
  field: 'name' | 'email',
  text: string,
  others: readonly { readonly name: string; readonly email: string }[],
): Failure | undefined {
  const invisible = INVISIBLE.exec(text)?.[0];
  if (invisible !== undefined) {
    const code = (invisible.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return userErrors.invisible({ character: code }, `/${field}`);
  }
  const own = skeleton(text);
  if (!others.some(({ name, email }) => skeleton(name) === own || skeleton(email) === own)) return undefined;
  return userErrors.lookalike(`/${field}`);
}
