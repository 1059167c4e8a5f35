import { loadPeer } from '../measure/packages.js';
import { record } from './records.js';

/** SQLite in its fastest durable setup: WAL, a sync at every commit, and one transaction for all waiting records. */

/** The used part of better-sqlite3. */
type Statement = { readonly run: (...values: readonly unknown[]) => unknown };
type Database = {
  readonly pragma: (text: string) => unknown;
  readonly exec: (text: string) => unknown;
  readonly prepare: (text: string) => Statement;
  readonly close: () => void;
};
type Constructor = new (path: string) => Database;

/** Many callers append one record at a time; `bytes` is the size of the stored records. */
type Drive<Figures> = (append: (i: number) => Promise<unknown>, bytes: () => number) => Promise<Figures>;

export const loadSqlite = (): Constructor | string =>
  loadPeer('better-sqlite3', 'build/Release/better_sqlite3.node') as Constructor | string;

/** All records waiting in one turn of the event loop form one transaction. */
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
