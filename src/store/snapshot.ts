import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapter } from 'lowdb';
import { errnoOf, messageOf, WaypostError } from '../errors.js';
import { replaceFile } from './durable.js';
import { emptyState, parseState, stringifyState, type State } from './state.js';

/**
 * The state on disk, for lowdb: line 1 is the state, line 2 its SHA-256. The former generation is kept. lowdb's own
 * file adapter never syncs, so that a power cut can leave an empty file; this one syncs file and folder.
 */
export type SnapshotAdapter = Adapter<State> & {
  /** what had to be set aside on reading, oldest last, in words */
  readonly problems: readonly string[];
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `suffix` names a file set aside: `corrupt-<time>`. */
export function createSnapshotAdapter(folder: string, suffix: string): SnapshotAdapter {
  const present = join(folder, 'state.json');
  const former = join(folder, 'state.1.json');
  const problems: string[] = [];
  /** is what stands in `present` worth keeping as the former generation? */
  let presentIsGood = true;

  /** The state of one generation; null where there is none or it is damaged (then it is set aside). */
  async function readGeneration(path: string): Promise<State | null> {
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      throw error;
    }
    try {
      return parseState(verified(text));
    } catch (error) {
      const aside = `${path}.${suffix}`;
      const done = await rename(path, aside).then(
        () => `was set aside as ${aside}`,
        (refusal: unknown) => {
          if (path === present) presentIsGood = false;
          return `could not be set aside (${messageOf(refusal)})`;
        },
      );
      problems.push(`${path} is damaged (${messageOf(error)}) and ${done}`);
      return null;
    }
  }

  return {
    problems,
    async read() {
      const state = (await readGeneration(present)) ?? (await readGeneration(former));
      if (state !== null && state.version !== emptyState().version) {
        throw new WaypostError(
          'conflict',
          `${present} has version ${state.version}, this Waypost reads version ${emptyState().version}: start the Waypost that wrote it`,
        );
      }
      return state;
    },
    async write(state) {
      const body = stringifyState(state);
      await replaceFile(present, [Buffer.from(`${body}\n{"sha256":"${sha256(body)}"}\n`)], async () => {
        if (!presentIsGood) return;
        await rename(present, former).catch((error: unknown) => {
          if (errnoOf(error) !== 'ENOENT') throw error;
        });
      });
      presentIsGood = true;
    },
  };
}

function verified(text: string): string {
  const [body = '', check = ''] = text.split('\n');
  if (check !== `{"sha256":"${sha256(body)}"}`) throw new Error('its checksum does not hold');
  return body;
}
