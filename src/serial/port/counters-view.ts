import type { Counters, FrameCount } from '../../protocols/counters.js';
import type { PortStatus } from '../../schema/ports/port.js';

/** The counters of a port as the API has them. */
export function countersView({ input, ...totals }: Counters): PortStatus['counters'] {
  const { discarded, delimiters, held } = input;
  const { 'too-long': tooLong, ...otherReasons } = discarded;
  return {
    ...totals,
    framesBy: countsBy(input, ({ frames }) => frames),
    bytesBy: {
      ...countsBy(input, ({ bytes }) => bytes),
      discarded: { ...otherReasons, tooLong },
      delimiters,
      held,
    },
  };
}

const countsBy = (
  { records, joined, duplicates, rejected, withoutRecord }: Counters['input'],
  valueOf: (count: FrameCount) => number,
): PortStatus['counters']['framesBy'] => ({
  records: valueOf(records),
  joined: valueOf(joined),
  duplicates: valueOf(duplicates),
  rejected: valueOf(rejected),
  withoutRecord: Object.fromEntries([...withoutRecord].map(([kind, count]) => [kind, valueOf(count)])),
});
