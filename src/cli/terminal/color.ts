/** Colors on a terminal: states in tables and findings, headings. A pipe and a file get none. */
const CODES = { good: 32, warning: 33, bad: 31, heading: 1 } as const;
type Style = keyof typeof CODES;

/** What a state means, in lower case; other words stay as they are. */
const STYLES: Readonly<Record<Exclude<Style, 'heading'>, readonly string[]>> = {
  good: ['ok', 'active', 'open', 'done', 'sent', 'verified', 'unchanged', 'valid', 'on'],
  warning: [
    'warning',
    'note',
    'expired',
    'queued',
    'sending',
    'opening',
    'detecting',
    'busy',
    'uncertain',
    'suppressed',
    'canceled',
    'off',
  ],
  bad: ['fault', 'loss', 'failed', 'error', 'absent', 'disabled', 'refused'],
};

type Terminal = { readonly isTTY?: boolean };

/** False if the output is no terminal, or the environment forbids colors (no-color.org). */
export const hasColors = ({ isTTY }: Terminal = process.stdout, env: NodeJS.ProcessEnv = process.env): boolean =>
  isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';

const paint = (style: Style, text: string): string => `\u001b[${CODES[style]}m${text}\u001b[0m`;

/** A text that begins with a state, in the color of that state. */
export function paintWord(text: string, isColored = hasColors()): string {
  const word = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '';
  const style = (['good', 'warning', 'bad'] as const).find((name) => STYLES[name].includes(word));
  return isColored && style !== undefined ? paint(style, text) : text;
}

export const paintHeading = (text: string, isColored = hasColors()): string =>
  isColored ? paint('heading', text) : text;

/** The start of an error message. */
export const paintError = (text: string, isColored = hasColors(process.stderr)): string =>
  isColored ? paint('bad', text) : text;
