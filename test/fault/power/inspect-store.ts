import { join } from 'node:path';
import { messageOf } from '../../../src/errors.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import type { Complaint, Inspection } from './check.js';
import { inspectBackups } from './inspect-backups.js';
import { MIN_LEFT_BYTES, USUAL_SIZES } from './sizes.js';
import { contentsOf, linesOnDisk, openSmallStore, type Contents, type LogLine } from './stored.js';
import { batch, changeOf } from './workload.js';

/** Changes that no load sends, to check that the store can be written to after the cut. */
const FURTHER = batch(900_001, 3);

/** Restores every backup on the disk, and starts the store on the content of the disk. */
export async function inspectStore(folder: string): Promise<Inspection> {
  const backups = await inspectBackups(folder, readTwice);
  const found = await readTwice(join(folder, 'data'));
  if (found.bytes === undefined || found.bytes >= MIN_LEFT_BYTES) return { ...found, backups };
  const text = `only ${found.bytes} bytes were kept`;
  return { ...found, backups, complaints: [...found.complaints, { fault: 'lost', text }] };
}

/** Reads everything, appends more, and reads everything again after another start. */
async function readTwice(data: string): Promise<Inspection> {
  const found = await openAndRead(data, FURTHER);
  if (found.complaints.length > 0) return found;
  const again = await openAndRead(data, []);
  const reasons = again.complaints.map(({ fault, text }) => `${fault}: ${text}`);
  const there = new Set(again.sequences);
  const dropped = (sequence: number): boolean => sequence < (again.oldest ?? 0);
  const missing = [...found.sequences, ...FURTHER].filter((sequence) => !there.has(sequence) && !dropped(sequence));
  if (missing.length > 0) reasons.push(`the next start does not find ${missing.join(', ')}`);
  if (reasons.length === 0) return found;
  return { ...found, complaints: [{ fault: 'stuck', text: reasons.join('; ') }] };
}

async function openAndRead(data: string, further: readonly number[]): Promise<Inspection> {
  let store: Store;
  try {
    // Without limits: reading drops nothing.
    const sizes = { ...USUAL_SIZES, retention: { days: 0, bytes: 0 } };
    store = await openSmallStore(data, createTestClock('2026-01-03T00:00:00.000Z'), sizes);
  } catch (error) {
    return failed('does not start', messageOf(error));
  }
  const { reason, losses, entries, bytes } = store.status();
  let contents: Contents;
  try {
    contents = await contentsOf(store);
    if (reason === null && further.length > 0) await store.append(further.map(changeOf));
  } catch (error) {
    return failed('stuck', messageOf(error));
  } finally {
    await store.close();
  }
  if (reason !== null) return failed('does not start', `read-only: ${reason}`);
  const { sequences, last, foreign } = contents;
  const complaints = foreign.map((text): Complaint => ({ fault: 'invented', text }));
  if (losses.length > 0) complaints.push({ fault: 'loss reported', text: losses.join('; ') });
  const lines = await linesOnDisk(data);
  const first = lines[0]?.n ?? 1;
  complaints.push(...gaps(lines, entries + further.length));
  if (first === 1) return { sequences, last, complaints };
  // A restore adds the entry of its generation, which no load sends.
  const sent = lines.flatMap(({ sequence }) => (Number.isNaN(sequence) ? [] : sequence));
  return { sequences, last, complaints, oldest: Math.min(...sent), bytes };
}

/** The numbers on disk must be consecutive up to the last one that the store assigned. */
function gaps(lines: readonly LogLine[], last: number): Complaint[] {
  const first = lines[0]?.n ?? 1;
  const gap = lines.find(({ n }, index) => n !== first + index);
  if (gap !== undefined) return [{ fault: 'gap', text: `the entry before ${gap.n} is missing in the log` }];
  const onDisk = lines.at(-1)?.n ?? 0;
  return onDisk === last
    ? []
    : [{ fault: 'gap', text: `the store reports ${last} entries, the last on disk is ${onDisk}` }];
}

const failed = (fault: Complaint['fault'], text: string): Inspection => ({
  sequences: [],
  last: [],
  complaints: [{ fault, text }],
});
