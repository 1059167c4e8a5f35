import { KNOT, speedIn } from '../../domain/records/speed.js';
import type { BitLayout } from './bit-layouts.js';
import { flag, signed, unsigned, type Payload } from './payload.js';

/** The content of a position report; values that are not available are undefined. */
export type AisReport = {
  readonly position: { readonly latitude: number; readonly longitude: number } | undefined;
  /** m/s */
  readonly speed: number | undefined;
  /** degrees from true north */
  readonly course: number | undefined;
  /** m */
  readonly altitude: number | undefined;
  /** the UTC second of the position, 0 to 59 */
  readonly second: number | undefined;
  /** ms since 1970, in reports with full date and time */
  readonly instant: number | undefined;
  /** navigational status, 0 to 15 */
  readonly status: number | undefined;
  readonly attributes: AisAttributes;
};

type AisAttributes = Record<string, string | number | boolean>;

export function readReport(layout: BitLayout, payload: Payload): AisReport {
  const speed = readNumber(layout.speed, payload);
  const second = layout.second === undefined ? undefined : unsigned(payload, layout.second, 6);
  const status = layout.status === undefined ? undefined : unsigned(payload, layout.status, 4);
  return {
    position: readPosition(layout, payload),
    speed: speed === undefined ? undefined : speedIn(KNOT, speed),
    course: readNumber(layout.course, payload),
    altitude: readNumber(layout.altitude, payload),
    second: second === undefined || second > 59 ? undefined : second,
    instant: layout.dateTime === undefined ? undefined : readInstant(layout.dateTime, payload),
    status,
    attributes: readAttributes(layout, payload, status, second),
  };
}

function readNumber(field: BitLayout['speed'], payload: Payload): number | undefined {
  if (field === undefined) return undefined;
  const value = unsigned(payload, field.at, field.width);
  return value >= field.unavailableFrom ? undefined : value / field.unitParts;
}

/** Values for which a location has no field. */
function readAttributes(layout: BitLayout, payload: Payload, status = 15, second = 60): AisAttributes {
  const attributes: AisAttributes = {};
  const navigationStatus = STATUSES[status];
  const heading = readNumber(layout.heading, payload);
  const origin = ORIGINS.get(second);
  if (navigationStatus !== undefined) attributes.navigationStatus = navigationStatus;
  if (heading !== undefined) attributes.heading = heading % 360;
  if (layout.turn !== undefined) Object.assign(attributes, decodeTurn(signed(payload, layout.turn, 8)));
  if (origin !== undefined) attributes.positionOrigin = origin;
  attributes.highAccuracy = flag(payload, layout.accuracy);
  attributes.raim = flag(payload, layout.raim);
  // The off-position flag is valid only with a valid second.
  if (layout.offPosition !== undefined && second < 60) attributes.offPosition = flag(payload, layout.offPosition);
  if (layout.virtual !== undefined) attributes.virtual = flag(payload, layout.virtual);
  return attributes;
}

/** 181 and 91 degrees mean not available; angles beyond 180 and 90 are invalid. */
function readPosition({ position }: BitLayout, payload: Payload): AisReport['position'] {
  const longitude = signed(payload, position.at, position.longitude) / position.unitParts;
  const latitude = signed(payload, position.at + position.longitude, position.latitude) / position.unitParts;
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return undefined;
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
}

/** The resolution of 1/10,000 minute is 17 times the last digit. */
const roundDegrees = (angle: number): number => Math.round(angle * 1e7) / 1e7 + 0;

/** Year 0, month 0, day 0, hour 24, minute 60 and second 60 mean not available. */
function readInstant(at: number, payload: Payload): number | undefined {
  const [year, month, day] = [unsigned(payload, at, 14), unsigned(payload, at + 14, 4), unsigned(payload, at + 18, 5)];
  const time = [unsigned(payload, at + 23, 5), unsigned(payload, at + 28, 6), unsigned(payload, at + 34, 6)] as const;
  if (year < 1970 || year > 9999 || time[0] > 23 || time[1] > 59 || time[2] > 59) return undefined;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  return midnight.getTime() + ((time[0] * 60 + time[1]) * 60 + time[2]) * 1000;
}

/**
 * Rate of turn in degrees per minute, positive to starboard; the encoded value is 4.733 times its square root. 127: turning
 * by more than 5 degrees in 30 s, without an indicator; -128: not available.
 */
function decodeTurn(rate: number): { rateOfTurn?: number; turning?: string } {
  if (rate === -128) return {};
  if (Math.abs(rate) === 127) return { turning: rate > 0 ? 'starboard' : 'port' };
  return { rateOfTurn: (Math.sign(rate) * Math.round((rate / 4.733) ** 2 * 10)) / 10 + 0 };
}

/** Special values of the second (table 48): the position is not a satellite fix. */
const ORIGINS: ReadonlyMap<number, string> = new Map([
  [61, 'manual'],
  [62, 'dead reckoning'],
  [63, 'inoperative'],
]);

/** Table 48; 15 is not defined. */
const STATUSES: readonly (string | undefined)[] = [
  'under way using engine',
  'at anchor',
  'not under command',
  'restricted manoeuvrability',
  'constrained by her draught',
  'moored',
  'aground',
  'engaged in fishing',
  'under way sailing',
  undefined,
  undefined,
  'towing astern',
  'pushing ahead or towing alongside',
  undefined,
  'AIS-SART active',
];
