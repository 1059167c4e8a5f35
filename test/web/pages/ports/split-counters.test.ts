import { expect } from 'chai';
import { isOnlyCut, splitCounters } from '../../../../src/web/pages/ports/split-counters.js';

const none = { records: 0, joined: 0, duplicates: 0, rejected: 0 };
const noBytes = {
  ...none,
  withoutRecord: {},
  discarded: { noise: 0, tooLong: 0, checksum: 0, cut: 0 },
  delimiters: 0,
  held: 0,
};
const totals = { bytes: 0, frames: 0, discardedBytes: 0, badChecksums: 0, rejected: 0 };
const counters = { ...totals, unknownDevices: 0, duplicateRecords: 0, reopened: 0 };

describe('splitCounters', () => {
  it('a port that has received nothing has no parts', () => {
    expect(splitCounters({ ...counters, framesBy: { ...none, withoutRecord: {} }, bytesBy: noBytes })).to.deep.equal(
      [],
    );
  });

  it('each count that is not 0 is a part, the kinds without a record by their bytes', () => {
    const parts = splitCounters({
      ...counters,
      framesBy: { ...none, records: 2, withoutRecord: { GSV: 1, TXT: 3 } },
      bytesBy: {
        ...noBytes,
        records: 140,
        withoutRecord: { GSV: 70, TXT: 90 },
        discarded: { ...noBytes.discarded, noise: 4 },
        delimiters: 12,
      },
    });
    expect(parts).to.deep.equal([
      { name: 'records', frames: 2, bytes: 140 },
      { name: 'withoutRecord', kind: 'TXT', frames: 3, bytes: 90 },
      { name: 'withoutRecord', kind: 'GSV', frames: 1, bytes: 70 },
      { name: 'noise', bytes: 4 },
      { name: 'delimiters', bytes: 12 },
    ]);
  });
});

describe('isOnlyCut', () => {
  const received = { ...counters, framesBy: { ...none, withoutRecord: {} }, bytesBy: noBytes, frames: 1 };

  it('the rest of the line in which a port was opened is no fault, after each opening', () => {
    expect(isOnlyCut({ ...received, discardedBytes: 84, badChecksums: 1 })).to.equal(true);
    expect(isOnlyCut({ ...received, discardedBytes: 168, badChecksums: 2, reopened: 1 })).to.equal(true);
  });

  it('more than a line, a second bad checksum, and bytes that never became a frame are faults', () => {
    expect(isOnlyCut({ ...received, discardedBytes: 257 })).to.equal(false);
    expect(isOnlyCut({ ...received, discardedBytes: 84, badChecksums: 2 })).to.equal(false);
    expect(isOnlyCut({ ...received, frames: 0, discardedBytes: 84, badChecksums: 1 })).to.equal(false);
  });
});
