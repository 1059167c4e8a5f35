import { dirname } from 'node:path';
import type { Logged } from './changes.js';

/** What a disk holds: files with their bytes, and folders. Paths are below the watched folder. */
export type DiskState = { readonly files: ReadonlyMap<string, Buffer>; readonly folders: ReadonlySet<string> };

/** A change of a file's bytes that no sync has covered yet. */
export type Unsynced = { readonly at: number; readonly bytes: Buffer } | { readonly length: number };

/** `now` is what the running system sees, `kept` what the last sync has promised. Buffers are never changed in place. */
export type FileNode = { now: Buffer; kept: Buffer; unsynced: Unsynced[] };
type FolderNode = { readonly folder: true };
type Node = FileNode | FolderNode;
export type Names = Map<string, Node>;

/** A change of names that no sync of its folder has covered yet: all of it reaches the disk or none. */
export type Renaming = {
  readonly parent: string;
  readonly node: Node;
  readonly add?: string;
  readonly remove?: string;
};

/** A file system in memory that tells apart what was changed and what was promised to survive. */
export type Disk = {
  readonly apply: (change: Logged) => void;
  /** names as the running system sees them */
  readonly names: Names;
  /** names as syncs of their folders have promised them: POSIX, and no more */
  readonly promised: Names;
  /** names as ext4, xfs and btrfs keep them: a synced file keeps its name, too */
  readonly usual: Names;
  /** oldest first */
  readonly renamings: () => readonly Renaming[];
};

export const isFile = (node: Node): node is FileNode => 'now' in node;

/** The disk begins with what `start` holds, all of it synced. */
export function createDisk(start: DiskState): Disk {
  const initial: [string, Node][] = [
    ...[...start.folders].map((path): [string, Node] => [path, { folder: true }]),
    ...[...start.files].map(([path, bytes]): [string, Node] => [path, { now: bytes, kept: bytes, unsynced: [] }]),
  ];
  const names: Names = new Map(initial);
  const promised: Names = new Map(initial);
  const usual: Names = new Map(initial);
  let renamings: Renaming[] = [];

  function rename(renaming: Omit<Renaming, 'parent'>): void {
    const place = parentOf(renaming.add ?? renaming.remove ?? '');
    if (renaming.remove !== undefined && parentOf(renaming.remove) !== place) {
      throw new Error(`a move between folders has no model here: ${renaming.remove}`);
    }
    renamings.push({ ...renaming, parent: place });
    applyRenaming(names, renaming);
  }

  function sync(path: string): void {
    const node = names.get(path);
    if (node !== undefined && isFile(node)) {
      node.kept = node.now;
      node.unsynced = [];
      const way = new Set<Node | undefined>([node]);
      for (let at = parentOf(path); at !== ''; at = parentOf(at)) way.add(names.get(at));
      for (const renaming of renamings) if (way.has(renaming.node)) applyRenaming(usual, renaming);
      return;
    }
    for (const renaming of renamings) {
      if (renaming.parent !== path) continue;
      applyRenaming(promised, renaming);
      applyRenaming(usual, renaming);
    }
    renamings = renamings.filter(({ parent }) => parent !== path);
  }

  const file = (path: string): FileNode => {
    const node = names.get(path);
    if (node === undefined || !isFile(node)) throw new Error(`a change of ${path}, which is not there`);
    return node;
  };
  const change = (path: string, unsynced: Unsynced): void => {
    const node = file(path);
    node.now = applyUnsynced(node.now, unsynced);
    node.unsynced = [...node.unsynced, unsynced];
  };

  return {
    names,
    promised,
    usual,
    renamings: () => renamings,
    apply(logged) {
      switch (logged.what) {
        case 'create':
          rename({ node: { now: Buffer.alloc(0), kept: Buffer.alloc(0), unsynced: [] }, add: logged.path });
          break;
        case 'mkdir':
          rename({ node: { folder: true }, add: logged.path });
          break;
        case 'rename':
          rename({ node: file(logged.path), add: logged.to, remove: logged.path });
          break;
        case 'link':
          rename({ node: file(logged.path), add: logged.to });
          break;
        case 'unlink':
        case 'rmdir':
          rename({ node: names.get(logged.path) ?? { folder: true }, remove: logged.path });
          break;
        case 'write':
          change(logged.path, { at: logged.at, bytes: logged.bytes });
          break;
        case 'truncate':
          change(logged.path, { length: logged.length });
          break;
        case 'sync':
          sync(logged.path);
          break;
        case 'note':
          break;
      }
    },
  };
}

/** The folder of a path; that of a name right in the watched folder is ''. */
export const parentOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path));

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

/** A copy of `length` bytes, filled up with NUL. */
export function resized(bytes: Buffer, length: number): Buffer {
  const copy = Buffer.alloc(length);
  bytes.copy(copy);
  return copy;
}

/** What is reached by `names`, every file as `bytesOf` has it. A file in a folder that is not there is not there. */
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

export const emptyDisk: DiskState = { files: new Map(), folders: new Set() };
