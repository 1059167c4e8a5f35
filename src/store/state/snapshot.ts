import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { copyFile, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapter } from 'lowdb';
import { errnoOf, messageOf, WaypostError } from '../../errors.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import { shown } from '../../schema/stored/form.js';
import { replaceFile } from '../../disk/durable.js';
import type { WriteCounter } from '../../disk/write-counters.js';
import { lossMessages, storeMessages } from '../messages.js';
import { FORMAT } from './migrations/index.js';
import { readState, type OnMisfit } from './read-state.js';
import { emptyState, stateChunks, type State } from './state.js';

/**
 * The state on disk, for lowdb: line 1 is the state, line 2 its SHA-256. The previous snapshot is kept. lowdb's own file
 * adapter never syncs, so that a power cut can leave an empty file; this one syncs file and folder.
 */
export type SnapshotAdapter = Adapter<State> & {
  /** the last entry in the previous snapshot, as found on reading; 0: there is none, or not of this format */
  readonly previous: () => number;
  /** the size of the newest snapshot, 0: there is none */
  readonly bytes: () => number;
  /** files found damaged on reading, newest first */
  readonly problems: readonly GatewayMessage[];
  /** fields that the state on disk did not have; none if there was no state */
  readonly missing: () => readonly string[];
};

/** The state does not fit into the memory of the gateway. */
export class StateTooLarge extends WaypostError {
  override readonly data: GatewayMessage;

  constructor(reason: GatewayMessage) {
    super('store_unavailable', english(reason));
    this.data = reason;
  }
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/**
 * One of the two files as found; `state` is null if the file is missing, has a `problem` or was not read: a previous
 * snapshot is read only if the newest one cannot be.
 */
export type SnapshotFile = {
  readonly path: string;
  readonly state: State | null;
  readonly problem: string | null;
  /** what its values are left out for, in a sentence; undefined: all fit */
  readonly misfits?: GatewayMessage | undefined;
  /** fields of the state that the file does not have: an earlier version wrote it */
  readonly missing?: readonly string[];
  /** the version of the format and the last entry, of a file that was checked without being read */
  readonly head?: { readonly version: number; readonly n: number };
};

/** The newest and the previous snapshot of `folder`; changes nothing. Throws `StateTooLarge` above `maxBytes`. */
export async function readSnapshotFiles(folder: string, maxBytes = Infinity): Promise<SnapshotFile[]> {
  const current = await readSnapshotFile(join(folder, 'state.json'), maxBytes);
  const previous = join(folder, 'state.1.json');
  const isNeeded = current.state === null;
  return [current, isNeeded ? await readSnapshotFile(previous, maxBytes) : await verifySnapshotFile(previous)];
}

const NOT_A_FILE = 'it is not a regular file';

/** Reading anything but a regular file could wait for ever. */
async function statFile(path: string): Promise<Stats> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new Error(NOT_A_FILE);
  return stats;
}

async function readSnapshotFile(path: string, maxBytes: number): Promise<SnapshotFile> {
  try {
    const { size } = await statFile(path);
    if (size > maxBytes) throw new StateTooLarge(storeMessages.stateTooLarge(tooLargeValues(path, size, maxBytes)));
    const bytes = await readFile(path);
    const misfits = createMisfits();
    const missing: string[] = [];
    const state = readState(verifiedBody(bytes), misfits.add, (field) => missing.push(field));
    return { path, state, problem: null, misfits: misfits.describe(path), missing };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { path, state: null, problem: null };
    if (errnoOf(error) !== undefined || error instanceof StateTooLarge) throw error;
    return { path, state: null, problem: messageOf(error) };
  }
}

function createMisfits(): { readonly add: OnMisfit; readonly describe: (path: string) => GatewayMessage | undefined } {
  let count = 0;
  let [name, detail] = ['', ''];
  return {
    add(place, wrong) {
      count += 1;
      if (count > 1) return;
      name = place.split('/').map(shown).join('/');
      detail = wrong.trimStart();
    },
    describe(path) {
      if (count === 0) return undefined;
      const first = lossMessages.value({ path, name, detail });
      return count === 1 ? first : lossMessages.values({ first, others: count - 1 });
    },
  };
}

/** The size of the larger snapshot. Throws `StateTooLarge` if the newest one exceeds `maxBytes`, before it is read. */
export async function snapshotBytes(folder: string, maxBytes = Infinity): Promise<number> {
  const sizeOf = (path: string): Promise<number> =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  const path = join(folder, 'state.json');
  const size = await sizeOf(path);
  if (size > maxBytes) throw new StateTooLarge(storeMessages.stateTooLarge(tooLargeValues(path, size, maxBytes)));
  return Math.max(size, await sizeOf(join(folder, 'state.1.json')));
}

/** Checks the file without parsing it, which takes little memory. */
async function verifySnapshotFile(path: string): Promise<SnapshotFile> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return { path, state: null, problem: NOT_A_FILE };
    const { size } = stats;
    const bodyBytes = Math.max(0, size - CHECKSUM_BYTES);
    const hash = createHash('sha256');
    let head = '';
    if (bodyBytes > 0) {
      for await (const chunk of createReadStream(path, { end: bodyBytes - 1 })) {
        if (head === '') head = (chunk as Buffer).toString('latin1', 0, HEAD_BYTES);
        hash.update(chunk as Buffer);
      }
    }
    const check: Buffer[] = [];
    for await (const chunk of createReadStream(path, { start: bodyBytes })) check.push(chunk as Buffer);
    const isValid = Buffer.concat(check).toString('latin1') === checksumLines(hash.digest('hex'));
    return { path, state: null, ...(isValid ? { problem: null, head: readHead(head) } : { problem: WRONG_CHECKSUM }) };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { path, state: null, problem: null };
    throw error;
  }
}

