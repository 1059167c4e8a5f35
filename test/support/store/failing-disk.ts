import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realDisk, type MigrationDisk } from '../../../src/store/state/replace-store.js';

/** A disk whose `step`th change fails half done. `forGood`: every later change fails too, as after a kill. */
export function failingDisk(step: number, error: Error, forGood: boolean): MigrationDisk {
  let done = 0;
  const change = <Args extends readonly unknown[], T>(
    run: (...args: Args) => Promise<T>,
    half: (...args: Args) => Promise<void> | void = () => undefined,
  ) => {
    return async (...args: Args): Promise<T> => {
      done += 1;
      if (done < step || (done > step && !forGood)) return run(...args);
      if (done === step) await half(...args);
      throw error;
    };
  };
  const { replaceFile, rename, remove, removeEmpty, syncFolder, makeFolder, writeBackup } = realDisk;
  return {
    replaceFile: change(replaceFile, (path) => {
      writeFileSync(`${path}.tmp`, 'half');
    }),
    rename: change(rename),
    remove: change(remove, (path) => remove(join(path, 'log'))),
    removeEmpty: change(removeEmpty),
    syncFolder: change(syncFolder),
    makeFolder: change(makeFolder),
    writeBackup: change(writeBackup, ({ file }) => {
      writeFileSync(`${file}.tmp`, 'half');
    }),
  };
}
