import { replaceFile } from './durable.js';
import { readRegularFile } from './regular-file.js';
import { errnoOf } from '../errors.js';

/** The value of a small file of JSON that only the gateway writes; undefined if there is none, or if it is damaged. */
export async function readJsonFile<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse((await readRegularFile(path)).toString('utf8')) as T;
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file has its previous value or this one, even after a crash. */
export const writeJsonFile = (path: string, value: object): Promise<void> =>
  replaceFile(path, [Buffer.from(`${JSON.stringify(value)}\n`)]);
