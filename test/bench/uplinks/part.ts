import { join } from 'node:path';
import { digits, markdownTable, type Figure } from '../measure/figure.js';
import type { Part, Report } from '../measure/part.js';
import { readCount, withFolder, type Settings } from '../measure/settings.js';
import { median, medianRatio } from '../measure/statistics.js';
import { DEVICE_COUNT, fillTemplate } from './behind.js';
import { FAR_SIDES, type FarSideType } from './far-sides.js';
import { onDemandKb } from './on-demand.js';
import { ALERTS, measureFarSide, POSTED, type LoadName, type Measured } from './round.js';

/**
 * A gateway that is far behind catches up with real far sides: records a second, what they cost and write, alerts that
 * come meanwhile, and posts with the uplink and without. WAYPOST_BENCH_BEHIND is the number of records behind.
 */

const BEHIND = 1_000_000;
const TINY_BEHIND = 2_000;

const HEADS = [
  ...['far side', 'records/s', 'gateway, % of a core', 'everything else, % of a core', 'before, MB', 'peak, MB'],
  ...[
    'peak with posts, MB',
    'alert p50, ms',
    'log for 1,000, kB',
    'disk for 1,000, kB',
    'behind at the end',
    'files on demand, kB',
  ],
];

function ingestFigure(title: string, name: LoadName, measured: Measured): Figure {
  const loaded = measured.loads[name];
  return {
    figure: `${title}: durable POST of ${name === 'one' ? 1 : POSTED} while it catches up`,
    measured: median(loaded.with),
    unit: 'locations/s',
    against: { name: 'without uplink', value: median(loaded.without) },
    ratio: medianRatio(loaded.with, loaded.without),
    goal: { atLeast: 0.9 },
  };
}

function figuresOf(title: string, measured: Measured): Figure[] {
  const { loads } = measured;
  const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
    ...{ figure: `${title}: ${name}`, measured: value, unit },
    ...(atMost !== undefined && { goal: { atMost } }),
  });
  return [
    figure('catch-up', measured.perSecond, 'records/s'),
    figure('catch-up', measured.cpuUs, 'µs CPU a record'),
    figure('peak memory of the gateway', measured.peakMb, 'MB', 200),
    figure(`post of an alert to the far side, slowest of ${ALERTS}`, Math.max(...measured.alertsMs), 'ms', 2_000),
    figure('written for 1,000 records', measured.writtenKb, 'kB'),
    ingestFigure(title, 'one', measured),
    figure('catch-up meanwhile', median(loads.one.forwarded), 'records/s'),
    ingestFigure(title, 'batch', measured),
    figure('catch-up meanwhile', median(loads.batch.forwarded), 'records/s'),
  ];
}

const rowOf = (type: string, title: string, measured: Measured): string[] => {
  const { perSecond, cpu, othersCpu, startMb, peakMb, loads, alertsMs, logKb, writtenKb, behind } = measured;
  const loadedMb = Math.max(loads.one.peakMb, loads.batch.peakMb);
  const shown = [perSecond, cpu, othersCpu, startMb, peakMb, loadedMb, median(alertsMs), logKb, writtenKb, behind];
  return [title, ...[...shown, onDemandKb(type)].map(digits)];
};

async function run(settings: Settings): Promise<Report> {
  return withFolder(async (folder) => {
    const behind = settings.isTiny ? TINY_BEHIND : readCount('WAYPOST_BENCH_BEHIND', BEHIND);
    const template = join(folder, 'template');
    await fillTemplate(template, behind);
    const figures: Figure[] = [];
    const rows: string[][] = [];
    for (const farSide of FAR_SIDES.filter(({ missing }) => missing === undefined)) {
      const measured = await measureFarSide(farSide, template, settings);
      figures.push(...figuresOf(farSide.title, measured));
      rows.push(rowOf(farSide.type, farSide.title, measured));
    }
    const notes = FAR_SIDES.flatMap(({ missing }: FarSideType) =>
      missing === undefined ? [] : [`${missing} is left out: install the package ${missing}.`],
    );
    const about = `${digits(behind)} records of ${DEVICE_COUNT} devices behind.`;
    return { figures, details: [markdownTable(HEADS, rows), about, ...notes] };
  });
}

export const uplinksPart: Part = { name: 'uplinks', title: 'Uplinks', run };
