import type { Chance } from './chance.js';
import { between } from './chance.js';
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
 * What a disk may hold when the power goes, between what was promised and what was asked for. The idea is that of
 * ALICE (Pillai et al., OSDI 2014) and CrashMonkey: the log of changes is replayed and cut at every place.
 */
export const models = ['all', 'strict', 'ext4', 'nul', 'zero', 'torn', 'random'] as const;
export type Model = (typeof models)[number];
export type Possible = { readonly model: Model; readonly state: DiskState };

const SECTOR = 512;

/** States after the last change that `disk` was told of; `draws` of them by chance. */
export function* statesAfter(disk: Disk, chance: Chance, draws: number): Generator<Possible> {
  const now = ({ now }: FileNode): Buffer => now;
  const kept = ({ kept }: FileNode): Buffer => kept;
  // Everything arrived: what a killed process leaves.
  yield { model: 'all', state: stateOf(disk.names, now) };
  // Nothing arrived but what a sync of the file, and one of its folder, has promised.
  yield { model: 'strict', state: stateOf(disk.promised, kept) };
  // The same where the sync of a file keeps its new name as well.
  yield { model: 'ext4', state: stateOf(disk.usual, kept) };
  // Names and sizes arrived, data that was not synced did not: delayed allocation.
  yield { model: 'nul', state: stateOf(disk.names, (file) => resized(file.kept, file.now.length)) };
  // Names arrived, neither size nor data did: the empty file after a rename without a sync.
  yield { model: 'zero', state: stateOf(disk.names, (file) => (file.unsynced.length > 0 ? file.kept : file.now)) };
  for (let draw = 0; draw < draws; draw++) yield { model: 'random', state: anyOf(disk, chance) };
}

/** States in the middle of `change`, which `disk` was not told of yet: a write of which a part arrived. */
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

/** Names up to any change of them, as a journal keeps them; of what was not synced, any of the sectors. */
function anyOf(disk: Disk, chance: Chance): DiskState {
  const names = new Map(disk.promised);
  const renamings = disk.renamings();
  for (const renaming of renamings.slice(0, between(chance, 0, renamings.length))) applyRenaming(names, renaming);
  return stateOf(names, (file) => anySectors(file, chance));
}

function anySectors({ kept, now, unsynced }: FileNode, chance: Chance): Buffer {
  let bytes = kept;
  for (const change of unsynced) {
    if ('length' in change) {
      if (chance() < 0.5) bytes = applyUnsynced(bytes, change);
      continue;
    }
    for (let start = 0; start < change.bytes.length;) {
      const at = change.at + start;
      const end = Math.min(change.bytes.length, start + SECTOR - (at % SECTOR));
      if (chance() < 0.5) bytes = applyUnsynced(bytes, { at, bytes: change.bytes.subarray(start, end) });
      start = end;
    }
  }
  // The size is kept apart from the data: it may have arrived without it.
  return unsynced.length > 0 && chance() < 0.5 ? resized(bytes, now.length) : bytes;
}
