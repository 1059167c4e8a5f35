import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, openFileAt, syncFolder, type OpenFile } from './durable.js';
import { readJsonFile, writeJsonFile } from './json-file.js';

/** Files that arrive in parts, each with a record that describes it. Ids are of the caller's making: they name the files. */
export type PartFiles<T> = {
  /** What a previous run left; everything else in the folder is removed. */
  readonly load: () => Promise<PartFile<T>[]>;
  /** Creates an empty file. */
  readonly create: (id: string, record: T) => Promise<void>;
  /** resolves once the bytes are on stable storage */
  readonly write: (id: string, bytes: Uint8Array, position: number) => Promise<void>;
  /** the first bytes, at most `length` */
  readonly readStart: (id: string, length: number) => Promise<Buffer>;
  /** hexadecimal; reads the whole file, a piece at a time */
  readonly sha256: (id: string) => Promise<string>;
  readonly pathOf: (id: string) => string;
  /** Removes the file, if it was not moved, and its record. */
  readonly remove: (id: string) => Promise<void>;
};

/** `bytes`: the length of the file; the last write may be incomplete. */
type PartFile<T> = { readonly id: string; readonly record: T; readonly bytes: number };

const RECORD = '.json';
const DATA = '.part';

/** `form`: of a record. */
export function createPartFiles<T extends object>(
  folder: string,
  form: (record: unknown) => string | undefined,
): PartFiles<T> {
  const pathOf = (id: string): string => join(folder, id + DATA);
  const recordOf = (id: string): string => join(folder, id + RECORD);

  async function use<R>(id: string, flags: 'r' | 'r+' | 'w+', run: (file: OpenFile) => Promise<R>): Promise<R> {
    const file = await openFileAt(pathOf(id), flags);
    try {
      return await run(file);
    } finally {
      await file.close();
    }
  }

  return {
    pathOf,
    async load() {
      const names = await readdir(folder).catch((): string[] => []);
      const found: PartFile<T>[] = [];
      for (const name of names.filter((one) => one.endsWith(RECORD))) {
        const id = name.slice(0, -RECORD.length);
        const record = await readJsonFile<T>(recordOf(id), form);
        const bytes = await stat(pathOf(id)).then(
          ({ size }) => size,
          () => undefined,
        );
        if (record !== undefined && bytes !== undefined) found.push({ id, record, bytes });
      }
      const kept = new Set(found.flatMap(({ id }) => [id + RECORD, id + DATA]));
      for (const name of names) if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true });
      return found;
    },
    async create(id, record) {
      await makeFolder(folder);
      await use(id, 'w+', (file) => file.sync());
      await writeJsonFile(recordOf(id), record);
    },
    write: (id, bytes, position) =>
      use(id, 'r+', async (file) => {
        await file.write(bytes, position);
        await file.sync();
      }),
    readStart: (id, length) => use(id, 'r', (file) => file.read(0, length)),
    async sha256(id) {
      const sum = createHash('sha256');
      for await (const piece of createReadStream(pathOf(id)) as AsyncIterable<Buffer>) sum.update(piece);
      return sum.digest('hex');
    },
    async remove(id) {
      await rm(recordOf(id), { force: true });
      await rm(pathOf(id), { force: true });
      await syncFolder(folder);
    },
  };
}
