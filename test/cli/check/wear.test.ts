import { expect } from 'chai';
import { checkWear } from '../../../src/cli/check/wear.js';
import type { RecentLoad } from '../../../src/store/check/write-load.js';

const sizes = { segmentBytes: 8_388_608, snapshotBytes: 8_388_608 };
const load = (perDay: number): RecentLoad => ({
  from: Date.parse('2026-11-20T00:00:00Z'),
  to: Date.parse('2026-11-21T00:00:00Z'),
  entries: perDay,
  entriesPerDay: perDay,
  bytesPerEntry: 300,
  writesPerDay: perDay,
  streams: 20,
  stateBytes: 50_000,
});
const card = { name: 'mmcblk0', bytes: 16e9, usedTenths: null, preEol: null };

describe('what waypost check says of the wear of the disk', () => {
  it('is how much is written, from what it is told, and how long a card lasts with the assumption named', () => {
    const [line] = checkWear(load(86_400), null, sizes);
    expect(line).to.include({ area: 'wear', state: 'ok', remedy: null });
    expect(line?.what).to.match(
      /^writes about 1\.5 GB a day \(52 MB of data in 864\d\d syncs, .*by 86400 entries from/,
    );
    expect(line?.what).to.match(/an SD card of 32 GB, if it can be written 500 times in full, lasts about 29 years$/);
  });

  it('warns of a card that lasts less than three years', () => {
    const [line] = checkWear(load(2_000_000), null, sizes);
    expect(line).to.include({ state: 'warning' });
    expect(line?.what).to.match(/lasts about 1\.2 years$/);
    expect(line?.remedy).to.include('post in batches');
  });

  it('waits for an hour of entries', () => {
    expect(checkWear(null, null, sizes)).to.deep.equal([
      {
        area: 'wear',
        state: 'ok',
        what: 'how much is written a day is known once there is an hour of entries',
        remedy: null,
      },
    ]);
  });

  it('goes by the card that is there, and warns when that says that it is worn', () => {
    const of = (more: object): string[] =>
      checkWear(load(86_400), { ...card, ...more }, sizes).map(({ state, what }) => `${state}: ${what}`);
    expect(of({})[0]).to.include('mmcblk0 of 16 GB');
    expect(of({})[1]).to.equal('ok: mmcblk0 does not say how worn it is, as SD cards do not');
    expect(of({ usedTenths: 2, preEol: 1 })[1]).to.equal('ok: mmcblk0 says that 10 to 20 % of its life is used');
    expect(of({ usedTenths: 9 })[1]).to.match(/^warning: .*80 to 90 %/);
    expect(of({ usedTenths: 11 })[1]).to.match(/^warning: .*its life is over/);
    expect(of({ usedTenths: 1, preEol: 3 })[1]).to.match(/^warning: .*spare blocks run out/);
  });
});