/** More than the first two fields of a state, which are its version and its last entry. */
const HEAD_BYTES = 64;

function readHead(text: string): { readonly version: number; readonly n: number } {
  const [, version, n] = /^\{"version":(\d+),"n":(\d+),/.exec(text) ?? [];
  return { version: Number(version ?? 0), n: Number(n ?? 0) };
}

const MIB = 1_048_576;

/** What a sentence has about a state that exceeds the limit. */
export const tooLargeValues = (path: string, bytes: number, maxBytes: number) => ({
  path,
  size: (bytes / MIB).toFixed(1),
  limit: (maxBytes / MIB).toFixed(0),
});

/** The newest valid state, or an empty one. Throws if it does not have the version `supported`. */
export function latestValidState(files: readonly SnapshotFile[], supported = FORMAT): State {
  const [found] = files.flatMap(({ path, state }) => (state === null ? [] : [{ path, state }]));
  if (found === undefined) return emptyState(supported);
  const { version } = found.state;
  if (version === supported) return found.state;
  const hint =
    version > supported
      ? 'use the Waypost version that wrote it'
      : 'start the gateway once, which converts it to this version';
  throw new WaypostError(
    'conflict',
    `${found.path} has version ${version}, this Waypost reads version ${supported}: ${hint}`,
  );
}

export type SnapshotOptions = {
  readonly counter: WriteCounter;
  readonly supported: number;
  /** a larger file is not read */
  readonly maxBytes: number;
};

/** `suffix`: ends the name of a file saved as corrupt, `corrupt-<time>`. */
export function createSnapshotAdapter(
  folder: string,
  suffix: string,
  { counter, supported, maxBytes }: SnapshotOptions,
): SnapshotAdapter {
  const currentFile = join(folder, 'state.json');
  const previousFile = join(folder, 'state.1.json');
  const problems: GatewayMessage[] = [];
  /** the current file may become the previous snapshot */
  let isCurrentValid = true;
  let previous = 0;
  let bytes = 0;
  let missing: readonly string[] = [];

  return {
    problems,
    missing: () => missing,
    previous: () => previous,
    bytes: () => bytes,
    async read() {
      const files = await readSnapshotFiles(folder, maxBytes);
      const state = latestValidState(files, supported);
      const { head } = files[1] ?? {};
      if (head?.version === supported) previous = head.n;
      bytes = await snapshotBytes(folder);
      const [used] = files.filter((file) => file.state !== null);
      missing = used?.missing ?? [];
      // The next snapshot no longer has what was left out.
      if (used?.misfits !== undefined) problems.push(await keepCopy(used.path, suffix, used.misfits));
      for (const { path, problem } of files) {
        if (problem === null) continue;
        const corruptFile = `${path}.${suffix}`;
        const saved = await rename(path, corruptFile).then(
          () => lossMessages.snapshotSaved({ path, detail: problem, name: corruptFile }),
          (renameError: unknown) => {
            if (path === currentFile) isCurrentValid = false;
            return lossMessages.snapshotInPlace({ path, detail: problem, reply: messageOf(renameError) });
          },
        );
        problems.push(saved);
      }
      return state;
    },
    async write(state) {
      // The state may change while the file is written: it is serialized at once.
      const chunks = snapshotChunks(state);
      const beforeRename = async (): Promise<void> => {
        if (!isCurrentValid) return;
        await rename(currentFile, previousFile).catch((error: unknown) => {
          if (errnoOf(error) !== 'ENOENT') throw error;
        });
      };
      await replaceFile(currentFile, chunks, { beforeRename, counter });
      isCurrentValid = true;
      bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    },
  };
}

const keepCopy = (path: string, suffix: string, values: GatewayMessage): Promise<GatewayMessage> =>
  copyFile(path, `${path}.${suffix}`).then(
    () => lossMessages.valuesKept({ values, name: `${path}.${suffix}` }),
    (error: unknown) => lossMessages.valuesNotKept({ values, detail: messageOf(error) }),
  );

/** Small enough to take little memory in addition to the state, large enough to be few. */
const CHUNK_CHARS = 262_144;

function snapshotChunks(state: State): Buffer[] {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let text = '';
  for (const part of stateChunks(state)) {
    text += part;
    if (text.length < CHUNK_CHARS) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }
  for (const chunk of chunks) hash.update(chunk);
  const checksum = checksumLines(hash.update(text).digest('hex'));
  return [...chunks, Buffer.from(text + checksum)];
}

/** What follows the state in a snapshot. */
const checksumLines = (digest: string): string => `\n{"sha256":"${digest}"}\n`;
const CHECKSUM_BYTES = checksumLines('0'.repeat(64)).length;
const WRONG_CHECKSUM = 'wrong checksum';

/** The text of a snapshot: the state and its checksum. */
export const appendChecksum = (body: string): string => `${body}${checksumLines(sha256(body))}`;

function verifiedBody(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0x0a);
  const body = bytes.subarray(0, Math.max(0, end));
  const [check = ''] = bytes.toString('latin1', end + 1, end + CHECKSUM_BYTES).split('\n');
  if (end < 0 || `\n${check}\n` !== checksumLines(sha256(body))) throw new Error(WRONG_CHECKSUM);
  return body;
}

/** The state in the text of a snapshot; throws if a single bit has changed. */
export function verifyChecksum(text: string): string {
  const [body = '', check = ''] = text.split('\n');
  if (check !== `{"sha256":"${sha256(body)}"}`) throw new Error(WRONG_CHECKSUM);
  return body;
}
