import type { Location } from '../../src/schema/records/location.js';
import { sentence } from '../support/protocols/framing.js';

const DAY_MS = 86_400_000;
/** RMC and ZDA state dates; a sentence whose checksum is wrong stays as it is. */
const DATED = /\$[A-Z]{2}(?:RMC|ZDA),[^*$\r\n]*\*[\dA-Fa-f]{2}/g;
const RMC_DATE = 9;
/** Attributes of a fix whose date is not believed. */
const OF_THE_GATEWAY: ReadonlySet<string> = new Set(['trackerTime', 'timeSource', 'clockQuality']);

/**
 * The recording with its dates moved by `days`, and right checksums: a gateway with a trusted clock does not believe a
 * receiver that is years off.
 */
export const shiftDates = (recording: Buffer, days: number): Buffer =>
  Buffer.from(
    recording.toString('latin1').replace(DATED, (text) => shift(text, days)),
    'latin1',
  );

function shift(text: string, days: number): string {
  const body = text.slice(1, -3);
  if (sentence(body).trim().toUpperCase() !== text.toUpperCase()) return text;
  const fields = body.split(',');
  if (body.slice(2, 5) === 'RMC') {
    const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(fields[RMC_DATE] ?? '') ?? [];
    const date = shiftedDate(Number(year) + (Number(year) < 69 ? 2000 : 1900), month, day, days);
    if (date === undefined) return text;
    fields[RMC_DATE] = `${date.slice(8, 10)}${date.slice(5, 7)}${date.slice(2, 4)}`;
  } else {
    const [, , day = '', month = '', year = ''] = fields;
    const date = shiftedDate(Number(year), month, day, days);
    if (date === undefined) return text;
    fields.splice(2, 3, date.slice(8, 10), date.slice(5, 7), date.slice(0, 4));
  }
  return sentence(fields.join(',')).trim();
}

/** ISO 8601; undefined: the sentence has no date. */
function shiftedDate(year: number, month: string, day: string, days: number): string | undefined {
  if (month === '' || day === '') return undefined;
  return new Date(Date.UTC(year, Number(month) - 1, Number(day)) + days * DAY_MS).toISOString();
}

/** The location with the date that the receiver stated, before it was moved, and without what the gateway made of it. */
export function asRecorded(location: Location, days: number): Location {
  const stated = location.attributes?.trackerTime;
  const attributes = Object.fromEntries(
    Object.entries(location.attributes ?? {}).filter(([name]) => !OF_THE_GATEWAY.has(name)),
  );
  const recorded: Location = {
    ...location,
    dateTime: new Date(
      Date.parse(typeof stated === 'string' ? stated : location.dateTime) - days * DAY_MS,
    ).toISOString(),
    attributes,
  };
  delete recorded.unfit;
  if (Object.keys(attributes).length === 0) delete recorded.attributes;
  return recorded;
}

/** The number of days from the newest location to the day before `now`, ms since 1970. */
export function daysUntil(now: number, locations: readonly Location[]): number {
  const newest = locations.reduce((latest, { dateTime }) => Math.max(latest, Date.parse(dateTime)), 0);
  return Math.floor((now - newest) / DAY_MS) - 1;
}
