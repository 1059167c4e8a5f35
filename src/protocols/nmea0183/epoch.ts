import type { Location } from '../../schema/location.js';
import type { Position } from './quantities.js';
import { isTimed, type Reading } from './reading.js';

/** What the sentences of one instant say together. */
export type Epoch = {
  /** ms of the day */
  readonly time: number;
  /** the types of sentence in it, each once */
  readonly types: string[];
  valid: boolean | undefined;
  /** that of an epoch without a fix is not to be believed */
  date: number | undefined;
  position: Position | undefined;
  dimensions: number | undefined;
  /** the type of sentence that speed and course are from */
  track: string | undefined;
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
  track: undefined,
  speed: undefined,
  course: undefined,
  altitude: undefined,
  satellites: undefined,
  hdop: undefined,
});

/** Takes a sentence in. */
export function join(epoch: Epoch, said: Readonly<Reading>): void {
  if (!epoch.types.includes(said.type)) epoch.types.push(said.type);
  const own = said.time === epoch.time;
  // One sentence that says no is enough, also one of a receiver that has no time any more.
  if (said.valid !== undefined && (own || !said.valid)) epoch.valid = said.valid && epoch.valid !== false;
  if (!own && isTimed(said)) return;
  if (said.date !== undefined && said.valid !== false) epoch.date = said.date;
  // Several constellations tell their own; the best of them makes the fix.
  if (said.dimensions !== undefined) epoch.dimensions = Math.max(said.dimensions, epoch.dimensions ?? 0);
  // Of equal ones the last, as the receiver may still have been settling.
  if (said.position !== undefined && said.position.decimals >= (epoch.position?.decimals ?? 0)) {
    epoch.position = said.position;
  }
  if ((said.speed !== undefined || said.course !== undefined) && epoch.track !== 'RMC') {
    epoch.track = said.type;
    epoch.speed = said.speed;
    epoch.course = said.course;
  }
  epoch.altitude = said.altitude ?? epoch.altitude;
  // GGA counts to 12 or one constellation, GNS them all.
  if (said.satellites !== undefined) epoch.satellites = Math.max(said.satellites, epoch.satellites ?? 0);
  epoch.hdop = said.hdop ?? epoch.hdop;
}

export const isFix = ({ valid, position, dimensions }: Epoch): boolean =>
  valid === true && position !== undefined && dimensions !== 1;

/** The fix, dated. */
export function locationOf(epoch: Epoch, dateTime: string): Location | undefined {
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
