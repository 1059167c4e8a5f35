import { basename } from 'node:path';
import type { GatewayMessage } from '../../messages/message.js';
import { lossMessages } from '../messages.js';
import { isRaw } from './raw-segment.js';
import { numberOfSegment, readNames, type LogFolder, type Segment } from './segment.js';
import type { SortedSegment } from './sorted/sorted-segment.js';

/**
 * Verifies the closed segments in the background: each once in `SCRUB_DAYS` days. Without it, damage to old history
 * shows when a person asks for it, and by then no backup has it.
 */
export type Scrub = {
  /** Verifies one piece of one segment, if the gateway has time. */
  readonly step: () => Promise<void>;
};

export type ScrubOptions = {
  readonly logFolder: LogFolder;
  /** files that the start has reported and does not use */
  readonly ignored: ReadonlySet<string>;
  readonly segments: () => readonly Segment[];
  readonly replace: (segment: Segment, by: readonly Segment[]) => void;
  /** entries appended since the start */
  readonly appended: () => number;
  /** ms since 1970 */
  readonly now: () => number;
  readonly monotonic: () => number;
};

export const SCRUB_DAYS = 30;
const DAY_MS = 86_400_000;
/** Unreadable segments are tried again, and files that came into the folder are looked for. */
const LOOK_INTERVAL_MS = 60_000;
/** Entries between two steps from which on the gateway counts as loaded: records go first. */
const MAX_APPENDED = 400;

export function createScrub(options: ScrubOptions): Scrub {
  const { segments, appended, now, monotonic } = options;
  const look = createFolderLook(options);
  let day: number | undefined;
  let queue: Segment[] = [];
  let current: { readonly segment: Segment; offset: number } | undefined;
  let seen = appended();
  let lookAt = 0;

  async function verifyPiece(): Promise<void> {
    current ??= nextOf(queue, segments());
    if (current === undefined) return;
    const { segment, offset } = current;
    const next = segments().includes(segment) ? await segment.verify?.(offset) : null;
    if (typeof next === 'number') current.offset = next;
    else current = undefined;
  }

  return {
    async step() {
      const before = seen;
      seen = appended();
      if (seen - before > MAX_APPENDED) return;
      const today = Math.floor(now() / DAY_MS);
      // A gateway that is switched off at night has the same share all day.
      if (today !== day) queue = segments().filter((segment) => isDue(segment, today));
      day = today;
      if (monotonic() >= lookAt) {
        lookAt = monotonic() + LOOK_INTERVAL_MS;
        await look();
        queue.unshift(
          ...segments().filter((segment) => segment.isUnreadable?.() === true && segment !== current?.segment),
        );
      }
      await verifyPiece();
    },
  };
}

/** Neighbors are due on different days. */
const isDue = ({ first, verify }: Segment, day: number): boolean =>
  verify !== undefined && (Math.imul(first, 0x9e37_79b1) >>> 8) % SCRUB_DAYS === day % SCRUB_DAYS;

function nextOf(
  queue: Segment[],
  present: readonly Segment[],
): { readonly segment: Segment; offset: number } | undefined {
  for (let segment = queue.shift(); segment !== undefined; segment = queue.shift())
    if (present.includes(segment)) return { segment, offset: 0 };
  return undefined;
}

const isSorted = (segment: Segment): segment is SortedSegment => 'path' in segment;

/** Opens segments that can be read again, and reports files that are none of the log's segments. */
function createFolderLook({ logFolder, ignored, segments, replace }: ScrubOptions): () => Promise<void> {
  const reported = new Map<string, GatewayMessage>();
  const fileOf = (segment: Segment): string | undefined =>
    isRaw(segment) ? segment.file.path : isSorted(segment) ? segment.path : undefined;

  async function reportForeign(): Promise<void> {
    const names = await readNames(logFolder.path);
    const present = segments();
    const known = new Set(
      present.flatMap((segment) => [segment.first, numberOfSegment(basename(fileOf(segment) ?? ''))]),
    );
    const newest = present.at(-1)?.first ?? 0;
    const foreign = names.filter((name) => {
      const number = numberOfSegment(name);
      // A later one may just have been started.
      return number !== undefined && number < newest && !known.has(number) && !ignored.has(name);
    });
    for (const name of foreign.filter((one) => !reported.has(one))) {
      const loss = lossMessages.foreign({ file: name });
      reported.set(name, loss);
      logFolder.report(loss);
    }
    for (const [name, loss] of [...reported].filter(([one]) => !foreign.includes(one))) {
      reported.delete(name);
      logFolder.repeats?.withdraw(loss);
    }
  }

  return async () => {
    for (const segment of segments().filter(({ reopen }) => reopen !== undefined)) {
      const opened = await segment.reopen?.();
      if (opened !== undefined) replace(segment, [opened]);
    }
    await reportForeign();
  };
}
