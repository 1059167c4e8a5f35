import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../src/errors.js';
import type { Part, Report } from '../measure/part.js';
import type { Settings } from '../measure/settings.js';
import { median } from '../measure/statistics.js';
import { jsonServer } from './json-server.js';
import { bareKoa, stockLowdb } from './koa.js';
import { httpOf, linesOf, restOf, startOf, type Figures } from './measure.js';
import { nodeRed } from './node-red.js';
import { install, sizeOf, type Peer } from './peer.js';
import { signalk } from './signalk.js';
import { tableOf } from './table.js';
import { waypost } from './waypost.js';

/**
 * The gateway and programs that could replace it, each started as its own instructions say, in alternating rounds.
 * WAYPOST_BENCH_PEERS selects peers by name. A peer that cannot be installed is left out.
 */

const PEERS = [waypost, signalk, nodeRed, jsonServer, stockLowdb, bareKoa];

type Measured = Partial<Record<keyof Figures, number[]>>;
type Candidate = { readonly peer: Peer; readonly home: string; readonly measured: Measured };

function note(measured: Measured, figures: Partial<Figures>): void {
  for (const [key, value] of Object.entries(figures)) {
    if (value !== undefined) (measured[key as keyof Figures] ??= []).push(value);
  }
}

async function round({ peer, home, measured }: Candidate, settings: Settings): Promise<void> {
  note(measured, { startMs: await startOf(peer, home) });
  note(measured, { restMb: await restOf(peer, home, settings) });
  note(measured, (await httpOf(peer, home, settings)) ?? {});
  try {
    const linesPerSecond = await linesOf(peer, home, settings);
    note(measured, { linesPerSecond });
  } catch (error) {
    console.log(messageOf(error));
  }
}

/** The peers that are installed or can be, and a sentence about each of the others. */
function findCandidates(): { readonly candidates: Candidate[]; readonly leftOut: string[] } {
  const named = process.env.WAYPOST_BENCH_PEERS?.split(',');
  const candidates: Candidate[] = [];
  const leftOut: string[] = [];
  for (const peer of PEERS.filter(({ name }) => named?.includes(name) !== false)) {
    try {
      candidates.push({ peer, home: install(peer), measured: {} });
    } catch (error) {
      leftOut.push(`${peer.name} is left out: ${messageOf(error)}`);
    }
  }
  return { candidates, leftOut };
}

const packedMb = (home: string): number => {
  const folder = join(home, 'node_modules');
  return existsSync(folder) ? sizeOf(folder) / 1e6 : 0;
};

/** Size of the gateway with its production dependencies, as `npm ci --omit=dev` installs them; undefined: offline. */
function installedMb(): number | undefined {
  const folder = mkdtempSync(join('.', '.bench-install-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(folder, file));
    const flags = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
    const { status } = spawnSync('npm', flags, { cwd: folder, stdio: 'ignore' });
    if (status !== 0) return undefined;
    return (sizeOf(join(folder, 'node_modules')) + sizeOf('dist/waypost') + sizeOf('dist/web')) / 1e6;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(settings: Settings): Promise<Report> {
  const { candidates, leftOut } = findCandidates();
  for (let turn = 0; turn < settings.rounds; turn += 1) {
    for (const candidate of turn % 2 === 0 ? candidates : candidates.toReversed()) await round(candidate, settings);
  }
  const rows = candidates.map(({ peer, home, measured }) => {
    const of = (key: keyof Figures): number | undefined => measured[key] && median(measured[key]);
    const installMb = peer !== waypost ? packedMb(home) : settings.isTiny ? undefined : installedMb();
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
  return { figures: [], details: [tableOf(rows), ...leftOut] };
}

export const peersPart: Part = { name: 'peers', title: 'Comparison with alternatives', run };
