import { expect } from 'chai';
import { predictWear, totalBytes, lifetimeYears, type WriteLoad } from '../../src/domain/disk-wear.js';

const sizes = { segmentBytes: 8_388_608, snapshotBytes: 8_388_608 };
/** One record per second, each synced alone, of a hundred devices. */
const single: WriteLoad = {
  entriesPerDay: 86_400,
  bytesPerEntry: 300,
  writesPerDay: 86_400,
  streams: 100,
  stateBytes: 100_000,
};

describe('predictWear', () => {
  it('no load causes no wear', () => {
    const daily = predictWear({ ...single, entriesPerDay: 0, bytesPerEntry: 0, writesPerDay: 0 }, sizes);
    expect(daily).to.deep.equal({
      bytes: { log: 0, segments: 0, snapshots: 0 },
      syncs: 0,
      cardBytes: 0,
      growthBytes: 0,
    });
    expect(lifetimeYears({ bytes: 32e9, fullWrites: 500 }, daily.cardBytes)).to.equal(Infinity);
  });

  it('every line is written twice, raw and sorted, plus a little for indexes and snapshots', () => {
    const { bytes, growthBytes } = predictWear(single, sizes);
    expect(bytes.log).to.equal(86_400 * 300);
    expect(bytes.segments / bytes.log).to.be.within(1.01, 1.025);
    expect(bytes.snapshots).to.be.closeTo((86_400 * 300 * 100_000) / 8_388_608, 1);
    expect(totalBytes(bytes) / bytes.log).to.be.within(2.01, 2.03);
    expect(growthBytes).to.equal(bytes.segments);
  });

  it('a record that is synced alone takes its pages and the journal, as measured on ext4', () => {
    // Bytes written to a loop device per append of 300, 3,000 and 30,000 bytes.
    for (const [bytes, measured] of [
      [300, 17_584],
      [3_000, 25_405],
      [30_000, 54_587],
    ] as const) {
      const never = { segmentBytes: 1e15, snapshotBytes: 1e15 };
      const load = { ...single, entriesPerDay: 1_000, writesPerDay: 1_000, bytesPerEntry: bytes };
      // Without the sorted copy, which is written in whole pages.
      const { cardBytes } = predictWear(load, never);
      expect((cardBytes / 1_000 - bytes) / measured).to.be.within(0.95, 1.05);
    }
  });

  it('batches cause a small part of that wear', () => {
    const batched = predictWear({ ...single, writesPerDay: 86_400 / 100 }, sizes);
    expect(batched.bytes).to.deep.equal(predictWear(single, sizes).bytes);
    expect(batched.cardBytes).to.be.lessThan(predictWear(single, sizes).cardBytes / 15);
  });

  it('the lifetime of a card is its full writes divided by the bytes per day', () => {
    expect(lifetimeYears({ bytes: 32e9, fullWrites: 500 }, 16e12 / 365.25)).to.be.closeTo(1, 1e-9);
  });
});
