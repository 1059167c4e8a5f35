import type { Location } from '../../schema/records/location.js';
import type { NmeaPosition } from './fields.js';
import { hasTimeField, type ParsedSentence } from './sentence-parsers.js';

const DAY_MS = 86_400_000;
/** of silence after the last sentence of an epoch */
export const EPOCH_TIMEOUT_MS = 150;

/** The merged values of the sentences of one instant. */
export type Epoch = {
  /** ms since midnight */
  readonly time: number;
  /** the distinct sentence types */
  readonly types: string[];
  valid: boolean | undefined;
  /** not trusted without a fix */
  date: number | undefined;
  position: NmeaPosition | undefined;
  dimensions: number | undefined;
  /** the sentence type that speed and course come from */
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

export function addToEpoch(epoch: Epoch, sentence: Readonly<ParsedSentence>): void {
  if (!epoch.types.includes(sentence.type)) epoch.types.push(sentence.type);
  const isSameTime = sentence.time === epoch.time;
  // One sentence that reports no fix is enough, even without a time.
  if (sentence.valid !== undefined && (isSameTime || !sentence.valid))
    epoch.valid = sentence.valid && epoch.valid !== false;
  if (!isSameTime && hasTimeField(sentence)) return;
  if (sentence.date !== undefined && sentence.valid !== false) epoch.date = sentence.date;
  // Each constellation reports its own dimensions; the best one determines the fix.
  if (sentence.dimensions !== undefined) epoch.dimensions = Math.max(sentence.dimensions, epoch.dimensions ?? 0);
  // Among equal ones the last, because the receiver may still have been settling.
  if (sentence.position !== undefined && sentence.position.decimals >= (epoch.position?.decimals ?? 0)) {
    epoch.position = sentence.position;
  }
  if ((sentence.speed !== undefined || sentence.course !== undefined) && epoch.velocityType !== 'RMC') {
    epoch.velocityType = sentence.type;
    epoch.speed = sentence.speed;
    epoch.course = sentence.course;
  }
  epoch.altitude = sentence.altitude ?? epoch.altitude;
  // GGA counts up to 12 satellites or one constellation, GNS counts all.
  if (sentence.satellites !== undefined) epoch.satellites = Math.max(sentence.satellites, epoch.satellites ?? 0);
  epoch.hdop = sentence.hdop ?? epoch.hdop;
}

export const isFix = ({ valid, position, dimensions }: Epoch): boolean =>
  valid === true && position !== undefined && dimensions !== 1;

/** The epoch as a location; undefined without a fix. */
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

/** The date according to the stream alone, since the gateway may have no battery clock. */
export type DateTracker = {
  /** The instant of a time of day (ms since 1970), or undefined until a date was received. */
  instantOf: (time: number, date: number | undefined) => number | undefined;
};

/**
 * Keeps the last received date, and advances it by a day when the time of day drops by more than twelve hours, so that
 * sentences without a date stay dated correctly across midnight.
 */
export function createDateTracker(): DateTracker {
  let currentDate: number | undefined;
  let lastTime: number | undefined;
  return {
    instantOf(time, date) {
      if (date !== undefined) currentDate = date;
      else if (currentDate !== undefined && lastTime !== undefined && lastTime - time > DAY_MS / 2)
        currentDate += DAY_MS;
      lastTime = time;
      return currentDate === undefined ? undefined : currentDate + time;
    },
  };
}
