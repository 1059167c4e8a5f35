import { join } from 'node:path';
import type { Client } from '../../support/api/client.js';
import { firstLine, startMeasured } from '../measure/cores.js';
import { digits, markdownTable, type Figure } from '../measure/figure.js';
import type { Part, Report } from '../measure/part.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { median, medianRatio } from '../measure/statistics.js';
import { measureReader } from '../nmea/part.js';
import { startGateway } from '../nmea/readers.js';
import { createRules, createZones, DEVICES, VERTICES, ZONES } from './depot.js';
import type { IndexCosts } from './index-cost.js';
import type { IngestRound } from './ingest-round.js';
import { createFilled, footprintsOf } from './memory.js';

/**
 * What alert rules and zones cost: the same records with 1,000 zones of 50 vertices and 20 rules for all devices, and
 * without, in alternating rounds; zones that are far away; memory and start of a gateway that is full of them.
 */

type Mode = 'with' | 'without';
const MODES: readonly Mode[] = ['with', 'without'];
type Pace = 'paced' | 'together';

/** s of records, so that the code is compiled, and that are measured */
const WARM_UP = 120;
const TOGETHER = 60;
const PACED = 6;
const MAX_ZONES = 2_000;
const MAX_VERTICES = 200;

async function ingest(mode: Mode, pace: Pace, isTiny: boolean): Promise<IngestRound> {
  return withFolder(async (folder) => {
    const measured = pace === 'paced' ? PACED : TOGETHER;
    const seconds = isTiny ? [1, 2] : [WARM_UP, measured];
    const words = [join(folder, 'data'), mode, pace, ...seconds.map(String)];
    const child = startMeasured('dist/test/bench/alert-rules/ingest-round.js', words);
    return JSON.parse((await firstLine(child)).join(' ')) as IngestRound;
  });
}

async function prepareRules(client: Client): Promise<void> {
  const ids: string[] = [];
  for (const { id, shape } of createZones(ZONES, VERTICES))
    ids.push(String((await client.call('POST', '/api/zones', { name: id, shape })).body.id));
  for (const [index, settings] of createRules(ids).entries()) {
    const { status } = await client.call('POST', '/api/alertRules', { name: `rule ${index}`, all: true, ...settings });
    if (status !== 201) throw new Error(`rule ${index} is answered with ${status}`);
  }
}

const nmea = (mode: Mode, settings: Settings): Promise<{ readonly linesPerSecond: number }> =>
  measureReader((options) => startGateway(options, mode === 'with' ? prepareRules : undefined), settings);

/** The result of each mode in each round, the modes in turn. */
async function alternate<Result>(rounds: number, measure: (mode: Mode) => Promise<Result>) {
  const results: Record<Mode, Result[]> = { with: [], without: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const mode of round % 2 === 0 ? MODES : MODES.toReversed()) results[mode].push(await measure(mode));
  return results;
}

type Results = Record<Mode, IngestRound[]>;

function ingestFigures(figure: string, unit: string, results: Results, key: 'cpuUs' | 'bytes', goal?: number): Figure {
  const [own, others] = MODES.map((mode) => results[mode].map((round) => round[key]));
  return {
    figure,
    measured: median(own ?? []),
    unit,
    against: { name: 'without', value: median(others ?? []) },
    ratio: medianRatio(own ?? [], others ?? []),
    ...(goal !== undefined && { goal: { atMost: goal } }),
  };
}

async function measureIndex(isTiny: boolean): Promise<{ readonly figure: Figure; readonly table: string }> {
  const words = isTiny ? ['1000', '1'] : ['100000', '7'];
  const child = startMeasured('dist/test/bench/alert-rules/index-cost.js', words);
  const costs = JSON.parse((await firstLine(child)).join(' ')) as IndexCosts;
  const counts = Object.keys(costs);
  const [least = '', most = ''] = [counts[0], counts.at(-1)];
  return {
    figure: {
      ...{ figure: `zones of a fix, ${most} zones far away`, measured: costs[most] ?? NaN, unit: 'ns' },
      against: { name: `with ${least}`, value: costs[least] ?? NaN },
    },
    table: markdownTable(
      ['zones far away', ...counts],
      [['ns to find the zones of a fix', ...counts.map((count) => digits(costs[count] ?? NaN))]],
    ),
  };
}

async function measureMemory(rounds: number, isTiny: boolean): Promise<string> {
  return withFolder(async (folder) => {
    const of = (name: string): string => join(folder, name);
    const zones = isTiny ? 20 : MAX_ZONES;
    const filled = [
      await createFilled(of('empty'), 0, undefined),
      await createFilled(of('many'), zones, VERTICES),
      await createFilled(of('large'), zones, MAX_VERTICES),
    ];
    const names = ['none', `of ${VERTICES} vertices`, `of ${MAX_VERTICES} vertices`];
    const footprints = await footprintsOf(['empty', 'many', 'large'].map(of), rounds, isTiny);
    const rows = footprints.map(({ startMs, cpuMs, mb }, at) => [
      names[at] ?? '',
      digits(filled[at]?.zones ?? NaN),
      digits(filled[at]?.rules ?? NaN),
      ...[mb, startMs, cpuMs].map(digits),
    ]);
    return markdownTable(
      ['zones', 'that fit', 'rules', 'memory, MB', 'to first answer, ms', 'CPU until then, ms'],
      rows,
    );
  });
}

async function run(settings: Settings): Promise<Report> {
  const { rounds, isTiny } = settings;
  const paced = await alternate(rounds, (mode) => ingest(mode, 'paced', isTiny));
  const together = await alternate(rounds, (mode) => ingest(mode, 'together', isTiny));
  const lines = await alternate(rounds, (mode) => nmea(mode, settings));
  const [own, others] = MODES.map((mode) => lines[mode].map(({ linesPerSecond }) => linesPerSecond));
  const index = await measureIndex(isTiny);
  const [first] = together.with;
  const records = digits((isTiny ? 2 : TOGETHER) * DEVICES);
  return {
    figures: [
      ingestFigures(`ingest, ${DEVICES} devices, one record a second each`, 'µs CPU a record', paced, 'cpuUs', 1.25),
      ingestFigures('ingest, all devices at once', 'µs CPU a record', together, 'cpuUs'),
      ingestFigures('log', 'bytes a record', together, 'bytes'),
      {
        figure: 'NMEA 0183 from a port to the disk',
        measured: median(own ?? []),
        unit: 'lines/s',
        against: { name: 'without', value: median(others ?? []) },
        ratio: medianRatio(own ?? [], others ?? []),
        goal: { atLeast: 0.85 },
      },
      index.figure,
    ],
    details: [
      `Of ${records} records, ${first?.alerts ?? 0} alerts, ${first?.states ?? 0} changes of a rule's state and ${first?.visits ?? 0} of a visit were stored.`,
      index.table,
      await measureMemory(rounds, isTiny),
    ],
  };
}

export const alertRulesPart: Part = { name: 'alert-rules', title: 'Alert rules and zones', run };
