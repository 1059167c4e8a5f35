import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../src/errors.js';
import { jsonServer } from './compare/json-server.js';
import { bareKoa, stockLowdb } from './compare/koa.js';
import { httpOf, linesOf, restOf, startOf, type Figures } from './compare/measure.js';
import { nodeRed } from './compare/node-red.js';
import { install, sizeOf, type Peer } from './compare/peer.js';
import { signalk } from './compare/signalk.js';
import { tableOf } from './compare/table.js';
import { waypost } from './compare/waypost.js';

/**
 * Compares the gateway with alternatives in one run of alternating rounds and prints medians. `--keep` writes the table
 * into the page of figures. WAYPOST_BENCH_ROUNDS sets the rounds, WAYPOST_BENCH_PEERS selects peers by name.
 */

const ROUNDS = Number(process.env.WAYPOST_BENCH_ROUNDS ?? 3);
const named = process.env.WAYPOST_BENCH_PEERS?.split(',');
const peers = [waypost, signalk, nodeRed, jsonServer, stockLowdb, bareKoa].filter(
  ({ name }) => named?.includes(name) !== false,
);

const median = (values: readonly number[]): number | undefined =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

type Measured = Partial<Record<keyof Figures, number[]>>;

function note(measured: Measured, figures: Partial<Figures>): void {
  for (const [key, value] of Object.entries(figures)) {
    if (value !== undefined) (measured[key as keyof Figures] ??= []).push(value);
  }
}

async function round(peer: Peer, home: string, measured: Measured): Promise<void> {
  note(measured, { startMs: await startOf(peer, home) });
  note(measured, { restMb: await restOf(peer, home) });
  note(measured, (await httpOf(peer, home)) ?? {});
  try {
    const linesPerSecond = await linesOf(peer, home);
    note(measured, { linesPerSecond });
  } catch (error) {
    console.log(messageOf(error));
  }
}

const packed = (home: string): number => {
  const folder = join(home, 'node_modules');
  return existsSync(folder) ? sizeOf(folder) / 1e6 : 0;
};

/** Size of the gateway with its production dependencies, as `npm ci --omit=dev` installs them. */
function installedMb(): number {
  const folder = mkdtempSync(join('.', '.bench-install-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(folder, file));
    const flags = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status, stderr } = spawnSync('npm', flags, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${flags.join(' ')}: ${stderr.slice(-500)}`);
    return (sizeOf(join(folder, 'node_modules')) + sizeOf('dist/waypost') + sizeOf('dist/web')) / 1e6;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

spawnSync('taskset', ['-acp', '1', String(process.pid)]);
const homes = new Map(peers.map((peer) => [peer.name, install(peer)]));
const measured = new Map<string, Measured>(peers.map(({ name }) => [name, {}]));
for (let turn = 0; turn < ROUNDS; turn += 1) {
  for (const peer of turn % 2 === 0 ? peers : [...peers].reverse()) {
    await round(peer, homes.get(peer.name) ?? '', measured.get(peer.name) ?? {});
    console.log(`round ${turn + 1} of ${ROUNDS}: ${peer.name}`);
  }
}
const rows = peers.map((peer) => {
  const all = measured.get(peer.name) ?? {};
  const of = (key: keyof Figures): number | undefined => median(all[key] ?? []);
  const installMb = peer === waypost ? installedMb() : packed(homes.get(peer.name) ?? '');
  const figures = {
    startMs: of('startMs') ?? 0,
    restMb: of('restMb') ?? 0,
    loadMb: of('loadMb'),
    postPerSecond: of('postPerSecond'),
    postP99Ms: of('postP99Ms'),
    getPerSecond: of('getPerSecond'),
    bytesPerRecord: of('bytesPerRecord'),
    linesPerSecond: of('linesPerSecond'),
    installMb,
  };
  return [peer.name, figures] as const;
});
const table = tableOf(rows);
console.log(`\n${table}\n`);
if (process.argv.includes('--keep')) keep(table);

/** Writes the table between the marks of the page. */
function keep(text: string): void {
  const page = 'test/bench/figures.md';
  const old = readFileSync(page, 'utf8');
  const [start, end] = ['<!-- peers -->', '<!-- /peers -->'];
  const [from, to] = [old.indexOf(start), old.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page}: the marks ${start} and ${end} are missing`);
  writeFileSync(page, `${old.slice(0, from + start.length)}\n\n${text}\n\n${old.slice(to)}`);
  spawnSync('npx', ['prettier', '--write', page]);
}
