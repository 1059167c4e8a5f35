import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Outcome, Subject } from '../power/campaign.js';
import { createPrng } from '../../../src/simulator/prng.js';
import { randomInt } from '../power/random-int.js';
import { promised, type Fault, type Inspection } from '../power/check.js';
import { memoryFolder } from '../power/folder.js';
import { readNote, type Note } from '../power/notes.js';
import { verdict } from '../power/verdict.js';
import { REMAINDERS, type BlockDisk } from './block-disk.js';
import { run } from './commands.js';
import { withFileSystem, withImage } from './file-system.js';

export type BlockCampaignOptions = {
  readonly shim: string;
  readonly subject: Subject;
  /** of ext4, as for `mount -o` */
  readonly mountOptions: string;
  readonly images: number;
  readonly acknowledgements: number;
  readonly seed: number;
};

/** A note, and the number of disk requests when it was received: no fewer than when it was written. */
type ReceivedNote = { readonly note: Note; readonly requests: number };

/** Loads a store on a real ext4, cuts the power below it, and inspects the disk after the kernel's recovery. */
export async function blockCampaign(options: BlockCampaignOptions): Promise<Outcome> {
  const { subject, mountOptions, images, seed } = options;
  const work = realpathSync(mkdtempSync(join(memoryFolder(), 'waypost-block-')));
  const counts = new Map<string, number>();
  const found = new Map<Fault, number>();
  const backups = new Set<Inspection>();
  const examples: string[] = [];
  const random = createPrng(seed);
  let bad = 0;
  try {
    let received: readonly ReceivedNote[] = [];
    let total = 0;
    const disk = await withFileSystem(work, mountOptions, async (folder, below) => {
      received = await load(work, folder, below, options);
      total = below.requestCount();
    });
    const sent = received.map(({ note }) => note).filter(({ what }) => what === 'sent');
    for (let done = 0; done < images; done++) {
      const remainder = REMAINDERS[done % REMAINDERS.length] ?? 'everything';
      const requests = randomInt(random, 1, total);
      const image = join(work, 'image');
      await writeFile(image, disk.imageAfter(requests, remainder, random));
      const inspection = await withImage(image, join(work, 'after'), mountOptions, async () => {
        const data = join(work, 'after', 'disk');
        mkdirSync(data, { recursive: true });
        return subject.inspect(data);
      });
      // A change sent right before the cut may be stored although its note was received after it.
      const before = received
        .filter((one) => one.requests <= requests && one.note.what !== 'sent')
        .map(({ note }) => note);
      for (const { contents } of inspection.backups ?? []) if (contents !== null) backups.add(contents);
      const complaints = verdict(inspection, [...sent, ...before]);
      counts.set(remainder, (counts.get(remainder) ?? 0) + 1);
      if (complaints.length > 0) bad += 1;
      for (const { fault, text } of complaints) {
        found.set(fault, (found.get(fault) ?? 0) + 1);
        examples.push(`request ${requests} of ${total}, ${remainder}: ${fault}: ${text}`);
      }
    }
    const acknowledged = promised(received.map(({ note }) => note)).size;
    return { counts, faults: found, states: images, bad, acknowledged, backups: backups.size, examples };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Runs one process of the load on the mounted file system. */
async function load(
  work: string,
  mounted: string,
  disk: BlockDisk,
  { shim, subject, acknowledgements, seed }: BlockCampaignOptions,
): Promise<ReceivedNote[]> {
  const [folder, notes] = [join(mounted, 'disk'), join(work, 'notes')];
  await run('mkdir', folder);
  await run('sync', '--file-system', mounted);
  disk.startLog();
  await run('mkfifo', notes);
  const received: ReceivedNote[] = [];
  const lines = createInterface({ input: createReadStream(notes) });
  lines.on('line', (text) => void received.push({ note: readNote(text), requests: disk.requestCount() }));
  const ended = once(lines, 'close');
  const lying = { LD_PRELOAD: shim, CHANGES_FOLDER: folder, CHANGES_LOG: '/dev/null', CHANGES_LIE: '1' };
  const script = fileURLToPath(new URL(join('../power', subject.program), import.meta.url));
  const numbers = [1, acknowledgements, seed].map(String);
  const child = spawn(process.execPath, [script, folder, notes, ...numbers], {
    env: { ...process.env, ...(subject.lying ? lying : {}) },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${subject.program} ended with ${code}`);
  await ended;
  return received;
}
