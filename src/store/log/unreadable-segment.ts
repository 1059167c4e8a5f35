import { gapOf, isFileFault } from './read-guard.js';
import type { EntryRange, Segment } from './segment.js';

export type UnreadableSegmentOptions = EntryRange & {
  readonly bytes: number;
  readonly open: () => Promise<Segment>;
  /** called once it is open */
  readonly onOpened: () => void;
};

/** A segment that could not be opened: its numbers are a gap. */
export function createUnreadableSegment({ from, to, bytes, open, onOpened }: UnreadableSegmentOptions): Segment {
  return {
    first: from,
    last: () => to,
    bytes: () => bytes,
    lastWrittenAt: () => 0,
    // They are reported with the name of the file, and only until it can be read.
    missing: () => [],
    span: () => undefined,
    // eslint-disable-next-line @typescript-eslint/no-empty-function -- There is nothing to read.
    async *read() {},
    readArrivals: (query) => Promise.resolve(gapOf(query)),
    hasRecord: () => false,
    async reopen() {
      try {
        const segment = await open();
        if (segment.first !== from || segment.last() > to) return undefined;
        onOpened();
        return segment;
      } catch (error) {
        if (isFileFault(error)) return undefined;
        throw error;
      }
    },
    close: () => Promise.resolve(),
  };
}
