import { MAX_PAGE_BYTES } from '../../domain/records/page-bytes.js';
import type { Entry } from '../../schema/entry.js';
import type { EntryRange, Segment, StreamName } from '../log/segment.js';

/** Reads the log in order of arrival, page by page; a page ends at 4 MiB. */
export type ArrivalsQuery = {
  /** number of the last entry that was already looked at */
  readonly after: number;
  /** number of the last entry to look at */
  readonly until: number;
  /** the others are passed over without being read */
  readonly wants: (stream: StreamName) => boolean;
  /** entries to return */
  readonly limit: number;
  /** the page has taken long enough: it ends where it is, but never before its first part */
  readonly isDue?: () => boolean;
};

export type ArrivalsPage = {
  readonly entries: readonly Entry[];
  /** numbers of the first and the last entry looked at; none if `to` is before `from` */
  readonly from: number;
  readonly to: number;
  /** the numbers of entries that are gone, by retention or damage; a page ends before a second gap */
  readonly gap?: EntryRange;
};

/** Entries looked at for one page: some ms, if none of them is wanted. */
const MAX_LOOKED_AT = 20_000;

/** `segments`: oldest first. */
export async function readArrivals(
  segments: readonly Segment[],
  { after, until, wants, limit, isDue = () => false }: ArrivalsQuery,
): Promise<ArrivalsPage> {
  const page = createPage(after);
  let budget = MAX_LOOKED_AT;
  let maxBytes = MAX_PAGE_BYTES;
  for (const segment of segments) {
    if (segment.last() <= page.to()) continue;
    // Between two segments, or before the oldest one that is kept.
    if (segment.first > page.to() + 1) {
      const lost = { from: page.to() + 1, to: Math.min(segment.first - 1, until) };
      if (!page.add({ entries: [], to: lost.to, lost: [lost] })) return page.result();
    }
    const room = limit - page.count();
    const to = Math.min(segment.last(), until, page.to() + budget);
    if (to <= page.to() || room <= 0) return page.result();
    const found = await segment.readArrivals({ from: page.to() + 1, to, wants, limit: room, maxBytes });
    budget -= found.to - page.to();
    maxBytes -= found.bytes;
    if (!page.add(found) || page.to() < segment.last() || maxBytes <= 0 || isDue()) return page.result();
  }
  // The log has no such entries, although the state has them.
  if (page.to() < until) page.add({ entries: [], to: until, lost: [{ from: page.to() + 1, to: until }] });
  return page.result();
}

type Part = { readonly entries: readonly Entry[]; readonly to: number; readonly lost: readonly EntryRange[] };

function createPage(after: number) {
  const entries: Entry[] = [];
  let to = after;
  let gap: EntryRange | undefined;

  const append = (found: readonly Entry[]): void => {
    for (const entry of found) entries.push(entry);
  };

  /** False if the range is a second gap. */
  function extendGap(lost: EntryRange): boolean {
    if (gap !== undefined && gap.to + 1 !== lost.from) return false;
    gap = { from: gap?.from ?? lost.from, to: lost.to };
    return true;
  }

  return {
    to: () => to,
    count: () => entries.length,
    /** False if the page ends before the end of the part, because of a second gap. */
    add(part: Part): boolean {
      for (const lost of part.lost) {
        if (extendGap(lost)) continue;
        append(part.entries.filter(({ n }) => n < lost.from));
        to = lost.from - 1;
        return false;
      }
      append(part.entries);
      ({ to } = part);
      return true;
    },
    result: (): ArrivalsPage => ({ entries, from: after + 1, to, ...(gap && { gap }) }),
  };
}
