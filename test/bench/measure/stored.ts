import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, LocationRecord } from '../../../src/schema/entry.js';

/** The locations on the disk by the number of their entry, from the data folder of a gateway that has ended. */
export function storedLocations(folder: string): ReadonlyMap<number, LocationRecord> {
  const log = join(folder, 'log');
  const found = new Map<number, LocationRecord>();
  for (const name of readdirSync(log).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of readFileSync(join(log, name), 'utf8').split('\n')) {
      const entry = line === '' ? undefined : (JSON.parse(line) as Entry);
      if (entry?.kind === 'location') found.set(entry.n, entry.v);
    }
  }
  return found;
}
