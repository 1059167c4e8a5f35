import type { Location } from '../../schema/location.js';
import type { Position } from './fields.js';
import { isTimed, type Reading } from './reading.js';

/** What the sentences of one instant say together. */
export type Epoch = {
  /** ms of the day */
  readonly time: number;
  readonly add: (reading: Reading) => void;
  /** Whether a sentence of this type is in it. */
  readonly has: (type: string) => boolean;
  /** The date its sentences give; that of an epoch without a fix is not to be believed. */
  readonly date: () => number | undefined;
  readonly isFix: () => boolean;
  /** The fix, dated. */
  readonly location: (dateTime: string) => Location | undefined;
};

export function createEpoch(time: number): Epoch {
  let types = '';
  let valid: boolean | undefined;
  let date: number | undefined;
  let position: Position | undefined;
  let dimensions: number | undefined;
  let track: { from: string; speed: number | undefined; course: number | undefined } | undefined;
  let altitude: number | undefined;
  let satellites: number | undefined;
  let hdop: number | undefined;

  const isFix = (): boolean => valid === true && position !== undefined && dimensions !== 1;

  return {
    time,
    add(said) {
      types += said.type;
      // One sentence that says no is enough, also one of a receiver that has no time any more.
      if (said.valid !== undefined && (said.time === time || !said.valid)) valid = said.valid && valid !== false;
      if (said.time !== time && isTimed(said)) return;
      if (said.date !== undefined && said.valid !== false) date = said.date;
      // Several constellations tell their own; the best of them makes the fix.
      if (said.dimensions !== undefined) dimensions = Math.max(said.dimensions, dimensions ?? 0);
      // Of equal ones the last, as the receiver may still have been settling.
      if (said.position !== undefined && said.position.decimals >= (position?.decimals ?? 0)) position = said.position;
      if (said.speed !== undefined || said.course !== undefined) {
        if (track?.from !== 'RMC') track = { from: said.type, speed: said.speed, course: said.course };
      }
      altitude = said.altitude ?? altitude;
      // GGA counts to 12 or one constellation, GNS them all.
      if (said.satellites !== undefined) satellites = Math.max(said.satellites, satellites ?? 0);
      hdop = said.hdop ?? hdop;
    },
    has: (type) => types.includes(type),
    date: () => date,
    isFix,
    location(dateTime) {
      if (!isFix() || position === undefined) return undefined;
      const fix: Location = {
        dateTime,
        latitude: position.latitude,
        longitude: position.longitude,
      };
      if (track?.speed !== undefined) fix.speed = track.speed;
      if (track?.course !== undefined) fix.course = track.course;
      if (altitude !== undefined) fix.altitude = altitude;
      if (satellites !== undefined) fix.satellites = satellites;
      if (hdop !== undefined) fix.attributes = { hdop };
      return fix;
    },
  };
}
