import { KMH } from '../../domain/records/speed.js';
import type { Location } from '../../schema/records/location.js';

export const LOCATION_HEADINGS = ['TIME', 'LATITUDE', 'LONGITUDE', 'KM/H', 'COURSE', 'BATTERY'] as const;

/** The cells below these headings; null: no location yet. */
export function locationCells(location: Location | null): string[] {
  if (location === null) return ['none yet'];
  const { dateTime, latitude, longitude, speed, course, battery } = location;
  return [
    dateTime,
    latitude.toFixed(6),
    longitude.toFixed(6),
    speed === undefined ? '-' : (speed / KMH).toFixed(1),
    course === undefined ? '-' : `${Math.round(course)}°`,
    battery === undefined ? '-' : `${battery} %`,
  ];
}
