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

describe('checkWear', () => {
  it('the finding has the write volume, its basis, and the predicted lifetime with its assumption', () => {
    const [line] = checkWear(load(86_400), null, sizes);
    expect(line).to.include({ area: 'wear', state: 'ok', remedy: null });
    expect(line?.what).to.match(
      /^writes about 1\.5 GB per day \(52 MB of data in 864\d\d syncs, .*from 86400 entries, /,
    );
    expect(line?.what).to.match(/an SD card of 32 GB that endures 500 full writes lasts about 29 years$/);
  });

  it('a predicted lifetime of less than three years is a warning', () => {
    const [line] = checkWear(load(2_000_000), null, sizes);
    expect(line).to.include({ state: 'warning' });
    expect(line?.what).to.match(/lasts about 1\.2 years$/);
    expect(line?.remedy).to.include('post in batches');
  });

  it('a prediction needs one hour of entries', () => {
    expect(checkWear(null, null, sizes)).to.deep.equal([
      {
        area: 'wear',
        state: 'ok',
        what: 'the daily write volume is known after one hour of entries',
        remedy: null,
      },
    ]);
  });

  it('the prediction uses the size of the present card, and a card that reports wear is a warning', () => {
    const of = (more: object): string[] =>
      checkWear(load(86_400), { ...card, ...more }, sizes).map(({ state, what }) => `${state}: ${what}`);
    expect(of({})[0]).to.include('mmcblk0 of 16 GB');
    expect(of({})[1]).to.equal('ok: mmcblk0 does not report its wear; SD cards never do');
    expect(of({ usedTenths: 2, preEol: 1 })[1]).to.equal('ok: mmcblk0 reports 10 to 20 % of its life used');
    expect(of({ usedTenths: 9 })[1]).to.match(/^warning: .*80 to 90 %/);
    expect(of({ usedTenths: 11 })[1]).to.match(/^warning: .*the end of its life/);
    expect(of({ usedTenths: 1, preEol: 3 })[1]).to.match(/^warning: .*spare blocks running out/);
  });
});
