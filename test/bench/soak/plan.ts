import { DEPOT } from '../../../src/simulator/vehicle.js';
import { readCount } from '../measure/settings.js';
import { trackerIdOf } from '../listeners/fleet.js';

/** What happens in a soak, in hours and minutes of the depot since its start. */

export type Plan = {
  readonly hours: number;
  /** how many times as fast as life */
  readonly factor: number;
  /** devices that post over HTTP */
  readonly posters: number;
  /** trackers on the TCP listener */
  readonly trackers: number;
  /** serial receivers */
  readonly receivers: number;
  /** between two samples of memory and descriptors, minutes */
  readonly sampleMinutes: number;
  /** of a row of the table, minutes */
  readonly rowMinutes: number;
  /** Until then memory and latencies settle, hours. */
  readonly warmUpHours: number;
  /** hours */
  readonly kill: number;
  readonly upgrade: number;
  readonly brokerOff: readonly { readonly from: number; readonly to: number }[];
  readonly backups: readonly number[];
  /** Each device enters the yard once in this time, minutes. */
  readonly visitMinutes: number;
  /** when an alarmed device raises an alert; the repeats are within the quiet minutes of the one before */
  readonly alarms: readonly { readonly minute: number; readonly isRepeat: boolean }[];
  /** emails of an alarmed device in a local date */
  readonly dailyEmails: number;
};

export type Kind = 'poster' | 'tracker' | 'receiver';

/** Noon in the depot; the clocks change in the first night. */
export const BEGIN = Date.parse('2027-03-27T11:00:00Z');
export const TIME_ZONE = 'Europe/Amsterdam';
export const MINUTE_MS = 60_000;
/** between two fixes of one device */
export const STEP_MS: Readonly<Record<Kind, number>> = { poster: MINUTE_MS, tracker: MINUTE_MS, receiver: 10_000 };
/** s; of the ports of receivers */
export const INTERVAL = 30;
export const QUIET_MINUTES = 30;
/** devices that raise alerts, and after them those whose visits are mailed */
export const ALARMED = 20;
const VISITORS = 10;

const REPEAT_MINUTES = 5;
const EMAILS = 4;

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, at) => from + at * step);

const alarmsAt = (minutes: readonly number[]): Plan['alarms'] =>
  minutes.flatMap((minute) => [
    { minute, isRepeat: false },
    { minute: minute + REPEAT_MINUTES, isRepeat: true },
  ]);

const TINY: Plan = {
  ...{ hours: 2, factor: 240, posters: 40, trackers: 20, receivers: 4 },
  ...{ sampleMinutes: 5, rowMinutes: 10, warmUpHours: 0 },
  ...{ kill: 0.3, upgrade: 1, backups: [0.6, 1.6] },
  brokerOff: [{ from: 0.7, to: 0.9 }],
  visitMinutes: 60,
  alarms: alarmsAt([10, 95]),
  dailyEmails: 1,
};

/** WAYPOST_SOAK_HOURS and WAYPOST_SOAK_FACTOR change the defaults. */
export function readPlan(isTiny: boolean): Plan {
  if (isTiny) return TINY;
  const hours = readCount('WAYPOST_SOAK_HOURS', 72);
  const nights = [13.5, ...range(36.5, hours, 24)].filter((hour) => hour < hours);
  return {
    hours,
    factor: readCount('WAYPOST_SOAK_FACTOR', 144),
    ...{ posters: 500, trackers: 200, receivers: 16 },
    ...{ sampleMinutes: 10, rowMinutes: 60, warmUpHours: Math.min(4, hours / 6) },
    kill: 1,
    upgrade: hours / 2,
    brokerOff: (hours > 8 ? range(5, hours - 2, 6) : [hours / 2]).map((from) => ({ from, to: from + 1 })),
    // At half past one in the night, the first of which is an hour shorter.
    backups: nights.length > 0 ? nights : [0.7 * hours],
    visitMinutes: 360,
    alarms: alarmsAt(range(150, hours * 60 - 30, 240)),
    dailyEmails: EMAILS,
  };
}

export const posterOf = (i: number): string => `bus-${i}`;
export const receiverOf = (i: number): string => `boat-${i}`;
export const posterIds = ({ posters }: Plan): string[] => range(0, posters, 1).map(posterOf);
export const trackerIds = ({ trackers }: Plan): string[] => range(0, trackers, 1).map(trackerIdOf);
export const receiverIds = ({ receivers }: Plan): string[] => range(0, receivers, 1).map(receiverOf);
export const alarmedIds = (plan: Plan): string[] => posterIds(plan).slice(0, ALARMED);
export const visitorIds = (plan: Plan): string[] => posterIds(plan).slice(ALARMED, ALARMED + VISITORS);

/** The time of a fix of a device, ms since 1970: not all devices have the same second. */
export const timeOf = (kind: Kind, i: number, index: number): number =>
  BEGIN + index * STEP_MS[kind] + (kind === 'receiver' ? 0 : (i * 100) % 50_000);
export const indexAt = (kind: Kind, dateTime: string): number =>
  Math.floor((Date.parse(dateTime) - BEGIN) / STEP_MS[kind]);
/** fixes of each device in the whole time */
export const countOf = (kind: Kind, { hours }: Plan): number => (hours * 3_600_000) / STEP_MS[kind];

export const YARD = { center: [DEPOT.longitude, DEPOT.latitude], radius: 500 } as const;

/** Is the i-th device in the yard at its n-th fix? */
export const isInYard = ({ visitMinutes }: Plan, i: number, n: number): boolean =>
  (n + 7 * i) % visitMinutes >= visitMinutes / 2;

/** m/s, below the limit of the rule, which never raises an alert */
export const SPEED_LIMIT = 35;
const AWAY = 0.012;

/** The n-th fix of the i-th device that posts. */
export function fixOf(plan: Plan, i: number, n: number): object {
  return {
    dateTime: new Date(timeOf('poster', i, n)).toISOString(),
    latitude: DEPOT.latitude + (n % 100) / 1e6 + (isInYard(plan, i, n) ? 0 : AWAY),
    longitude: DEPOT.longitude + (i % 100) / 1e6,
    speed: (i + n) % 30,
    course: (i * 7 + n) % 360,
    altitude: 4.5,
    satellites: 11,
    battery: 87,
  };
}
