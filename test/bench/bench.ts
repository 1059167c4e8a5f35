import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { messageOf } from '../../src/errors.js';
import { takeLoadCore } from './measure/cores.js';
import { figureTable } from './measure/figure.js';
import type { Part } from './measure/part.js';
import { machineCpuSeconds, ownCpuSeconds } from './measure/process.js';
import { readSettings, type Settings } from './measure/settings.js';
import { parts } from './parts.js';

/**
 * `npm run bench` measures the gateway next to its ceilings and peers, and prints which goals are met: all parts, or those
 * that are named. `--peers` adds the alternatives from npm. `--keep` writes the tables into the page of figures. `--tiny`
 * shows only that the parts work. The soak runs only if it is named.
 */

const PAGE = 'test/bench/figures.md';
const ON_REQUEST: readonly string[] = ['peers', 'soak'];

const words = process.argv.slice(2);
const has = (flag: string): boolean => words.includes(`--${flag}`);

function chosenParts(): readonly Part[] {
  const named = words.filter((word) => !word.startsWith('--'));
  const unknown = named.find((word) => !parts.some(({ name }) => name === word));
  if (unknown !== undefined) throw new Error(`part ${unknown} not found: ${parts.map(({ name }) => name).join(', ')}`);
  const isChosen = (name: string): boolean => (named.length === 0 ? !ON_REQUEST.includes(name) : named.includes(name));
  return parts.filter(({ name }) => isChosen(name) || (name === 'peers' && has('peers')));
}

/** Runs a part; returns its tables as Markdown. */
async function measure({ name, title, run }: Part, settings: Settings): Promise<string> {
  const before = { at: performance.now(), machine: machineCpuSeconds(), own: ownCpuSeconds() };
  const { figures, details = [], extent, failures = [] } = await run(settings);
  const seconds = (performance.now() - before.at) / 1000;
  const others = machineCpuSeconds() - before.machine - (ownCpuSeconds() - before.own);
  const busy = `${((100 * Math.max(0, others)) / seconds).toFixed(0)} % of a core`;
  const [load = 0] = loadavg();
  const place = `Node ${process.versions.node}, ${extent ?? `${settings.rounds} rounds of ${settings.seconds} s`}`;
  const machine = `${place}. Meanwhile the kernel and other programs used ${busy}; load average ${load.toFixed(1)}.`;
  const tables = figures.length === 0 ? details : [figureTable(figures), ...details];
  console.log(`\n## ${title}\n\n${[...tables, machine].join('\n\n')}`);
  for (const failure of failures) console.error(`waypost: ${name}: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
  return [...tables, machine].join('\n\n');
}

/** Writes the tables of a part between its marks on the page. */
function keep(name: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE}: the marks ${start} and ${end} are missing`);
  writeFileSync(PAGE, `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`);
}

try {
  const settings = readSettings(has('tiny'));
  takeLoadCore();
  for (const part of chosenParts()) {
    const text = await measure(part, settings);
    if (has('keep')) keep(part.name, text);
  }
} catch (error) {
  console.error(`waypost: ${messageOf(error)}`);
  process.exitCode = 1;
}
