import type { Random } from './random-int.js';
import { randomInt } from './random-int.js';
import type { Logged } from './changes.js';
import {
  applyRenaming,
  applyUnsynced,
  isFile,
  resized,
  stateOf,
  type Disk,
  type DiskState,
  type FileNode,
} from './disk.js';

/**
 * Possible contents of a disk at a power cut, between what was synced and what was written. As in ALICE (Pillai et al.,
 * OSDI 2014) and CrashMonkey, the log of changes is replayed and cut at every point.
 */
export const MODELS = ['all', 'strict', 'ext4', 'nul', 'zero', 'torn', 'random'] as const;
export type Model = (typeof MODELS)[number];
export type Possible = { readonly model: Model; readonly state: DiskState };

const SECTOR = 512;

/** States after the last change applied to `disk`, including `draws` random ones. */
export function* statesAfter(disk: Disk, random: Random, draws: number): Generator<Possible> {
  const now = ({ now }: FileNode): Buffer => now;
  const kept = ({ kept }: FileNode): Buffer => kept;
  // Everything reached the disk: after a killed process.
  yield { model: 'all', state: stateOf(disk.names, now) };
  // Only what a sync of the file and one of its folder guarantee.
  yield { model: 'strict', state: stateOf(disk.promised, kept) };
  // The same if the sync of a file also keeps its new name.
  yield { model: 'ext4', state: stateOf(disk.ext4Names, kept) };
  // Names and sizes reached the disk, unsynced data did not: delayed allocation.
  yield { model: 'nul', state: stateOf(disk.names, (file) => resized(file.kept, file.now.length)) };
  // Only names reached the disk: the empty file after a rename without a sync.
  yield { model: 'zero', state: stateOf(disk.names, (file) => (file.unsynced.length > 0 ? file.kept : file.now)) };
  for (let draw = 0; draw < draws; draw++) yield { model: 'random', state: randomState(disk, random) };
}

/** States during `change`, which is not applied to `disk` yet: a partial write. */
export function* statesDuring(disk: Disk, change: Logged): Generator<Possible> {
  if (change.what !== 'write') return;
  const { path, at, bytes } = change;
  const node = disk.names.get(path);
  if (node === undefined || !isFile(node)) return;
  for (const length of new Set([1, bytes.length >> 1, bytes.length - 1])) {
    if (length < 1) continue;
    const torn = applyUnsynced(node.now, { at, bytes: bytes.subarray(0, length) });
    yield { model: 'torn', state: stateOf(disk.names, (file) => (file === node ? torn : file.now)) };
  }
}

/** Names up to a random change, as a journal keeps them; of unsynced data, random sectors. */
function randomState(disk: Disk, random: Random): DiskState {
  const names = new Map(disk.promised);
  const renamings = disk.renamings();
  for (const renaming of renamings.slice(0, randomInt(random, 0, renamings.length))) applyRenaming(names, renaming);
  return stateOf(names, (file) => randomSectors(file, random));
}

function randomSectors({ kept, now, unsynced }: FileNode, random: Random): Buffer {
  let bytes = kept;
  for (const change of unsynced) {
    if ('length' in change) {
      if (random() < 0.5) bytes = applyUnsynced(bytes, change);
      continue;
    }
    for (let start = 0; start < change.bytes.length;) {
      const at = change.at + start;
      const end = Math.min(change.bytes.length, start + SECTOR - (at % SECTOR));
      if (random() < 0.5) bytes = applyUnsynced(bytes, { at, bytes: change.bytes.subarray(start, end) });
      start = end;
    }
  }
  // The size is stored apart from the data and may reach the disk without it.
  return unsynced.length > 0 && random() < 0.5 ? resized(bytes, now.length) : bytes;
}
