import { resolve } from 'node:path';
import type { WearStatus } from '../../../src/schema/system/disk-wear.js';
import { digits, isMet, markdownTable, type Figure } from '../measure/figure.js';
import type { Part, Report } from '../measure/part.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { median } from '../measure/statistics.js';
import { thirdsOf, type Row } from './looks.js';
import { readPlan, type Plan } from './plan.js';
import { runSoak, type Soaked } from './run.js';

/**
 * The soak: days of a whole depot, many times as fast as life, and then the accounts. WAYPOST_SOAK_OLDER names the main file
 * of an older build that is upgraded in the middle.
 */

const HEADS = [
  ...['hour', 'memory, MB', 'descriptors', 'data, MB', 'posts', 'p50, ms', 'p99, ms', 'uplink behind', 'outbox'],
  'health',
];
const MOST_ROWS = 24;
const MEMORY = 1.05;
const P99 = 1.2;

const rowOf = (row: Row): string[] => [
  ...[digits(row.hour), row.rss.toFixed(1), digits(row.descriptors), row.folderMb.toFixed(1), digits(row.posts)],
  ...[digits(row.p50), digits(row.p99), digits(row.behind), digits(row.waiting), row.status],
];

/** The last third of the hours next to the first one. */
function comparisons(rows: readonly Row[], from: number): Figure[] {
  const { first, last } = thirdsOf(rows, from);
  const compare = (figure: string, unit: string, of: (row: Row) => number, atMost: number): Figure => ({
    ...{ figure, unit, measured: median(last.map(of)), goal: { atMost } },
    against: { name: 'first third', value: median(first.map(of)) },
  });
  return [
    compare('memory, last third', 'MB', ({ rss }) => rss, MEMORY),
    compare('open descriptors, last third', 'number', ({ descriptors }) => descriptors, 1),
    compare('p99 of a post, last third', 'ms', ({ p99 }) => p99, P99),
  ];
}

const total = ({ bytes }: WearStatus): number => bytes.log + bytes.segments + bytes.snapshots;

/** Bytes written to the disk in the last third, next to what the gateway foretold at its start. */
function wearFigure(rows: readonly Row[], from: number): Figure[] {
  const { last } = thirdsOf(rows, from);
  const [start, end] = [last[0], last.at(-1)];
  if (typeof start?.wear.bytesPerDay !== 'number' || end === undefined || end === start) return [];
  const value = (start.wear.bytesPerDay * (end.hour - start.hour)) / 24e6;
  const measured = (total(end.wear) - total(start.wear)) / 1e6;
  return [
    { figure: 'written to the disk in the last third', unit: 'MB', measured, against: { name: 'foretold', value } },
  ];
}

const accountsOf = ({ faults, mails, problems }: Soaked): Figure[] => {
  const none = (figure: string, measured: number): Figure => ({
    figure,
    measured,
    unit: 'number',
    goal: { atMost: 0 },
  });
  return [
    none(
      'records that are lost, stored twice or not at the broker',
      [...faults.values()].reduce((sum, { count }) => sum + count, 0),
    ),
    none('mails that are missing, too many or delivered twice', mails.problems.length),
    none('backups that do not restore, and other faults', problems.length),
  ];
};

function sentenceOf(soaked: Soaked): string {
  const { acknowledged, stored, consumed, mails, backups, breaks, connections, refusals, latest } = soaked;
  const feeds = consumed.feeds.map(({ connected, events }) => {
    const all = Object.values(events).reduce((sum, count) => sum + count, 0);
    return `${digits(all)} events over ${connected} connections, ${events.gap ?? 0} gaps`;
  });
  const list = [...refusals].map(([reason, count]) => `${count} × ${reason}`).join(', ');
  return [
    `${digits(acknowledged)} records were acknowledged, ${digits(stored)} are stored;`,
    `the subscriber of the broker got ${digits(consumed.messages)} messages, ${digits(consumed.alerts)} alerts among them.`,
    `${digits(connections)} connections of trackers. Mails: ${mails.delivered} delivered, ${mails.uncertain} uncertain, ${mails.due} due.`,
    `Event streams: ${feeds.join('; ')}.`,
    `Backups took ${backups.map(({ minutes }) => `${digits(minutes)} min`).join(', ')} of the depot,`,
    `the first start, a start after a kill and an upgrade ${breaks.map(({ from, to }) => `${digits(to - from)} min`).join(', ')}.`,
    `Posts that were sent again: ${list === '' ? 'none' : list}; the posts were late by ${digits(latest)} min at most.`,
    `At the end the uplink took ${digits(soaked.caughtUpSeconds)} s to catch up.`,
  ].join(' ');
}

/** Later posts may belong to another day than the one at which they arrive, which has its own limit of mails. */
const MAX_LATE_MINUTES = 360;

/** A line for each rule that does not hold. The figures of a tiny soak mean nothing. */
function failuresOf(soaked: Soaked, plan: Plan, figures: readonly Figure[]): string[] {
  const { faults, mails, problems, latest } = soaked;
  const tooSlow =
    `the posts were late by ${digits(latest)} min, so that mails came on other days: this machine is too slow, ` +
    `set WAYPOST_SOAK_FACTOR below ${plan.factor}`;
  return [
    ...(latest > MAX_LATE_MINUTES ? [tooSlow] : []),
    ...[...faults].map(([what, { count, example }]) => `${count} times: ${what}, like ${example}`),
    ...mails.problems,
    ...problems,
    ...figures.filter((figure) => isMet(figure) === false).map(({ figure }) => `${figure}: the goal is not met`),
  ];
}

/** Every row of a short soak, every third one of the whole. */
function shownRows(rows: readonly Row[]): readonly Row[] {
  const step = Math.ceil(rows.length / MOST_ROWS);
  return rows.filter((_, at) => (at + 1) % step === 0);
}

async function run({ isTiny }: Settings): Promise<Report> {
  const plan: Plan = readPlan(isTiny);
  const older = process.env.WAYPOST_SOAK_OLDER;
  const begun = performance.now();
  const soaked = await withFolder((folder) =>
    runSoak({ plan, folder, isTiny, ...(older !== undefined && { older: resolve(older) }) }),
  );
  const minutes = (performance.now() - begun) / 60_000;
  // The figures of an older build are not those of this one.
  const from = older === undefined ? plan.warmUpHours : plan.upgrade + plan.warmUpHours;
  const compared = comparisons(soaked.rows, from);
  return {
    figures: [...compared, ...wearFigure(soaked.rows, from), ...accountsOf(soaked)],
    details: [markdownTable(HEADS, shownRows(soaked.rows).map(rowOf)), sentenceOf(soaked)],
    extent: `${plan.hours} hours in ${digits(minutes)} minutes`,
    failures: failuresOf(soaked, plan, isTiny ? [] : compared),
  };
}

export const soakPart: Part = { name: 'soak', title: 'Soak', run };
