import { expect } from 'chai';
import { predictWear, totalBytes, lifetimeYears, type WriteLoad } from '../../src/domain/disk-wear.js';

const sizes = { segmentBytes: 8_388_608, snapshotBytes: 8_388_608 };
/** A record a second, each alone, of a hundred devices. */
const single: WriteLoad = {
  entriesPerDay: 86_400,
  bytesPerEntry: 300,
  writesPerDay: 86_400,
  streams: 100,
  stateBytes: 100_000,
};

describe('the wear of a disk', () => {
  it('is nothing where nothing comes in', () => {
    const daily = predictWear({ ...single, entriesPerDay: 0, bytesPerEntry: 0, writesPerDay: 0 }, sizes);
    expect(daily).to.deep.equal({
      bytes: { log: 0, segments: 0, snapshots: 0 },
      syncs: 0,
      cardBytes: 0,
      growthBytes: 0,
    });
    expect(lifetimeYears({ bytes: 32e9, fullWrites: 500 }, daily.cardBytes)).to.equal(Infinity);
  });

  it('is each line twice, once as it came and once sorted, and a little for indexes and snapshots', () => {
    const { bytes, growthBytes } = predictWear(single, sizes);
    expect(bytes.log).to.equal(86_400 * 300);
    expect(bytes.segments / bytes.log).to.be.within(1, 1.01);
    expect(bytes.snapshots).to.be.closeTo((86_400 * 300 * 100_000) / 8_388_608, 1);
    expect(totalBytes(bytes) / bytes.log).to.be.within(2, 2.02);
    expect(growthBytes).to.equal(bytes.segments);
  });

  it('is by page and journal what a record costs that is synced alone: as measured on ext4', () => {
    // Sectors that a loop device was written for each append, of 300, 3,000 and 30,000 bytes.
    for (const [bytes, measured] of [
      [300, 17_584],
      [3_000, 25_405],
      [30_000, 54_587],
    ] as const) {
      const never = { segmentBytes: 1e15, snapshotBytes: 1e15 };
      const load = { ...single, entriesPerDay: 1_000, writesPerDay: 1_000, bytesPerEntry: bytes };
      // The sorted copy is written with all the others, by the page.
      const { cardBytes } = predictWear(load, never);
      expect((cardBytes / 1_000 - bytes) / measured).to.be.within(0.95, 1.05);
    }
  });

  it('is a small part of that in batches', () => {
    const batched = predictWear({ ...single, writesPerDay: 86_400 / 100 }, sizes);
    expect(batched.bytes).to.deep.equal(predictWear(single, sizes).bytes);
    expect(batched.cardBytes).to.be.lessThan(predictWear(single, sizes).cardBytes / 15);
  });

  it('says how long a card lasts', () => {
    expect(lifetimeYears({ bytes: 32e9, fullWrites: 500 }, 16e12 / 365.25)).to.be.closeTo(1, 1e-9);
  });
});
