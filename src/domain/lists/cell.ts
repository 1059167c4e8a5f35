import { unprotectCell } from './formula.js';

/** Spaces, and marks without a width that come along when a number is copied. */
const OUTER = /[\s\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/;
/** How spreadsheets write a number that is to stay a text: ="0123" */
const TEXT_FORMULA = /^="([^"]*)"$/;

/** The value of a cell: without outer spaces, and without what keeps a spreadsheet from changing it. */
export function cleanCell(cell: string): string {
  const text = trimOuter(cell);
  return TEXT_FORMULA.exec(text)?.[1]?.trim() ?? unprotectCell(text);
}

function trimOuter(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && OUTER.test(text.charAt(start))) start++;
  while (end > start && OUTER.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** 8.6E+14 */
const SHORTENED = /^\d(?:[.,]\d*)?E\+?\d+$/i;
/** 351777090001403.0 */
const WITH_DECIMALS = /^\d+[.,]0+$/;
/** 351.777.090.001.403: no address has five groups */
const GROUPED = /^\d{1,3}(?:([.,' \u00A0\u202F\u2019])\d{3})(?:\1\d{3}){3,}$/;

/** A number that a spreadsheet has shortened: no cell has one on purpose. */
export const isShortened = (text: string): boolean => SHORTENED.test(text);

/** A whole number, like an id, that a spreadsheet has shortened, given decimals or divided into groups. */
export const isReformatted = (text: string): boolean =>
  isShortened(text) || WITH_DECIMALS.test(text) || GROUPED.test(text);

/** A spreadsheet keeps fifteen digits of a number, and writes zeros for the others. */
const KEPT_DIGITS = 15;
/** By chance, one list in a thousand has these zeros. */
const CERTAIN_ZEROS = 3;

/** The numbers that a spreadsheet has certainly rounded: all long ones of a column end in zeros. */
export function roundedNumbers(column: readonly string[]): readonly string[] {
  const long = column.filter((text) => /^\d+$/.test(text) && text.length > KEPT_DIGITS);
  const lost = long.map((text) => text.slice(KEPT_DIGITS)).join('');
  return lost.length >= CERTAIN_ZEROS && /^0+$/.test(lost) ? long : [];
}
