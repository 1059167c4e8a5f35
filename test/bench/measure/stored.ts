import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, LocationRecord } from '../../../src/schema/entry.js';

/** The entries on the disk, from the data folder of a gateway that has ended. */
export function* storedEntries(folder: string): Generator<Entry> {
  const log = join(folder, 'log');
  const names = new Set(readdirSync(log).filter((file) => file.endsWith('.jsonl')));
  for (const name of names) {
    // A segment may still be there next to its sorted copy.
    if (!name.endsWith('.sorted.jsonl') && names.has(name.replace('.jsonl', '.sorted.jsonl'))) continue;
    for (const line of readFileSync(join(log, name), 'utf8').split('\n')) {
      if (line !== '') yield JSON.parse(line) as Entry;
    }
  }
}

/** The locations on the disk by the number of their entry. */
export function storedLocations(folder: string): ReadonlyMap<number, LocationRecord> {
  const found = new Map<number, LocationRecord>();
  for (const entry of storedEntries(folder)) if (entry.kind === 'location') found.set(entry.n, entry.v);
  return found;
}
