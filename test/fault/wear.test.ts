import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import type { WearStatus } from '../../src/schema/system/disk-wear.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';

const SINGLE = 1_500;
const BATCHES = 15;
/** Longer than the pause between two writes of one task. */
const SETTLE_MS = 300;
const BATCH = 200;
const config = { store: { segmentBytes: 262_144, snapshotBytes: 131_072 }, log: { level: 'silent' } };

describe('the counters of written bytes', () => {
  const folder = useFolder();
  const traces = (): string => join(folder(), 'traces');

  /** The gateway's counters, and the writes into the data folder that strace saw. */
  async function measure(): Promise<{ reported: WearStatus; bytes: number; syncs: number; pages: number | null }> {
    // With -D the gateway is the direct child. One file per thread, because lines in a shared file would be mixed up.
    mkdirSync(traces());
    const calls = 'trace=write,writev,pwrite64,pwritev,fdatasync,fsync';
    const gateway = await startGateway({
      folder: folder(),
      config,
      under: ['strace', '-D', '-ff', '-y', '-s', '0', '-e', calls, '-e', 'signal=none', '-o', join(traces(), 'of')],
    });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus' });
    for (let second = 0; second < SINGLE; second++) {
      await client.call('POST', '/api/devices/bus/locations', fixAt(second));
    }
    for (let batch = 0; batch < BATCHES; batch++) {
      const fixes = Array.from({ length: BATCH }, (_, i) => fixAt(SINGLE + batch * BATCH + i));
      await client.call('POST', '/api/devices/bus/locations', fixes);
    }
    const readWear = async (): Promise<WearStatus> => (await client.call('GET', '/api/health')).body.wear as WearStatus;
    let reported = await readWear();
    // Segments are sorted and snapshots written after the last response.
    await eventually('nothing is written any more', async () => {
      const before = reported;
      await delay(SETTLE_MS);
      reported = await readWear();
      return isDeepStrictEqual(reported.bytes, before.bytes);
    });
    const seen = readdirSync(traces()).flatMap((name) => readFileSync(join(traces(), name), 'latin1').split('\n'));
    await gateway.end('SIGTERM');
    const data = `<${join(folder(), 'data')}`;
    let [bytes, syncs] = [0, 0];
    for (const line of seen.filter((one) => one.includes(data))) {
      if (/^p?write(?:64|v)?\(/.test(line)) bytes += Number(/ = (\d+)$/.exec(line)?.[1] ?? 0);
      if (/^f(?:data)?sync\(/.test(line)) syncs += 1;
    }
    return { reported, bytes, syncs, pages: reported.blockBytes };
  }

  it('the counters are within a tenth of what strace sees, and within a fifth of the pages that Linux counts', async () => {
    const { reported, bytes, syncs, pages } = await measure();
    const counted = reported.bytes.log + reported.bytes.segments + reported.bytes.snapshots;
    expect(reported.records).to.equal(SINGLE + BATCHES * BATCH);
    expect(reported.bytes.segments).to.be.greaterThan(0);
    expect(reported.bytes.snapshots).to.be.greaterThan(0);
    expect(counted / bytes).to.be.within(0.9, 1.1);
    expect(reported.syncs / syncs).to.be.within(0.9, 1.1);
    // The rest is the journal, which a kernel thread writes.
    if (pages !== null) expect((reported.cardBytes - reported.syncs * 3 * 4_096) / pages).to.be.within(0.8, 1.2);
    console.log(
      `      counted ${counted} bytes in ${reported.syncs} syncs, strace saw ${bytes} in ${syncs}; Linux counts ${String(pages)}, estimated with journal ${reported.cardBytes}`,
    );
  });
});
