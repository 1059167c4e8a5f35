import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { predictWear, totalBytes } from '../../src/domain/disk-wear.js';
import { createDiskWear } from '../../src/services/system/disk-wear.js';
import { mmcDeviceByNumber } from '../../src/disk/mmc.js';
import { stateBytesOf } from '../../src/store/check/state-bytes.js';
import { readWriteLoad } from '../../src/store/check/write-load.js';
import { createTestClock } from '../support/time/clock.js';
import { useFolder } from '../support/store/folder.js';
import { deviceOf, fixAt, locationOf } from '../support/store/records.js';
import { openTestStore } from '../support/store/store.js';

const sizes = { segmentBytes: 40_000, snapshotBytes: 60_000 };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** twelve hours of a record per minute, and a batch every ten minutes */
const MINUTES = 720;

describe('createWriteCounters', () => {
  const folder = useFolder();

  const bytesOf = (suffix: string): number =>
    readdirSync(join(folder(), 'log'))
      .filter((name) => name.endsWith(suffix))
      .reduce((sum, name) => sum + statSync(join(folder(), 'log', name)).size, 0);

  /** Appends for twelve hours; calls `onHalf` after six. */
  async function writeHalfADay(onHalf: (wear: ReturnType<typeof createDiskWear>) => void = () => undefined) {
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
      if (minute === MINUTES / 2) onHalf(wear);
    }
    await store.close();
    return { store, wear, clock };
  }

  it('lines of the log, sorted segments and their indexes are counted to the byte', async () => {
    const { store } = await writeHalfADay();
    const { bytes, logSyncs } = store.writeTotals();
    expect(bytes.log).to.equal(bytesOf('.jsonl')).and.to.equal(store.appendTotals().bytes);
    const suffixes = ['.sorted.jsonl', '.index.json', '.order.json', '.rows.json'];
    expect(bytes.segments).to.equal(suffixes.reduce((sum, suffix) => sum + bytesOf(suffix), 0));
    expect(logSyncs).to.equal(MINUTES + 1);
    expect(store.appendTotals()).to.include({ records: MINUTES + 2 * (MINUTES / 10) });
  });

  it('the forecast at half time is within a tenth of the bytes written and of those that reach the card', async () => {
    let forecast: ReturnType<ReturnType<typeof createDiskWear>> | undefined;
    const { store } = await writeHalfADay((wear) => (forecast = wear()));
    const { bytes, cardBytes } = store.writeTotals();
    const share = (MINUTES * MINUTE_MS) / DAY_MS;
    expect(((forecast?.bytesPerDay ?? NaN) * share) / totalBytes(bytes)).to.be.within(0.9, 1.1);
    expect(((forecast?.cardBytesPerDay ?? NaN) * share) / cardBytes).to.be.within(0.9, 1.1);
    expect(((forecast?.bytesPerRecord ?? NaN) * store.appendTotals().records) / totalBytes(bytes)).to.be.within(
      0.9,
      1.1,
    );
  });

  it('a volume per day is reported after an hour, and per record after the first record', async () => {
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

  it('the write load is measured from the log alone if that spans an hour', async () => {
    expect(await readWriteLoad(folder())).to.equal(null);
    const { store } = await writeHalfADay();
    const load = await readWriteLoad(folder());
    expect(load).to.deep.include({ entries: store.appendTotals().entries, streams: 4 });
    const { bytes, cardBytes } = predictWear(load as NonNullable<typeof load>, sizes);
    const share = (MINUTES * MINUTE_MS) / DAY_MS;
    expect((totalBytes(bytes) * share) / totalBytes(store.writeTotals().bytes)).to.be.within(0.9, 1.1);
    expect((cardBytes * share) / store.writeTotals().cardBytes).to.be.within(0.9, 1.1);
  });
});

describe('mmcDeviceByNumber', () => {
  const sys = useFolder();

  it('a card is found by its device number, with its size and its reported wear', async () => {
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
