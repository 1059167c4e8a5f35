import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { messageOf } from '../../src/errors.js';
import { record } from './records.js';

/**
 * SQLite at its durable best, for comparison: WAL, a sync at every commit, and one transaction for all that wait. It is
 * no dependency of ours: it has a package folder of its own, installed when this bench is run.
 */

const PEERS = resolve('test/bench/peers');

/** What is used of better-sqlite3. */
type Statement = { readonly run: (...values: readonly unknown[]) => unknown };
type Database = {
  readonly pragma: (text: string) => unknown;
  readonly exec: (text: string) => unknown;
  readonly prepare: (text: string) => Statement;
  readonly close: () => void;
};
type Constructor = new (path: string) => Database;

/** Has many callers append, the i-th record each; `bytes` are those of the records that are in. */
type Drive<Figures> = (append: (i: number) => Promise<unknown>, bytes: () => number) => Promise<Figures>;

/** Installs it where it is not there yet, which may mean compiling it; the reason where it can not be had. */
export function loadSqlite(): Constructor | string {
  try {
    if (!existsSync(join(PEERS, 'node_modules/.package-lock.json'))) install();
    return createRequire(join(PEERS, 'package.json'))('better-sqlite3') as Constructor;
  } catch (error) {
    return messageOf(error);
  }
}

function install(): void {
  console.log('better-sqlite3 is installed for this bench, once; it may take a minute');
  const flags = ['ci', '--prefix', PEERS, '--ignore-scripts=false', '--fetch-retries=0', '--no-audit', '--no-fund'];
  const { status, stderr, error } = spawnSync('npm', flags, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status === 0) return;
  const [reason = `npm ended with ${String(status)}`] =
    /(?<=npm error )(?!code|syscall|errno|path).+/.exec(stderr) ?? [];
  throw new Error(reason);
}

/** What waits in one turn of the event loop is one transaction: a record of each of the writers. */
export async function driveSqlite<Figures>(
  Database: Constructor,
  path: string,
  drive: Drive<Figures>,
): Promise<Figures> {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE record (n INTEGER PRIMARY KEY, value TEXT NOT NULL)');
  const begin = database.prepare('BEGIN');
  const insert = database.prepare('INSERT INTO record (value) VALUES (?)');
  const commit = database.prepare('COMMIT');
  let waiting: { i: number; resolve: () => void }[] = [];
  let bytes = 0;
  const store = (): void => {
    const group = waiting;
    waiting = [];
    begin.run();
    for (const { i } of group) {
      const text = JSON.stringify(record(i).v);
      bytes += Buffer.byteLength(text);
      insert.run(text);
    }
    commit.run();
    for (const { resolve } of group) resolve();
  };
  const append = (i: number): Promise<void> =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(store);
      waiting.push({ i, resolve });
    });
  const figures = await drive(append, () => bytes);
  database.close();
  return figures;
}
