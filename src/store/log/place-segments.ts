import type { GatewayMessage } from '../../messages/message.js';
import { lossMessages } from '../messages.js';
import { describeEntries } from './segment.js';

/** A segment file and the numbers that its entries have. */
export type SegmentPlace = {
  /** the number that the file is called by */
  readonly name: number;
  readonly fileName: string;
  readonly first: number;
  readonly last: number;
  /** its numbers are only those that its name and the next one leave it */
  readonly isUnreadable?: boolean;
};

/** A file that does not have the name of its first entry, or that has entries of another file. */
export type MisplacedSegment = {
  readonly fileName: string;
  readonly what: GatewayMessage;
  /** the number that it should be called by; undefined: it is ignored */
  readonly rightName: number | undefined;
};

const isMisnamed = ({ name, first }: SegmentPlace): boolean => name !== first;

/**
 * Leaves each number to one file, so that no entry counts twice: of two files with the same numbers, the one that is called by
 * its first entry counts, and of two such files the one that another file continues. Files that were exchanged count by
 * their entries.
 */
export function placeSegments<Place extends SegmentPlace>(
  found: readonly Place[],
): { readonly kept: readonly Place[]; readonly misplaced: readonly MisplacedSegment[] } {
  const firsts = new Set(found.map(({ first }) => first));
  const isContinued = ({ last }: Place): boolean => firsts.has(last + 1);
  const isBetter = (one: Place, other: Place): boolean => {
    for (const isWorse of [
      isMisnamed,
      (place: Place) => place.isUnreadable === true,
      (place: Place) => !isContinued(place),
    ])
      if (isWorse(one) !== isWorse(other)) return isWorse(other);
    return true;
  };
  const kept: Place[] = [];
  const misplaced: MisplacedSegment[] = [];
  const ignore = (place: Place, by: Place): void => {
    const { fileName, first, last } = place;
    const entries = describeEntries({ from: first, to: last });
    const what = lossMessages.ignored({ entries, file: by.fileName });
    misplaced.push({ fileName, what, rightName: undefined });
  };
  const ordered = [...found].sort((a, b) => a.first - b.first || Number(isMisnamed(a)) - Number(isMisnamed(b)));
  for (const place of ordered) {
    let before = kept.at(-1);
    while (before !== undefined && before.last >= place.first && !isBetter(before, place)) {
      ignore(before, place);
      kept.pop();
      before = kept.at(-1);
    }
    if (before !== undefined && before.last >= place.first) ignore(place, before);
    else kept.push(place);
  }
  for (const place of kept.filter(isMisnamed)) {
    const entries = describeEntries({ from: place.first, to: place.last });
    misplaced.push({
      fileName: place.fileName,
      what: lossMessages.misnamed({ entries }),
      rightName: place.first,
    });
  }
  return { kept, misplaced };
}
