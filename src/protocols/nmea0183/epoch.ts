import type { Location } from '../../schema/records/location.js';
import type { NmeaPosition } from './quantities.js';
import { hasTimeField, type ParsedSentence } from './sentence-parsers.js';

/** What the sentences of one instant say together. */
export type Epoch = {
  /** ms of the day */
  readonly time: number;
  /** the types of sentence in it, each once */
  readonly types: string[];
  valid: boolean | undefined;
  /** that of an epoch without a fix is not to be believed */
  date: number | undefined;
  position: NmeaPosition | undefined;
  dimensions: number | undefined;
  /** the type of sentence that speed and course are from */
  velocityType: string | undefined;
  speed: number | undefined;
  course: number | undefined;
  altitude: number | undefined;
  satellites: number | undefined;
  hdop: number | undefined;
};

export const createEpoch = (time: number): Epoch => ({
  time,
  types: [],
  valid: undefined,
  date: undefined,
  position: undefined,
  dimensions: undefined,
  velocityType: undefined,
  speed: undefined,
  course: undefined,
  altitude: undefined,
  satellites: undefined,
  hdop: undefined,
});

/** Takes a sentence in. */
export function addToEpoch(epoch: Epoch, sentence: Readonly<ParsedSentence>): void {
  if (!epoch.types.includes(sentence.type)) epoch.types.push(sentence.type);
  const isSameTime = sentence.time === epoch.time;
  // One sentence that says no is enough, also one of a receiver that has no time any more.
  if (sentence.valid !== undefined && (isSameTime || !sentence.valid))
    epoch.valid = sentence.valid && epoch.valid !== false;
  if (!isSameTime && hasTimeField(sentence)) return;
  if (sentence.date !== undefined && sentence.valid !== false) epoch.date = sentence.date;
  // Several constellations tell their own; the best of them makes the fix.
  if (sentence.dimensions !== undefined) epoch.dimensions = Math.max(sentence.dimensions, epoch.dimensions ?? 0);
  // Of equal ones the last, as the receiver may still have been settling.
  if (sentence.position !== undefined && sentence.position.decimals >= (epoch.position?.decimals ?? 0)) {
    epoch.position = sentence.position;
  }
  if ((sentence.speed !== undefined || sentence.course !== undefined) && epoch.velocityType !== 'RMC') {
    epoch.velocityType = sentence.type;
    epoch.speed = sentence.speed;
    epoch.course = sentence.course;
  }
  epoch.altitude = sentence.altitude ?? epoch.altitude;
  // GGA counts to 12 or one constellation, GNS them all.
  if (sentence.satellites !== undefined) epoch.satellites = Math.max(sentence.satellites, epoch.satellites ?? 0);
  epoch.hdop = sentence.hdop ?? epoch.hdop;
}

export const isFix = ({ valid, position, dimensions }: Epoch): boolean =>
  valid === true && position !== undefined && dimensions !== 1;

/** The fix, dated. */
export function toLocation(epoch: Epoch, dateTime: string): Location | undefined {
  const { position, speed, course, altitude, satellites, hdop } = epoch;
  if (!isFix(epoch) || position === undefined) return undefined;
  const fix: Location = { dateTime, latitude: position.latitude, longitude: position.longitude };
  if (speed !== undefined) fix.speed = speed;
  if (course !== undefined) fix.course = course;
  if (altitude !== undefined) fix.altitude = altitude;
  if (satellites !== undefined) fix.satellites = satellites;
  if (hdop !== undefined) fix.attributes = { hdop };
  return fix;
}
