import type { TrackerChange } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import type { RuleSettings } from '../../../src/schema/alert-rules/alert-rule.js';
import { createPrng } from '../../../src/simulator/prng.js';
import { locationChange } from './rule-bench.js';

/** Vehicles that follow a script and report each minute, so that everything that happened to them is known. */

/** What happened: the rule has to raise one alert at this minute, or at the next report. */
export type Truth = { readonly deviceId: string; readonly rule: Episode; readonly minute: number };

export const RULES = {
  zone: { type: 'zone', zones: ['yard'], kind: 'forbidden', when: 'both', minimumStay: 0 },
  speed: { type: 'speed', limit: 25, minimumDuration: 120 },
  idle: { type: 'idle', minutes: 15, radius: 50 },
  silent: { type: 'silent', minutes: 30 },
  noFix: { type: 'noFix', minutes: 10 },
  temperature: { type: 'temperature', sensor: 'temperature', above: 8, hysteresis: 1, minimumDuration: 120 },
  fuel: { type: 'fuel', sensor: 'fuel', direction: 'down', percent: 10, minutes: 10 },
  battery: { type: 'battery', percent: 20, hysteresis: 5 },
  input: { type: 'input', input: 1, on: true },
} as const satisfies Readonly<Record<string, RuleSettings>>;

export type Episode = keyof typeof RULES;
const EPISODES = Object.keys(RULES) as readonly Episode[];

/** How long an episode lasts, min; in `raisesAt` its alerts, min after its start; a short episode raises none. */
type Script = { readonly minutes: number; readonly raisesAt: readonly number[]; readonly short?: number };
const SCRIPTS: Readonly<Record<Episode, Script>> = {
  zone: { minutes: 8, raisesAt: [0, 8] },
  speed: { minutes: 6, raisesAt: [2], short: 2 },
  idle: { minutes: 30, raisesAt: [15], short: 12 },
  // The last report is that of the minute before.
  silent: { minutes: 40, raisesAt: [29], short: 25 },
  noFix: { minutes: 20, raisesAt: [10], short: 8 },
  temperature: { minutes: 15, raisesAt: [2], short: 2 },
  fuel: { minutes: 1, raisesAt: [0] },
  battery: { minutes: 10, raisesAt: [0] },
  input: { minutes: 5, raisesAt: [0] },
};

type Present = { readonly episode: Episode; readonly from: number; readonly to: number };

const SLOT = 60;
const MAX_START = 15;

/** An episode in every hour of a vehicle, none in the first one: the first report only sets the state. */
function planOf(deviceId: string, seed: number, hours: number): { plan: Present[]; truths: Truth[] } {
  const random = createPrng(seed);
  const pick = (max: number): number => Math.floor(random() * max);
  const plan: Present[] = [];
  const truths: Truth[] = [];
  for (let hour = 1; hour < hours; hour += 1) {
    const rule = EPISODES[pick(EPISODES.length)] ?? 'zone';
    const { minutes, raisesAt, short } = SCRIPTS[rule];
    const from = hour * SLOT + 1 + pick(MAX_START);
    const isShort = short !== undefined && pick(3) === 0;
    plan.push({ episode: rule, from, to: from + (isShort ? short : minutes) });
    if (!isShort) truths.push(...raisesAt.map((after) => ({ deviceId, rule, minute: from + after })));
  }
  return { plan, truths };
}

const ROUND = 180;

export function createScriptedFleet(vehicles: number, hours: number, start: number) {
  const fleet = Array.from({ length: vehicles }, (_, index) => {
    const deviceId = `vehicle-${index}`;
    return { deviceId, fuel: 100, random: createPrng(1_000 + index), ...planOf(deviceId, index + 1, hours) };
  });
  return {
    deviceIds: fleet.map(({ deviceId }) => deviceId),
    truths: fleet.flatMap(({ truths }) => truths),
    /** the reports of a minute */
    reportsAt: (minute: number): TrackerChange[] =>
      fleet.flatMap((vehicle) => {
        const { deviceId, plan, random } = vehicle;
        const present = plan.find(({ from, to }) => minute >= from && minute < to)?.episode;
        const dateTime = new Date(start + minute * 60_000).toISOString();
        vehicle.fuel = fuelAfter(vehicle.fuel, minute, present);
        if (present === 'silent') return [];
        if (present === 'noFix')
          return [{ kind: 'telemetry', v: { deviceId, dateTime, values: { cells: 5 }, source: { protocol: 'json' } } }];
        const jitter = (random() - 0.5) / 10_000;
        return [locationChange(deviceId, { dateTime, fuel: vehicle.fuel, ...valuesOf(minute, present, jitter) })];
      }),
  };
}

/** 1 % each half hour; theft takes 20 %; a tank that is half empty is filled in the middle of an hour. */
function fuelAfter(fuel: number, minute: number, present: Episode | undefined): number {
  if (present === 'fuel') return fuel - 20;
  if (fuel < 55 && minute % 60 === 30) return 100;
  return fuel - (minute % 30 === 0 ? 1 : 0);
}

/** `jitter`: degrees, at most 6 m. */
function valuesOf(minute: number, present: Episode | undefined, jitter: number): Omit<Location, 'dateTime'> {
  // A round far outside of the zone, about 600 m a minute.
  const angle = ((minute % ROUND) / ROUND) * 2 * Math.PI;
  const moving = { latitude: 52.7 + Math.sin(angle) * 0.15, longitude: 5 + Math.cos(angle) * 0.25, speed: 10 };
  const inYard = { latitude: 52.5 + (minute % 2) * 0.0006, longitude: 5 + jitter, speed: 3 };
  const standing = { latitude: 52.6 + jitter, longitude: 5.5 + jitter, speed: 0 };
  return {
    ...(present === 'zone' ? inYard : present === 'idle' ? standing : moving),
    ...(present === 'speed' && { speed: 30 }),
    temperature: (present === 'temperature' ? 12 : 4) + jitter * 10_000,
    battery: present === 'battery' ? 10 : 90,
    inputs: [present === 'input'],
  };
}
