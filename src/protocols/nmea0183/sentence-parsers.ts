import { utcMidnight } from '../utc.js';
import {
  altitude,
  charactersIn,
  codeOf,
  course,
  decimal,
  digitsOf,
  dilution,
  holdsAny,
  isEmpty,
  knots,
  letter,
  position,
  readShortDate,
  satellites,
  timeOfDay,
  type NmeaPosition,
  type SentenceFields,
} from './fields.js';

const ADDRESS_LENGTH = 5;
const G = codeOf('G');
const N = codeOf('N');
const P = codeOf('P');

/** The values of one sentence; blank and malformed fields are undefined. */
export type ParsedSentence = {
  /** the sentence formatter: three letters */
  readonly type: string;
  /** ms since midnight; a sentence without a time belongs to the current epoch */
  time: number | undefined;
  /** midnight UTC, ms since 1970 */
  date: number | undefined;
  /** whether there is a fix; undefined in sentences without this field */
  valid: boolean | undefined;
  position: NmeaPosition | undefined;
  /** m/s */
  speed: number | undefined;
  course: number | undefined;
  /** m above mean sea level */
  altitude: number | undefined;
  /** used in the fix */
  satellites: number | undefined;
  hdop: number | undefined;
  /** 1 no fix, 2 2D, 3 3D */
  dimensions: number | undefined;
};

/** Whether sentences of this type have a time field, even if it is blank. */
export const hasTimeField = ({ type }: Readonly<ParsedSentence>): boolean => type !== 'VTG' && type !== 'GSA';

/** All sentence types share one object shape, which keeps the code that reads them monomorphic. */
const createEmpty = (type: string): ParsedSentence => ({
  type,
  time: undefined,
  date: undefined,
  valid: undefined,
  position: undefined,
  speed: undefined,
  course: undefined,
  altitude: undefined,
  satellites: undefined,
  hdop: undefined,
  dimensions: undefined,
});

const VALID = codeOf('A');
const FIX_MODES = charactersIn('ADFPR');
/** GGA: 0 none, 6 dead reckoning, 7 manual, 8 simulated; these are satellite fixes. */
const FIX_QUALITIES = charactersIn('123459');

/** A satellite fix, not an estimated, manual or simulated one (IEC 61162-1, mode indicator). */
const isFixMode = (f: SentenceFields, mode: number): boolean => isEmpty(f, mode) || holdsAny(f, mode, FIX_MODES);

/** The talker is GPS alone, or several constellations. */
function isGpsOrCombined({ bytes, fieldAt }: SentenceFields): boolean {
  const at = fieldAt[0] ?? 0;
  return bytes[at] === G && (bytes[at + 1] === P || bytes[at + 1] === N);
}

const parsers: Readonly<Record<string, (f: SentenceFields, parsed: ParsedSentence) => void>> = {
  RMC(f, parsed) {
    parsed.time = timeOfDay(f, 1);
    parsed.valid = letter(f, 2) === VALID && isFixMode(f, 12);
    parsed.position = position(f, 3);
    parsed.speed = knots(f, 7);
    parsed.course = course(f, 8);
    parsed.date = readShortDate(f, 9);
  },
  GGA(f, parsed) {
    const used = decimal(f, 7);
    const quality = letter(f, 6);
    // A position needs at least three satellites, but some receivers with a fix send 00, and the talker of one constellation
    // of several counts only its own. Then another sentence of the epoch must report the fix.
    const tooFew = used !== undefined && used < 3 && isGpsOrCombined(f);
    parsed.time = timeOfDay(f, 1);
    parsed.valid = FIX_QUALITIES[quality] !== 1 ? false : tooFew ? undefined : true;
    parsed.position = position(f, 2);
    parsed.satellites = satellites(f, 7);
    parsed.hdop = dilution(f, 8);
    parsed.altitude = altitude(f, 9);
  },
  GNS(f, parsed) {
    parsed.time = timeOfDay(f, 1);
    parsed.valid = !isEmpty(f, 6) && isFixMode(f, 6);
    parsed.position = position(f, 2);
    parsed.satellites = satellites(f, 7);
    parsed.hdop = dilution(f, 8);
    parsed.altitude = altitude(f, 9);
  },
  GLL(f, parsed) {
    parsed.time = timeOfDay(f, 5);
    parsed.valid = letter(f, 6) === VALID && isFixMode(f, 7);
    parsed.position = position(f, 1);
  },
  VTG(f, parsed) {
    parsed.course = course(f, 1);
    parsed.speed = knots(f, 5);
  },
  GSA(f, parsed) {
    const dimensions = digitsOf(f, 2, 1);
    if (dimensions >= 1 && dimensions <= 3) parsed.dimensions = dimensions;
  },
  ZDA(f, parsed) {
    parsed.time = timeOfDay(f, 1);
    parsed.date = utcMidnight(digitsOf(f, 4, 4), decimal(f, 3) ?? NaN, decimal(f, 2) ?? NaN);
  },
};

/** Three letters as one number, so that the lookup needs no text. */
const packLetters = (first: number, second: number, third: number): number => (first << 16) | (second << 8) | third;

const parsersByLetters = new Map(
  Object.entries(parsers).map(([type, read]) => {
    const [first = 0, second = 0, third = 0] = Array.from(type, codeOf);
    return [packLetters(first, second, third), { type, read }];
  }),
);

/** Parses a sentence; undefined for proprietary and unknown types. */
export function parseSentence(f: SentenceFields): ParsedSentence | undefined {
  const { bytes, fieldAt, fieldCount } = f;
  // Address: two letters of talker and three of formatter; a proprietary one starts with `P` and has no talker.
  const at = fieldAt[0] ?? 0;
  if (fieldCount < 2 || fieldAt[1] !== at + ADDRESS_LENGTH + 1 || bytes[at] === P) return undefined;
  const row = parsersByLetters.get(packLetters(bytes[at + 2] ?? 0, bytes[at + 3] ?? 0, bytes[at + 4] ?? 0));
  if (row === undefined) return undefined;
  const parsed = createEmpty(row.type);
  row.read(f, parsed);
  return parsed;
}
