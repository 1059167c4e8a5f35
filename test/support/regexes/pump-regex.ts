import { runInNewContext } from 'node:vm';

/** The slowest text for a regular expression. */
export type Pumped = {
  /** Does the time grow faster than the text? */
  readonly isSuperlinear: boolean;
  /** CPU ms for `LARGE` characters; for fewer if it grows faster */
  readonly ms: number;
  readonly text: string;
};

const SMALL = 4_096;
const LARGE = 1_048_576;
/** Four times the text takes a quadratic expression sixteen times as long, and a linear one four times. */
const FACTOR = 4;
const MAX_GROWTH = 9;
/** CPU ms for a small text: hardly any linear expression takes as long. */
const SUSPICIOUS_MS = 1.5;
/** An expression that takes exponential time would never end. */
const MAX_MS = 20_000;

const STARTS = ['', 'a', '0', '$', '<', '"', '{', '1,', 'A:'];
const PUMPS = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    'a',
    'A',
    'é',
    '0',
    '9',
    ',',
    '.',
    '-',
    '+',
    '/',
    ':',
    ';',
    '=',
    '_',
    '*',
    '|',
  ],
  ...['"', "'", '\\', '<', '>', '&', '(', '[', '{', '}', '%', '#', '$', '@', '\0', '\x1b'],
  ...[
    'a ',
    ' a',
    ', ',
    ' ,',
    '0,',
    '0.',
    '0 ',
    '00 ',
    'a.',
    'a,',
    'a=',
    '&#',
    '&a;',
    '[a',
    '</',
    '<a ',
    '""',
    '\\"',
    'ab',
  ],
  ...[
    'eyJ-',
    '-----BEGIN a-----',
    '-----BEGIN ',
    'https://',
    'http://a',
    '\\x0D',
    '\\u0',
    '{"n":1',
    'Bearer ',
    '%20',
    '::',
  ],
];
const ENDS = ['', '\0', 'z"'];

/** CPU time, in ms: what other programs do on the machine meanwhile does not count. */
function msOf(regex: RegExp, text: string): number {
  const before = process.cpuUsage();
  regex.lastIndex = 0;
  if (regex.global) text.replace(regex, '');
  else regex.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const fastestOf = (regex: RegExp, text: string): number =>
  Math.min(...Array.from({ length: 3 }, () => msOf(regex, text)));

/** Measures the expression with many kinds of long texts. */
export function pumpRegex(regex: RegExp): Pumped {
  let result: Pumped | undefined;
  const run = (): void => {
    result = pump(regex);
  };
  try {
    runInNewContext('run()', { run }, { timeout: MAX_MS });
  } catch {
    // The time is over.
  }
  return result ?? { isSuperlinear: true, ms: MAX_MS, text: '' };
}

function pump(regex: RegExp): Pumped {
  let slowest = { ms: 0, start: '', unit: '', end: '' };
  for (const start of STARTS) {
    for (const unit of PUMPS) {
      for (const end of ENDS) {
        const textOf = (length: number): string => start + unit.repeat(length / unit.length) + end;
        const ms = msOf(regex, textOf(SMALL));
        if (ms > slowest.ms) slowest = { ms, start, unit, end };
        if (ms < SUSPICIOUS_MS) continue;
        const [small, large] = [SMALL, FACTOR * SMALL].map((length) => fastestOf(regex, textOf(length)));
        if (large !== undefined && small !== undefined && large > SUSPICIOUS_MS && large / small > MAX_GROWTH)
          return { isSuperlinear: true, ms: large, text: describe({ start, unit, end }) };
      }
    }
  }
  const { start, unit, end } = slowest;
  const ms = msOf(regex, start + unit.repeat(LARGE / Math.max(1, unit.length)) + end);
  return { isSuperlinear: false, ms, text: describe(slowest) };
}

const describe = (text: { readonly start: string; readonly unit: string; readonly end: string }): string =>
  `${JSON.stringify(text.start)} + ${JSON.stringify(text.unit)}… + ${JSON.stringify(text.end)}`;
