import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../support/gateway/run-to-end.js';
import { environmentOf, type CompressedClock } from './compressed-clock.js';
import type { SoakedGateway } from './gateway.js';

/** The backups of the nights, and whether they restore. */

export type Backup = {
  readonly file: string;
  /** of the log when it began */
  readonly entries: number;
  /** of the time of the depot */
  readonly minutes: number;
};

type BackupsOptions = { readonly folder: string; readonly clock: CompressedClock; readonly gateway: SoakedGateway };

/** Backs up the data of the running gateway, as a job of the night does: behind all other work. */
export async function makeBackup({ folder, clock, gateway }: BackupsOptions, name: string): Promise<Backup> {
  const { store } = await gateway.call<{ store: { entries: number } }>('GET', '/api/health');
  const file = join(folder, `${name}.backup`);
  const from = clock.minutes();
  const args = ['backup', file, '--data', join(folder, 'data'), '--json'];
  const { code, output } = await runToEnd(args, { env: environmentOf(clock), under: ['nice'] });
  if (code !== 0) throw new Error(`the backup ${name} failed with ${code}: ${output}`);
  return { file, entries: store.entries, minutes: clock.minutes() - from };
}

/** What is wrong with a backup. */
export async function checkBackup({ file, entries }: Backup, folder: string): Promise<string[]> {
  const data = join(folder, 'restored');
  mkdirSync(data, { mode: 0o700 });
  try {
    const restored = await runToEnd(['restore', file, '--data', data, '--json']);
    if (restored.code !== 0) return [`${file} does not restore: ${restored.output}`];
    const { after } = (JSON.parse(restored.output) as { entries: { after: number } }).entries;
    const checked = await runToEnd(['check', '--data', data, '--only', 'store']);
    return [
      ...(after < entries ? [`${file} has ${after} entries, and the gateway had ${entries} when it began`] : []),
      ...(checked.code === 0 ? [] : [`${file} is restored with problems: ${checked.output}`]),
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
