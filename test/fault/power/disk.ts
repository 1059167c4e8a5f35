import { dirname } from 'node:path';
import type { Logged } from './changes.js';

/** Content of a disk: files with their bytes, and folders. Paths are relative to the watched folder. */
export type DiskState = { readonly files: ReadonlyMap<string, Buffer>; readonly folders: ReadonlySet<string> };

/** A change of a file's bytes that is not synced yet. */
export type Unsynced = { readonly at: number; readonly bytes: Buffer } | { readonly length: number };

/** `now`: content as the running system sees it; `kept`: content at the last sync. Buffers are never changed in place. */
export type FileNode = { now: Buffer; kept: Buffer; unsynced: Unsynced[] };
type FolderNode = { readonly folder: true };
type Node = FileNode | FolderNode;
export type Names = Map<string, Node>;

/** A change of names whose folder is not synced yet: it reaches the disk as a whole or not at all. */
export type Renaming = {
  readonly parent: string;
  readonly node: Node;
  readonly add?: string;
  readonly remove?: string;
};

/** A file system in memory that distinguishes changes from what must survive a power cut. */
export type Disk = {
  readonly apply: (change: Logged) => void;
  /** names as the running system sees them */
  readonly names: Names;
  /** names guaranteed by syncs of their folders: POSIX and no more */
  readonly promised: Names;
  /** names as kept by ext4, xfs and btrfs: a synced file keeps its name, too */
  readonly ext4Names: Names;
  /** oldest first */
  readonly renamings: () => readonly Renaming[];
};

export const isFile = (node: Node): node is FileNode => 'now' in node;

type DiskNames = Pick<Disk, 'names' | 'promised' | 'ext4Names'> & { renamings: Renaming[] };

/** The disk starts with the content of `start`, all synced. */
export function createDisk(start: DiskState): Disk {
  const initial: [string, Node][] = [
    ...[...start.folders].map((path): [string, Node] => [path, { folder: true }]),
    ...[...start.files].map(([path, bytes]): [string, Node] => [path, { now: bytes, kept: bytes, unsynced: [] }]),
  ];
  const disk: DiskNames = {
    names: new Map(initial),
    promised: new Map(initial),
    ext4Names: new Map(initial),
    renamings: [],
  };
  return {
    names: disk.names,
    promised: disk.promised,
    ext4Names: disk.ext4Names,
    renamings: () => disk.renamings,
    apply: (logged) => {
      applyLogged(disk, logged);
    },
  };
}

function applyLogged(disk: DiskNames, logged: Logged): void {
  switch (logged.what) {
    case 'create':
      rename(disk, { node: { now: Buffer.alloc(0), kept: Buffer.alloc(0), unsynced: [] }, add: logged.path });
      break;
    case 'mkdir':
      rename(disk, { node: { folder: true }, add: logged.path });
      break;
    case 'rename':
      rename(disk, { node: fileAt(disk, logged.path), add: logged.to, remove: logged.path });
      break;
    case 'link':
      rename(disk, { node: fileAt(disk, logged.path), add: logged.to });
      break;
    case 'unlink':
    case 'rmdir':
      rename(disk, { node: disk.names.get(logged.path) ?? { folder: true }, remove: logged.path });
      break;
    case 'write':
      change(disk, logged.path, { at: logged.at, bytes: logged.bytes });
      break;
    case 'truncate':
      change(disk, logged.path, { length: logged.length });
      break;
    case 'sync':
      sync(disk, logged.path);
      break;
    case 'note':
      break;
  }
}

function rename({ names, renamings }: DiskNames, renaming: Omit<Renaming, 'parent'>): void {
  const parent = parentOf(renaming.add ?? renaming.remove ?? '');
  if (renaming.remove !== undefined && parentOf(renaming.remove) !== parent) {
    throw new Error(`moves between folders are not modeled: ${renaming.remove}`);
  }
  renamings.push({ ...renaming, parent });
  applyRenaming(names, renaming);
}

function sync(disk: DiskNames, path: string): void {
  const { names, promised, ext4Names, renamings } = disk;
  const node = names.get(path);
  if (node !== undefined && isFile(node)) {
    node.kept = node.now;
    node.unsynced = [];
    const ancestors = new Set<Node | undefined>([node]);
    for (let at = parentOf(path); at !== ''; at = parentOf(at)) ancestors.add(names.get(at));
    for (const renaming of renamings) if (ancestors.has(renaming.node)) applyRenaming(ext4Names, renaming);
    return;
  }
  for (const renaming of renamings) {
    if (renaming.parent !== path) continue;
    applyRenaming(promised, renaming);
    applyRenaming(ext4Names, renaming);
  }
  disk.renamings = renamings.filter(({ parent }) => parent !== path);
}

function change(disk: DiskNames, path: string, unsynced: Unsynced): void {
  const node = fileAt(disk, path);
  node.now = applyUnsynced(node.now, unsynced);
  node.unsynced = [...node.unsynced, unsynced];
}

function fileAt({ names }: DiskNames, path: string): FileNode {
  const node = names.get(path);
  if (node === undefined || !isFile(node)) throw new Error(`a change of ${path}, which does not exist`);
  return node;
}

/** The folder of a path; '' for a name directly in the watched folder. */
const parentOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path));

export function applyRenaming(names: Names, { node, add, remove }: Omit<Renaming, 'parent'>): void {
  if (remove !== undefined && names.get(remove) === node) names.delete(remove);
  if (add !== undefined) names.set(add, node);
}

export function applyUnsynced(bytes: Buffer, unsynced: Unsynced): Buffer {
  if ('length' in unsynced) return resized(bytes, unsynced.length);
  const after = resized(bytes, Math.max(bytes.length, unsynced.at + unsynced.bytes.length));
  unsynced.bytes.copy(after, unsynced.at);
  return after;
}

/** A copy of `length` bytes, padded with NUL. */
export function resized(bytes: Buffer, length: number): Buffer {
  const copy = Buffer.alloc(length);
  bytes.copy(copy);
  return copy;
}

/** The files and folders reachable by `names`, with the bytes from `bytesOf`; without files in missing folders. */
export function stateOf(names: Names, bytesOf: (file: FileNode) => Buffer): DiskState {
  const files = new Map<string, Buffer>();
  const folders = new Set<string>();
  const reached = (path: string): boolean => {
    const parent = parentOf(path);
    return parent === '' || (names.has(parent) && reached(parent));
  };
  for (const [path, node] of names) {
    if (!reached(path)) continue;
    if (isFile(node)) files.set(path, bytesOf(node));
    else folders.add(path);
  }
  return { files, folders };
}

export const EMPTY_DISK: DiskState = { files: new Map(), folders: new Set() };
