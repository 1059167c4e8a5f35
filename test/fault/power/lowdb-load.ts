import { join } from 'node:path';
import { Low } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import { createNotes } from './notes.js';

/** The control: stock lowdb, which writes the whole document for each record. Same arguments as `load`. */
export type Document = { sequences: number[] };

const [folder = '', notes = '', first = '1', acknowledgements = '100'] = process.argv.slice(2);

const note = createNotes(notes);
const low = new Low(new JSONFile<Document>(join(folder, 'db.json')), { sequences: [] });
await low.read();
for (let sequence = Number(first); sequence < Number(first) + Number(acknowledgements); sequence++) {
  note({ what: 'sent', first: sequence, count: 1 });
  low.data.sequences.push(sequence);
  await low.write();
  note({ what: 'acknowledged', first: sequence, count: 1 });
}
