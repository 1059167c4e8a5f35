const MINUTE_MS = 60_000;
const METERS_PER_DEGREE = 111_195;
/** m/s */
const SPEED = 15;
/** m */
const METERS_PER_MINUTE = 60 * SPEED;
/** Where the van stands before and after its day. */
export const YARD = { latitude: 52.35, longitude: 5.62 } as const;

/** In minutes from the start of the day: a drive to the east, a stop, the way back, silence, and the yard. */
export const DAY = { start: 480, away: 515, leaves: 545, back: 580, received: 1_020, end: 1_080 } as const;
/** km of both trips */
export const KILOMETERS = (2 * (DAY.away - DAY.start) * METERS_PER_MINUTE) / 1_000;

/** Degrees to the east in minutes of driving. */
const degreesOf = (minutes: number): number =>
  (minutes * METERS_PER_MINUTE) / (METERS_PER_DEGREE * Math.cos((YARD.latitude * Math.PI) / 180));

/** The locations of a van on a day that starts at `from` (ms since 1970), one a minute. */
export function dayOfDriving(from: number): readonly object[] {
  const minutes = Array.from({ length: DAY.end - DAY.start + 1 }, (_, index) => DAY.start + index);
  return minutes
    .filter((minute) => minute <= DAY.back || minute >= DAY.received)
    .map((minute) => {
      const away = Math.min(minute, DAY.away) - DAY.start - Math.max(0, Math.min(minute, DAY.back) - DAY.leaves);
      const isMoving = minute < DAY.away || (minute >= DAY.leaves && minute < DAY.back);
      return {
        dateTime: new Date(from + minute * MINUTE_MS).toISOString(),
        latitude: YARD.latitude,
        longitude: YARD.longitude + degreesOf(away),
        speed: isMoving ? SPEED : 0,
        battery: 99 - Math.floor(minute / 60),
        altitude: 4,
      };
    });
}
