import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { runWaypost, type Waypost } from './waypost.js';

/** The demo, running. */
export type Demo = Waypost & {
  /** the folder that holds all its files and nothing else */
  readonly folder: string;
  /** the commands that it prints for the reader: the indented lines */
  readonly script: string;
};

/** Starts `waypost demo` on a free port, with its own folder for temporary files in `folder`. */
export async function startDemo(folder: string): Promise<Demo> {
  const temporary = mkdtempSync(join(folder, 'demo-'));
  const waypost = runWaypost(['demo', '--port', '0'], { env: { TMPDIR: temporary } });
  const isOver = (): boolean => waypost.process.exitCode !== null;
  await eventually('the demo prints its commands', () => isOver() || waypost.output().includes('Ctrl-C'));
  if (isOver()) throw new Error(`the demo ended: ${waypost.output()}`);
  const lines = waypost.output().split('\n');
  return { ...waypost, folder: temporary, script: lines.filter((line) => line.startsWith('  ')).join('\n') };
}
