import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** A CommonJS module that was loaded with what V8 compiled of it earlier, which takes a third of the time to compile it. */
export type Cached<T> = {
  readonly exports: T;
  /** the file of the cache was there, of this source and this V8 */
  readonly wasCached: boolean;
  /** Writes what V8 has compiled by now. Rejects if the file cannot be written. */
  readonly save: () => Promise<void>;
};

const SUM_BYTES = 32;
const OTHERS_CAN_WRITE = 0o022;

/** Loads `file`, which is ASCII. `cache` names the file of the cache, which need not be there; undefined: there is no place for it. */
export function loadCached<T>(file: string, cache: string | undefined): Cached<T> {
  const source = readFileSync(file);
  const cachedData = cache === undefined ? undefined : readCache(cache, source);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source.toString('latin1')}\n})`,
    {
      filename: file,
      ...(cachedData !== undefined && { cachedData }),
    },
  );
  const module = { exports: {} as T };
  const run = script.runInThisContext() as (...values: readonly unknown[]) => void;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return {
    exports: module.exports,
    wasCached: script.cachedDataRejected === false,
    save: async () => {
      if (cache !== undefined) await writeCache(cache, source, script.createCachedData());
    },
  };
}

/** V8 itself compares only the length of the source, and runs a damaged cache. */
const sumOf = (source: Uint8Array, compiled: Uint8Array): Buffer =>
  createHash('sha256').update(process.version).update(process.arch).update(source).update(compiled).digest();

const isOwn = ({ uid, mode }: Stats): boolean => uid === process.geteuid?.() && (mode & OTHERS_CAN_WRITE) === 0;

/** A file that another user could have written is not run. */
function readCache(cache: string, source: Uint8Array): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(cache, 'r');
    if (!isOwn(fstatSync(fd))) return undefined;
    const bytes = readFileSync(fd);
    const compiled = bytes.subarray(SUM_BYTES);
    return bytes.subarray(0, SUM_BYTES).equals(sumOf(source, compiled)) ? compiled : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

async function writeCache(cache: string, source: Uint8Array, compiled: Buffer): Promise<void> {
  const folder = dirname(cache);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!isOwn(await stat(folder))) throw new Error(`${folder} belongs to another user, or others can write to it`);
  const part = `${cache}.${randomUUID()}`;
  try {
    // Of a new file only: a link that another user laid there would be followed.
    await writeFile(part, [sumOf(source, compiled), compiled], { mode: 0o600, flag: 'wx' });
    await rename(part, cache);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
