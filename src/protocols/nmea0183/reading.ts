import { altitude, course, day, decimal, knots, position, shortDate, timeOfDay, type Position } from './fields.js';

/** What one sentence says. What it leaves blank, or says in a malformed way, is undefined. */
export type Reading = {
  /** the sentence formatter: three letters */
  readonly type: string;
  /** ms of the day; a sentence without a time is taken as part of the epoch it stands in */
  readonly time?: number | undefined;
  /** midnight UTC, ms since 1970 */
  readonly date?: number | undefined;
  /** whether there is a fix; undefined in sentences that do not tell */
  readonly valid?: boolean | undefined;
  readonly position?: Position | undefined;
  /** m/s */
  readonly speed?: number | undefined;
  readonly course?: number | undefined;
  /** m above mean sea level */
  readonly altitude?: number | undefined;
  /** used in the fix */
  readonly satellites?: number | undefined;
  readonly hdop?: number | undefined;
  /** 1 no fix, 2 2D, 3 3D */
  readonly dimensions?: number | undefined;
};

/** Whether sentences of this type have a time, be it blank. */
export const isTimed = ({ type }: Reading): boolean => type !== 'VTG' && type !== 'GSA';

type Read = (fields: readonly string[]) => Omit<Reading, 'type'>;

/** A satellite fix, and not one that is estimated, entered by hand or simulated (IEC 61162-1, mode indicator). */
const isFix = (mode: string | undefined): boolean => mode === undefined || mode === '' || /[ADFPR]/.test(mode);

/** GGA: 0 none, 6 dead reckoning, 7 by hand, 8 simulated; the rest are kinds of satellite fix. */
const isQuality = (quality: string | undefined): boolean => quality?.length === 1 && '123459'.includes(quality);

/** How many are used; receivers that do not count send 0. */
const satellites = (field: string | undefined): number | undefined => {
  const value = decimal(field);
  return value === undefined || !Number.isInteger(value) || value < 1 || value > 1000 ? undefined : value;
};

/** Receivers without a fix send 99.99, or 50. */
const dilution = (field: string | undefined): number | undefined => {
  const value = decimal(field);
  return value === undefined || value <= 0 || value >= 50 ? undefined : value;
};

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  [
    'RMC',
    (f) => ({
      time: timeOfDay(f[1]),
      valid: f[2] === 'A' && isFix(f[12]),
      position: position(f, 3),
      speed: knots(f[7]),
      course: course(f[8]),
      date: shortDate(f[9]),
    }),
  ],
  ['GGA', readGga],
  [
    'GNS',
    (f) => ({
      time: timeOfDay(f[1]),
      valid: f[6] !== undefined && f[6] !== '' && isFix(f[6]),
      position: position(f, 2),
      satellites: satellites(f[7]),
      hdop: dilution(f[8]),
      altitude: altitude(f[9]),
    }),
  ],
  ['GLL', (f) => ({ time: timeOfDay(f[5]), valid: f[6] === 'A' && isFix(f[7]), position: position(f, 1) })],
  ['VTG', (f) => ({ course: course(f[1]), speed: knots(f[5]) })],
  ['GSA', (f) => ({ dimensions: /^[123]$/.test(f[2] ?? '') ? Number(f[2]) : undefined })],
  [
    'ZDA',
    (f) => ({
      time: timeOfDay(f[1]),
      date: /^\d{4}$/.test(f[4] ?? '') ? day(Number(f[4]), Number(f[3]), Number(f[2])) : undefined,
    }),
  ],
]);

function readGga(f: readonly string[]): Omit<Reading, 'type'> {
  const used = decimal(f[7]);
  const talker = f[0]?.slice(0, 2);
  // Three satellites are the least that give a position. A talker for one of several constellations counts a part of
  // them. Some receivers with differential corrections do not count: then others of the epoch must say there is a fix.
  const tooFew = used !== undefined && used < 3 && (talker === 'GP' || talker === 'GN');
  return {
    time: timeOfDay(f[1]),
    valid: !isQuality(f[6]) || (tooFew && f[6] === '1') ? false : tooFew ? undefined : true,
    position: position(f, 2),
    satellites: satellites(f[7]),
    hdop: dilution(f[8]),
    altitude: altitude(f[9]),
  };
}

/** The reading of a sentence's text, or nothing when it is proprietary or of a type that is not read. */
export function read(text: string): Reading | undefined {
  // Address: two letters of talker and three of formatter; `P` begins a proprietary one, which has no talker.
  if (text.charCodeAt(5) !== 0x2c || text.startsWith('P')) return undefined;
  const type = text.slice(2, 5);
  const said = readers.get(type)?.(split(text));
  return said === undefined ? undefined : { type, ...said };
}

/** At this length faster than `String.split`, and the greater part of the work on a sentence. */
function split(text: string): string[] {
  const fields: string[] = [];
  let from = 0;
  for (let comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', from)) {
    fields.push(text.slice(from, comma));
    from = comma + 1;
  }
  fields.push(text.slice(from));
  return fields;
}
