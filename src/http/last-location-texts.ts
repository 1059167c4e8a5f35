import type { Location } from '../schema/records/location.js';
import { createBoundedCache } from './bounded-cache.js';

/** Characters of all texts: those of 5,000 devices, unless their trackers send many values. */
export const LAST_LOCATION_CHARS = 2 * 1_048_576;

/**
 * Keeps the JSON text of last locations, which clients read again and again. The state replaces a location and never changes
 * it, so a text is right as long as its location is the current one.
 */
export function createLastLocationTexts(): (deviceId: string, last: Location | null) => string {
  const texts = createBoundedCache<{ readonly location: Location; readonly text: string }>(LAST_LOCATION_CHARS);
  return (deviceId, last) => {
    if (last === null) return 'null';
    const known = texts.get(deviceId);
    if (known?.location === last) return known.text;
    const text = JSON.stringify(last);
    texts.set(deviceId, { location: last, text }, deviceId.length + text.length);
    return text;
  };
}
