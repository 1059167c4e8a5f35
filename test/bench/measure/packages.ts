import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { messageOf } from '../../../src/errors.js';

const PEERS = resolve('test/bench/peers');

/**
 * A package to compare with. Peers are not dependencies of Waypost: they have a package folder of their own, installed when a
 * benchmark runs and one is missing. `product`: the file that its installation compiles, which takes minutes. The
 * reason if it cannot be installed.
 */
export function loadPeer(name: string, product?: string): unknown {
  try {
    if (!existsSync(join(PEERS, 'node_modules', name, product ?? 'package.json'))) install(name, product !== undefined);
    return createRequire(join(PEERS, 'package.json'))(name);
  } catch (error) {
    return messageOf(error);
  }
}

function install(name: string, compile: boolean): void {
  console.log(`${name} is installed for this bench, once; it may take a minute`);
  const flags = [
    'ci',
    '--prefix',
    PEERS,
    `--ignore-scripts=${!compile}`,
    '--fetch-retries=0',
    '--no-audit',
    '--no-fund',
  ];
  const { status, stderr, error } = spawnSync('npm', flags, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status === 0) return;
  const [reason = `npm ended with ${String(status)}`] =
    /(?<=npm error )(?!code|syscall|errno|path).+/.exec(stderr) ?? [];
  throw new Error(reason);
}
