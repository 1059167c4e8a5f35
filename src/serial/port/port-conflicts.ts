import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { Logger } from '../../logger.js';
import type { Timers } from '../../time/clock.js';
import { adviceFor, describeHolder, isKnownPortGrabber } from '../linux/holder-advice.js';
import type { Holder } from '../linux/holders.js';
import { portNotes } from '../messages.js';

/** Describes the other process that reads the device at an open path, with the fix; null if there is none. Never rejects. */
export type FindConflict = (path: string) => Promise<GatewayMessage | null>;

type ConflictFinderOptions = {
  /** scans all processes once for all paths */
  readonly findHoldersByPath: (paths: readonly string[]) => Promise<ReadonlyMap<string, readonly Holder[]>>;
  readonly timers: Timers;
};

/** Collects the ports that open together into one scan; a port that is lost again at once is not worth one. */
const COALESCE_MS = 1_000;

/**
 * Finds ports that two programs read at once, each receiving a part of the bytes: not every program locks the port that
 * it reads (gpsd does not).
 */
export function createConflictFinder({ findHoldersByPath, timers }: ConflictFinderOptions): FindConflict {
  let requests = new Map<string, ((conflict: GatewayMessage | null) => void)[]>();

  async function resolveRequests(): Promise<void> {
    const batch = requests;
    requests = new Map();
    const noHolders: ReadonlyMap<string, readonly Holder[]> = new Map();
    const pseudo = await Promise.all([...batch.keys()].map(isPseudoTerminal));
    const paths = [...batch.keys()];
    const found = await findHoldersByPath(paths).catch(() => noHolders);
    for (const [index, [path, resolves]] of [...batch].entries()) {
      const isReader = (holder: Holder): boolean => pseudo[index] !== true || isKnownPortGrabber(holder);
      const [holder] = (found.get(path) ?? []).filter((one) => one.sure && isReader(one));
      const conflict = holder === undefined ? null : describeConflict(holder, path);
      for (const resolve of resolves) resolve(conflict);
    }
  }

  return (path) =>
    new Promise((resolve) => {
      if (requests.size === 0) timers.after(COALESCE_MS, () => void resolveRequests());
      requests.set(path, [...(requests.get(path) ?? []), resolve]);
    });
}

/** The program that created a pseudo-terminal also has it open, without reading it: only well-known readers count. */
const isPseudoTerminal = async (path: string): Promise<boolean> =>
  (await realpath(path).catch(() => path)).startsWith('/dev/pts/');

const describeConflict = (holder: Holder, path: string): GatewayMessage =>
  portNotes.alsoReadBy({ holders: describeHolder(holder), advice: adviceFor(holder, path) });

/** Looks for other readers of one port while it is open. */
export type ConflictWatch = {
  /** when the port has opened */
  readonly start: () => void;
  readonly stop: () => void;
  /** the other program, with the fix; null: none was found */
  readonly current: () => GatewayMessage | null;
};

type ConflictWatchOptions = {
  readonly path: string;
  /** left out where there can be no other reader */
  readonly findConflict: FindConflict | undefined;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'warn'>;
  readonly onChange: () => void;
};

/** Another program can open the port at any time. */
const POLL_MS = 60_000;

export function createConflictWatch(options: ConflictWatchOptions): ConflictWatch {
  const { path, findConflict, timers, logger, onChange } = options;
  let current: GatewayMessage | null = null;
  let cancel: (() => void) | undefined;
  /** counts openings: the result of a scan for an earlier one is void */
  let opening = 0;

  async function poll(find: FindConflict, own: number): Promise<void> {
    const found = await find(path);
    if (own !== opening) return;
    cancel = timers.after(POLL_MS, () => void poll(find, own));
    if (isDeepStrictEqual(found, current)) return;
    current = found;
    if (found !== null) logger.warn({ path, reason: english(found) }, 'another program reads the port');
    onChange();
  }

  return {
    start() {
      opening += 1;
      if (findConflict !== undefined) void poll(findConflict, opening);
    },
    stop() {
      opening += 1;
      current = null;
      cancel?.();
      cancel = undefined;
    },
    current: () => current,
  };
}
