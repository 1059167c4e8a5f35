import { join } from 'node:path';
import { Low } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import { messageOf } from '../../../src/errors.js';
import type { Inspection } from './check.js';
import type { Document } from './lowdb-load.js';

/** Starts stock lowdb on the content of the disk. */
export async function inspectLowdb(folder: string): Promise<Inspection> {
  const low = new Low(new JSONFile<Document>(join(folder, 'db.json')), { sequences: [] });
  try {
    await low.read();
    return { sequences: low.data.sequences, complaints: [] };
  } catch (error) {
    return { sequences: [], complaints: [{ fault: 'does not start', text: messageOf(error) }] };
  }
}
