import { digits, markdownTable, type Figure } from '../measure/figure.js';
import type { Part, Report } from '../measure/part.js';
import type { Settings } from '../measure/settings.js';
import { median, medianRatio } from '../measure/statistics.js';
import type { Way } from './feeder.js';
import { readPorts, type Load, type Round } from './round.js';
import { mixes, PORTS, type Mix } from './streams.js';

/**
 * Processor time of the whole gateway for ports at a baud rate, alternating with a process that opens the same ports in the
 * same way and drops the data. WAYPOST_BENCH_MIX selects other data for the 16 ports: `nmea+gsv` or `mixed`;
 * WAYPOST_BENCH_WAY=finest feeds it in the smallest pieces.
 */

type Case = { readonly title: string; readonly load: Load; readonly gateway: Round[]; readonly bare: Round[] };

/** Times the seconds of the settings: small shares need a longer time. */
const LENGTH = 3;
const FAST = 921_600;
const SLOW = 9_600;

function choice<T extends string>(name: string, values: readonly T[], byDefault: T): T {
  const text = process.env[name] ?? byDefault;
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Error(`${name}: ${text} is none of ${values.join(', ')}`);
  return value;
}

function casesOf({ seconds, warmUpSeconds, isTiny }: Settings): Record<'slow' | 'fast' | 'nmea' | 'noise', Case> {
  const chosen = choice('WAYPOST_BENCH_MIX', Object.keys(mixes) as Mix[], 'nmea');
  const way = choice<Way>('WAYPOST_BENCH_WAY', ['slices', 'finest'], 'slices');
  const times = { seconds: isTiny ? seconds : LENGTH * seconds, warmUpSeconds };
  const one = (title: string, mix: Mix, ports: number, baudRate: number): Case => ({
    title,
    load: { mix, way, ports, baudRate, ...times },
    gateway: [],
    bare: [],
  });
  return {
    slow: one(`${PORTS} ports at 9,600 baud`, chosen, PORTS, SLOW),
    fast: one(`${PORTS} ports at 921,600 baud`, chosen, PORTS, FAST),
    nmea: one('one port at 921,600 baud', 'nmea', 1, FAST),
    noise: one('noise on one port at 921,600 baud', 'noise', 1, FAST),
  };
}

const percents = (rounds: readonly Round[]): number[] => rounds.map(({ cpu }) => 100 * cpu);
const overBare = ({ gateway, bare }: Case): number[] => {
  const below = percents(bare);
  return percents(gateway).map((cpu, round) => cpu - (below[round] ?? NaN));
};
const recordsPerSecond = ({ gateway, load }: Case): number =>
  median(gateway.map(({ fed }) => fed.records)) / (load.warmUpSeconds + load.seconds);
/** µs of CPU a record, over the bare read */
const cpuUsPerRecord = (one: Case): number => (1e4 * median(overBare(one))) / recordsPerSecond(one);

function rowOf(one: Case): string[] {
  const { title, gateway, bare } = one;
  const outcomes = gateway.flatMap(({ outcome }) => outcome ?? []);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const feds = [...gateway, ...bare].map(({ fed }) => fed);
  const problems = [...new Set(outcomes.flatMap((outcome) => outcome.problems))];
  return [
    title,
    digits(recordsPerSecond(one)),
    digits(median(percents(gateway))),
    digits(median(percents(bare))),
    digits(median(outcomes.map(({ loopP99Ms }) => loopP99Ms))),
    `${digits(sum(outcomes.map(({ stored }) => stored)))} of ${digits(sum(outcomes.map(({ sent }) => sent)))}`,
    digits(median(feds.map(({ bytesPerWrite }) => bytesPerWrite))),
    digits(Math.max(...feds.map(({ furthestBehind }) => furthestBehind))),
    digits(sum(feds.map(({ heldUp }) => heldUp))),
    problems.length === 0 ? 'nothing' : problems.join('; '),
  ];
}

const HEADS = [
  ...['data', 'records/s', 'gateway, % of a core', 'bare read, %', 'loop p99, ms', 'records stored'],
  ...['bytes a write', 'feeder behind, ms', 'held up', 'wrong'],
];

function figuresOf({ slow, fast, nmea, noise }: ReturnType<typeof casesOf>): Figure[] {
  const share = (one: Case, goal: number): Figure => ({
    figure: `${one.title}, over the bare read`,
    measured: median(overBare(one)),
    unit: '% of a core',
    goal: { atMost: goal },
  });
  const each = (one: Case): Figure => ({ figure: one.title, measured: cpuUsPerRecord(one), unit: 'µs CPU a record' });
  return [
    share(slow, 5),
    each(slow),
    share(fast, 20),
    each(fast),
    {
      figure: noise.title,
      measured: median(percents(noise.gateway)),
      unit: '% of a core',
      against: { name: 'NMEA 0183', value: median(percents(nmea.gateway)) },
      ratio: medianRatio(percents(noise.gateway), percents(nmea.gateway)),
    },
  ];
}

async function run(settings: Settings): Promise<Report> {
  const cases = casesOf(settings);
  const all = Object.values(cases);
  for (let round = 0; round < settings.rounds; round += 1) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) {
      one.gateway.push(await readPorts('gateway', one.load));
      one.bare.push(await readPorts('bare', one.load));
    }
  }
  return { figures: figuresOf(cases), details: [markdownTable(HEADS, all.map(rowOf))] };
}

export const portsPart: Part = { name: 'ports', title: 'Serial ports', run };
