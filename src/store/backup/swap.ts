import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '../../disk/durable.js';
import { readRegularFile } from '../../disk/regular-file.js';
import { errnoOf, WaypostError } from '../../errors.js';
import { exactly, fieldsOf, flagForm, formBy } from '../../schema/stored/form.js';
import { dropOldPreviousStores } from './previous-stores.js';

/** The picture of the yard, which a backup has. */
export const YARD_FOLDER = 'files/yard';
/** In that folder: names the file of the picture, and where it lies. */
export const YARD_FILE = 'yard.json';

/** A replacement of the store that has begun: a file of the data folder, until the replacement is complete. */
const MARKER = 'swapping.json';

/** Everything of the present store leaves before anything of the other one arrives. */
type Phase = 'leaving' | 'arriving';

/** Names in the data folder. */
export type Swap = {
  /** the folder with the files that become the store */
  readonly incoming: string;
  /** the folder that gets the present files */
  readonly previous: string;
  /** the backup was uploaded: see `staged-restore` */
  readonly staged: boolean;
};

/** Of folders in the data folder, which are removed as a whole. */
const folderForm = formBy(
  'the name of a folder of a restore',
  (name) => typeof name === 'string' && /^(?:restoring|before-restore)-[\w.-]+$/.test(name),
);
const MARKER_FORM = fieldsOf({
  phase: exactly('leaving', 'arriving'),
  incoming: folderForm,
  previous: folderForm,
  staged: flagForm,
});

/**
 * Replaces the files of the store; gives whether there were any. If the process is killed meanwhile, `finishSwap`
 * completes it: no start sees files of both.
 */
export async function swapStore(folder: string, swap: Swap): Promise<boolean> {
  const present = await leavingFiles(folder, swap);
  await writeMarker(folder, swap, 'leaving');
  await complete(folder, swap, 'leaving');
  return present.length > 0;
}

/** Completes a replacement that a crash or a power cut interrupted; undefined: there was none. */
export async function finishSwap(folder: string): Promise<Swap | undefined> {
  const marker = await readMarker(folder);
  if (marker === undefined) return undefined;
  const { phase, ...swap } = marker;
  await complete(folder, swap, phase);
  return swap;
}

/** Must be called once whatever depends on the replacement is stored, too. */
export async function closeSwap(folder: string, { incoming, previous }: Swap): Promise<void> {
  await dropOldPreviousStores(folder, previous);
  await rm(join(folder, incoming), { recursive: true, force: true });
  await rm(join(folder, MARKER), { force: true });
  await syncFolder(folder);
}

/** Each step can be repeated: what has been moved is not there any more. */
async function complete(folder: string, swap: Swap, phase: Phase): Promise<void> {
  const [from, to] = [join(folder, swap.incoming), join(folder, swap.previous)];
  if (phase === 'leaving') {
    for (const name of await leavingFiles(folder, swap)) await move(folder, to, name);
    await writeMarker(folder, swap, 'arriving');
  }
  // The log arrives last: keys without a log mean a damaged folder, not a new one.
  const rank = (name: string): number => ['format.json', 'state.json', 'log'].indexOf(name);
  for (const name of (await arrivingFiles(from)).sort((a, b) => rank(a) - rank(b))) await move(from, folder, name);
}

/** None once the folder was removed: then only the marker is left to be removed. */
const arrivingFiles = (from: string): Promise<string[]> => (existsSync(from) ? storeFiles(from) : Promise.resolve([]));

/** A replacement has begun and is not complete. */
export const isSwapping = (folder: string): boolean => existsSync(join(folder, MARKER));

async function leavingFiles(folder: string, { incoming }: Swap): Promise<string[]> {
  const arriving = await storeFiles(join(folder, incoming));
  // Secrets and picture stay if the backup has none; format.json leaves last: it describes the log as long as that is there.
  return (await storeFiles(folder))
    .filter((name) => !STAYS_WITHOUT_SUCCESSOR.has(name) || arriving.includes(name))
    .sort((a, b) => Number(a === 'format.json') - Number(b === 'format.json'));
}

const STAYS_WITHOUT_SUCCESSOR: ReadonlySet<string> = new Set(['keys.json', YARD_FOLDER]);

/** What a backup replaces; everything else in the folder stays. */
async function storeFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) =>
    /^(?:log|keys\.json|state\.|format\.json|migrating-)/.test(name),
  );
  return existsSync(join(folder, YARD_FOLDER)) ? [...names, YARD_FOLDER] : names;
}

async function move(from: string, to: string, name: string): Promise<void> {
  const target = join(to, name);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rename(join(from, name), target);
  await syncFolder(dirname(target));
  await syncFolder(dirname(join(from, name)));
}

const writeMarker = (folder: string, swap: Swap, phase: Phase): Promise<void> =>
  replaceFile(join(folder, MARKER), [Buffer.from(`${JSON.stringify({ phase, ...swap })}\n`)]);

async function readMarker(folder: string): Promise<(Swap & { readonly phase: Phase }) | undefined> {
  try {
    const marker: unknown = JSON.parse((await readRegularFile(join(folder, MARKER))).toString('utf8'));
    if (MARKER_FORM(marker) === undefined) return marker as Swap & { phase: Phase };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  // The files of two stores may lie in the folder: only the marker knows which.
  throw new WaypostError(
    'store_unavailable',
    `${join(folder, MARKER)} is damaged: restore a backup into an empty folder`,
  );
}
