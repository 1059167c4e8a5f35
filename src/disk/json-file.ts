import { replaceFile } from './durable.js';
import { readRegularFile } from './regular-file.js';
import { errnoOf } from '../errors.js';

/** What is wrong with a value; undefined: nothing. */
type JsonForm = (value: unknown) => string | undefined;

/**
 * The value of a small file of JSON that only the gateway writes; undefined if there is none, if it is damaged, or if it does
 * not have the form `form`, which `onMisfit` gets to know: a restore may have brought it.
 */
export async function readJsonFile<T>(
  path: string,
  form: JsonForm,
  onMisfit: (wrong: string) => void = () => undefined,
): Promise<T | undefined> {
  try {
    const value: unknown = JSON.parse((await readRegularFile(path)).toString('utf8'));
    const wrong = form(value);
    if (wrong === undefined) return value as T;
    onMisfit(wrong.trimStart());
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file has its previous value or this one, even after a crash. */
export const writeJsonFile = (path: string, value: object): Promise<void> =>
  replaceFile(path, [Buffer.from(`${JSON.stringify(value)}\n`)]);
