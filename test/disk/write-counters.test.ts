import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { predictWear, totalBytes } from '../../src/domain/disk-wear.js';
import { createDiskWear } from '../../src/services/system/disk-wear.js';
import { mmcDeviceByNumber } from '../../src/disk/mmc.js';
import { stateBytesOf } from '../../src/store/check/state-bytes.js';
import { readWriteLoad } from '../../src/store/check/write-load.js';
import { createTestClock } from '../support/clock.js';
import { useFolder } from '../support/folder.js';
import { deviceOf, fixAt, locationOf } from '../support/records.js';
import { openTestStore } from '../support/store.js';

const sizes = { segmentBytes: 40_000, snapshotBytes: 60_000 };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** twelve hours of a record a minute, and now and then a batch */
const MINUTES = 720;

describe('what the store writes', () => {
  const folder = useFolder();

  const bytesOf = (suffix: string): number =>
    readdirSync(join(folder(), 'log'))
      .filter((name) => name.endsWith(suffix))
      .reduce((sum, name) => sum + statSync(join(folder(), 'log', name)).size, 0);

  /** Appends for twelve hours; `half` hears when six have gone. */
  async function writeHalfADay(half: (wear: ReturnType<typeof createDiskWear>) => void = () => undefined) {
    const clock = createTestClock();
    const store = await openTestStore(folder(), { ...sizes, clock });
    const wear = createDiskWear({
      store,
      time: clock,
      sizes,
      stateBytes: () => stateBytesOf(folder()),
      blockBytes: () => null,
    });
    await store.append(['bus', 'van', 'cab'].map((id) => ({ kind: 'device', v: deviceOf(id) })));
    for (let minute = 0; minute < MINUTES; minute++) {
      clock.advance(MINUTE_MS);
      const ids = minute % 10 === 0 ? ['bus', 'van', 'cab'] : ['bus'];
      await store.append(ids.map((id) => locationOf(id, fixAt(minute))));
      if (minute === MINUTES / 2) half(wear);
    }
    await store.close();
    return { store, wear, clock };
  }

  it('is counted to the byte: the lines of the log, and the segments that are sorted with their indexes', async () => {
    const { store } = await writeHalfADay();
    const { bytes, logSyncs } = store.written();
    expect(bytes.log).to.equal(bytesOf('.jsonl')).and.to.equal(store.appended().bytes);
    expect(bytes.segments).to.equal(bytesOf('.sorted.jsonl') + bytesOf('.index.json'));
    expect(logSyncs).to.equal(MINUTES + 1);
    expect(store.appended()).to.include({ records: MINUTES + 2 * (MINUTES / 10) });
  });

  it('is what half of the time had foretold, within a tenth, by the byte and by what reaches the card', async () => {
    let foretold: ReturnType<ReturnType<typeof createDiskWear>> | undefined;
    const { store } = await writeHalfADay((wear) => (foretold = wear()));
    const { bytes, cardBytes } = store.written();
    const share = (MINUTES * MINUTE_MS) / DAY_MS;
    expect(((foretold?.bytesPerDay ?? NaN) * share) / totalBytes(bytes)).to.be.within(0.9, 1.1);
    expect(((foretold?.cardBytesPerDay ?? NaN) * share) / cardBytes).to.be.within(0.9, 1.1);
    expect(((foretold?.bytesPerRecord ?? NaN) * store.appended().records) / totalBytes(bytes)).to.be.within(0.9, 1.1);
  });

  it('is told for a day only after an hour, and for a record after the first', async () => {
    const clock = createTestClock();
    const store = await openTestStore(folder(), { clock });
    const wear = createDiskWear({ store, time: clock, sizes, stateBytes: () => 0, blockBytes: () => 5 });
    expect(wear()).to.deep.include({ records: 0, bytesPerRecord: null, bytesPerDay: null, blockBytes: 5 });
    clock.advance(60 * MINUTE_MS - 1);
    await store.append([locationOf('bus', fixAt(1))]);
    expect(wear()).to.deep.include({ records: 1, bytesPerDay: null, cardBytesPerDay: null });
    expect(wear().bytesPerRecord).to.be.within(400, 700);
    clock.advance(1);
    expect(wear().bytesPerDay).to.be.within(24 * 400, 24 * 700);
    await store.close();
  });

  it('is told from the log alone as well, as long as that spans an hour', async () => {
    expect(await readWriteLoad(folder())).to.equal(null);
    const { store } = await writeHalfADay();
    const load = await readWriteLoad(folder());
    expect(load).to.deep.include({ entries: store.appended().entries, streams: 4 });
    const { bytes, cardBytes } = predictWear(load as NonNullable<typeof load>, sizes);
    const share = (MINUTES * MINUTE_MS) / DAY_MS;
    expect((totalBytes(bytes) * share) / totalBytes(store.written().bytes)).to.be.within(0.9, 1.1);
    expect((cardBytes * share) / store.written().cardBytes).to.be.within(0.9, 1.1);
  });
});

describe('the card under a folder', () => {
  const sys = useFolder();

  it('is found by the device of the folder, with its size and what it says of its life', async () => {
    const device = join(sys(), 'devices/platform/mmc0/mmcblk0');
    mkdirSync(join(device, 'mmcblk0p2'), { recursive: true });
    mkdirSync(join(device, 'device'));
    mkdirSync(join(sys(), 'dev/block'), { recursive: true });
    symlinkSync(join(device, 'mmcblk0p2'), join(sys(), 'dev/block/179:2'));
    writeFileSync(join(device, 'size'), '62333952\n');
    const found = { name: 'mmcblk0', bytes: 62_333_952 * 512, usedTenths: null, preEol: null };
    expect(await mmcDeviceByNumber(179 * 256 + 2, sys())).to.deep.equal(found);
    writeFileSync(join(device, 'device/life_time'), '0x02 0x0a\n');
    writeFileSync(join(device, 'device/pre_eol_info'), '0x01\n');
    expect(await mmcDeviceByNumber(179 * 256 + 2, sys())).to.deep.equal({ ...found, usedTenths: 10, preEol: 1 });
    expect(await mmcDeviceByNumber(8 * 256 + 1, sys())).to.equal(null);
  });
});
