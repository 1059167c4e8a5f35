import type { RuleSettings } from '../../../src/schema/alert-rules/alert-rule.js';
import type { Location } from '../../../src/schema/records/location.js';
import type { Shape } from '../../../src/schema/zones/shape.js';

/** Fixes of devices that enter and leave zones, speed, switch an input and run out of battery at times known in advance. */

export type ZoneName = 'yard' | 'quarry';
/** About 100 m apart: a device gets from one place to every other within a second, without a jump. */
const CENTERS: Readonly<Record<ZoneName, readonly [number, number]>> = { yard: [5, 52], quarry: [5.0015, 52] };
const FAR_AWAY: readonly [number, number] = [5.003, 52];

export const zoneShapeOf = (zone: ZoneName): Shape => ({ type: 'circle', center: [...CENTERS[zone]], radius: 40 });
export const ZONES: readonly ZoneName[] = ['yard', 'quarry'];

/** s; a rule of each kind has its own */
export const DURATIONS = { leave: 5, speed: 2, temperature: 4, rest: 10 } as const;
const LIMIT = 25;

/** The rules, by the name that the oracle uses; `idOf`: the id of a zone. */
export const rulesOf = (idOf: (zone: ZoneName) => string): Readonly<Record<RuleName, RuleSettings>> => ({
  both: { type: 'zone', zones: [idOf('yard')], kind: 'forbidden', when: 'both', minimumStay: 0 },
  left: { type: 'zone', zones: [idOf('quarry')], kind: 'allowed', minimumStay: DURATIONS.leave },
  speed: { type: 'speed', limit: LIMIT, minimumDuration: DURATIONS.speed },
  temperature: {
    ...{ type: 'temperature', sensor: 'temperature', above: 8, hysteresis: 1 },
    minimumDuration: DURATIONS.temperature,
  },
  input: { type: 'input', input: 1, on: true },
  battery: { type: 'battery', percent: 20, hysteresis: 5 },
});
export type RuleName = 'both' | 'left' | 'speed' | 'temperature' | 'input' | 'battery';

const BASE = Date.parse('2026-11-21T00:00:00.000Z');
/** Contains every fix. */
export const ALWAYS = { from: '2026-11-21T00:00:00.000Z', to: '2027-11-21T00:00:00.000Z' };

/** One of `choices` for all seconds of a stretch; every device and every value changes at its own times. */
const choose = (second: number, stretch: number, salt: number, choices: number): number =>
  ((Math.floor(second / stretch) * 7_919 + salt * 4_409) % 1_009) % choices;

/** Where and how a device is in a second: each value is far from the limits of the rules. */
export function scriptAt(device: number, second: number) {
  const value = (stretch: number, salt: number, choices: number): number =>
    choose(second, stretch, salt + 31 * device, choices);
  return {
    place: (['yard', 'quarry', undefined] as const)[value(7, 1, 3)],
    isFast: value(4, 2, 2) === 1,
    isWarm: value(6, 3, 2) === 1,
    isOn: value(13, 4, 2) === 1,
    isLow: value(11, 5, 3) === 0,
  };
}

export function fixOf(device: number, second: number): Location {
  const { place, isFast, isWarm, isOn, isLow } = scriptAt(device, second);
  const [longitude, latitude] = place === undefined ? FAR_AWAY : CENTERS[place];
  return {
    dateTime: new Date(BASE + second * 1_000).toISOString(),
    ...{ latitude, longitude, speed: isFast ? LIMIT + 5 : LIMIT - 15, temperature: isWarm ? 12 : 4 },
    ...{ inputs: [isOn], battery: isLow ? 10 : 80 },
  };
}

export const secondOf = (dateTime: string): number => (Date.parse(dateTime) - BASE) / 1_000;

/** Dated before all others: it changes nothing, wherever it was. */
export const lateFixOf = (second: number): Location => ({
  ...fixOf(0, second),
  ...{ dateTime: new Date(BASE - 86_400_000 + second * 1_000).toISOString(), longitude: CENTERS.yard[0] },
});
