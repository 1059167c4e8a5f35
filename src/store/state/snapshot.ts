import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapter } from 'lowdb';
import { errnoOf, messageOf, WaypostError } from '../../errors.js';
import { replaceFile } from '../../disk/durable.js';
import type { WriteCounter } from '../../disk/write-counters.js';
import { FORMAT } from './migrations/index.js';
import { emptyState, parseState, stringifyState, type State } from './state.js';

/**
 * The state on disk, for lowdb: line 1 is the state, line 2 its SHA-256. The previous snapshot is kept. lowdb's own file
 * adapter never syncs, so that a power cut can leave an empty file; this one syncs file and folder.
 */
export type SnapshotAdapter = Adapter<State> & {
  /** files found damaged on reading, newest first */
  readonly problems: readonly string[];
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** One of the two files as found; `state` is null if the file is missing or has a `problem`. */
export type SnapshotFile = { readonly path: string; readonly state: State | null; readonly problem: string | null };

/** The newest and the previous snapshot of `folder`; changes nothing. */
export const readSnapshotFiles = (folder: string): Promise<SnapshotFile[]> =>
  Promise.all(['state.json', 'state.1.json'].map((name) => readSnapshotFile(join(folder, name))));

async function readSnapshotFile(path: string): Promise<SnapshotFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { path, state: null, problem: null };
    throw error;
  }
  try {
    return { path, state: parseState(verifyChecksum(text)), problem: null };
  } catch (error) {
    return { path, state: null, problem: messageOf(error) };
  }
}

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

/** `suffix`: ends the name of a file saved as corrupt, `corrupt-<time>`. */
export function createSnapshotAdapter(
  folder: string,
  suffix: string,
  { counter, supported }: { readonly counter: WriteCounter; readonly supported: number },
): SnapshotAdapter {
  const currentFile = join(folder, 'state.json');
  const previousFile = join(folder, 'state.1.json');
  const problems: string[] = [];
  /** the current file may become the previous snapshot */
  let isCurrentValid = true;

  return {
    problems,
    async read() {
      const files = await readSnapshotFiles(folder);
      const state = latestValidState(files, supported);
      for (const { path, problem } of files) {
        if (problem === null) continue;
        const corruptFile = `${path}.${suffix}`;
        const done = await rename(path, corruptFile).then(
          () => `was saved as ${corruptFile}`,
          (renameError: unknown) => {
            if (path === currentFile) isCurrentValid = false;
            return `could not be renamed (${messageOf(renameError)})`;
          },
        );
        problems.push(`${path} is damaged (${problem}) and ${done}`);
      }
      return state;
    },
    async write(state) {
      const body = stringifyState(state);
      const beforeRename = async (): Promise<void> => {
        if (!isCurrentValid) return;
        await rename(currentFile, previousFile).catch((error: unknown) => {
          if (errnoOf(error) !== 'ENOENT') throw error;
        });
      };
      await replaceFile(currentFile, [Buffer.from(appendChecksum(body))], { beforeRename, counter });
      isCurrentValid = true;
    },
  };
}

/** The text of a snapshot: the state and its checksum. */
export const appendChecksum = (body: string): string => `${body}\n{"sha256":"${sha256(body)}"}\n`;

/** The state in the text of a snapshot; throws if a single bit has changed. */
export function verifyChecksum(text: string): string {
  const [body = '', check = ''] = text.split('\n');
  if (check !== `{"sha256":"${sha256(body)}"}`) throw new Error('wrong checksum');
  return body;
}
