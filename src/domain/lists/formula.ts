/**
 * Cells that no spreadsheet takes for a formula, whichever of comma, semicolon, tab and bar it separates by. With another
 * separator than that of the file, a cell starts in the middle of a text, and a quote there protects nothing (OWASP, CSV
 * injection). So an apostrophe precedes each sign that could start a formula: at the start of the text, after a separator
 * or a line break, and behind spaces, quotes and apostrophes there. A text that ends so gets one, too, because the next
 * cell would go on with it. `unprotectCell` removes these apostrophes and no other.
 */

const SIGNS = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20';
const STARTS = ',;|\\t\\r\\n';
const FILLERS = ' "\'\u00A0';

const SIGN = new RegExp(`[${SIGNS}]`);
const START = new RegExp(`[${STARTS}]`);
const FILLER = new RegExp(`[${FILLERS}]`);
/** No work for most texts. */
const AT_RISK = new RegExp(`(?:^|[${STARTS}])[${FILLERS}]*(?:[${SIGNS}]|$)`);

export function protectCell(text: string): string {
  if (text === '' || !AT_RISK.test(text)) return text;
  let cell = '';
  let isStart = true;
  for (const char of text) {
    if (isStart && SIGN.test(char)) cell += "'";
    cell += char;
    isStart = START.test(char) || (isStart && FILLER.test(char));
  }
  return isStart ? `${cell}'` : cell;
}

export function unprotectCell(cell: string): string {
  if (!cell.includes("'")) return cell;
  let text = '';
  let isStart = true;
  for (let at = 0; at < cell.length; at++) {
    const char = cell.charAt(at);
    const next = cell[at + 1];
    const isAdded = isStart && char === "'" && (next === undefined || SIGN.test(next));
    if (!isAdded) text += char;
    isStart = START.test(char) || (isStart && FILLER.test(char));
  }
  return text;
}
