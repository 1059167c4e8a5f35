import { utcMidnight } from '../utc-day.js';
import {
  createFields,
  decimal,
  digitsOf,
  findFields,
  holdsAny,
  isEmpty,
  letter,
  timeOfDay,
  type SentenceFields,
} from './fields.js';
import { altitude, course, dilution, knots, position, satellites, type NmeaPosition } from './quantities.js';
import { readShortDate } from './short-date.js';

/** What one sentence says. What it leaves blank, or says in a malformed way, is undefined. */
export type ParsedSentence = {
  /** the sentence formatter: three letters */
  readonly type: string;
  /** ms of the day; a sentence without a time is taken as part of the epoch it stands in */
  time: number | undefined;
  /** midnight UTC, ms since 1970 */
  date: number | undefined;
  /** whether there is a fix; undefined in sentences that do not tell */
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

/** Whether sentences of this type have a time, be it blank. */
export const hasTimeField = ({ type }: Readonly<ParsedSentence>): boolean => type !== 'VTG' && type !== 'GSA';

/** Of every type in the same form, that the code which takes them sees one. */
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

/** A satellite fix, and not one that is estimated, entered by hand or simulated (IEC 61162-1, mode indicator). */
const isFixMode = (f: SentenceFields, mode: number): boolean => isEmpty(f, mode) || holdsAny(f, mode, 'ADFPR');

/** GGA: 0 none, 6 dead reckoning, 7 by hand, 8 simulated; the rest are kinds of satellite fix. */
const isFixQuality = (quality: string): boolean => quality !== '' && '123459'.includes(quality);

const parsers: Readonly<Record<string, (f: SentenceFields, parsed: ParsedSentence) => void>> = {
  RMC(f, parsed) {
    parsed.time = timeOfDay(f, 1);
    parsed.valid = letter(f, 2) === 'A' && isFixMode(f, 12);
    parsed.position = position(f, 3);
    parsed.speed = knots(f, 7);
    parsed.course = course(f, 8);
    parsed.date = readShortDate(f, 9);
  },
  GGA(f, parsed) {
    const used = decimal(f, 7);
    const quality = letter(f, 6);
    // Three satellites are the least that give a position. A talker for one of several constellations counts a part of
    // them. Some receivers with differential corrections do not count: then others of the epoch must say there is a fix.
    const tooFew = used !== undefined && used < 3 && /^G[PN]/.test(f.text);
    parsed.time = timeOfDay(f, 1);
    parsed.valid = !isFixQuality(quality) || (tooFew && quality === '1') ? false : tooFew ? undefined : true;
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
    parsed.valid = letter(f, 6) === 'A' && isFixMode(f, 7);
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

/** Three letters from a place in the text on, as one number: what is looked up is not cut out first. */
const packLetters = (text: string, at: number): number =>
  (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2);

const parsersByLetters = new Map(Object.entries(parsers).map(([type, read]) => [packLetters(type, 0), { type, read }]));

/** Gives the reading of a sentence's text, or nothing when it is proprietary or of a type that is not read. */
export function createSentenceParser(): (text: string) => ParsedSentence | undefined {
  const fields = createFields();
  return (text) => {
    // Address: two letters of talker and three of formatter; `P` begins a proprietary one, which has no talker.
    if (text.charCodeAt(5) !== 0x2c || text.charCodeAt(0) === 0x50) return undefined;
    const row = parsersByLetters.get(packLetters(text, 2));
    if (row === undefined) return undefined;
    findFields(fields, text);
    const parsed = createEmpty(row.type);
    row.read(fields, parsed);
    return parsed;
  };
}
