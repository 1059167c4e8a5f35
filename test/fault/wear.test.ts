import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { WearStatus } from '../../src/schema/system/disk-wear.js';
import { signIn } from '../support/client.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway.js';
import { fixAt } from '../support/records.js';

const SINGLE = 1_500;
const BATCHES = 15;
const BATCH = 200;
const config = { store: { segmentBytes: 262_144, snapshotBytes: 131_072 }, log: { level: 'silent' } };

describe('the count of what is written', function () {
  this.timeout(120_000);
  const folder = useFolder();
  const traces = (): string => join(folder(), 'traces');

  /** What a gateway says it has written, and what strace saw it hand to the files in the data folder. */
  async function watched(): Promise<{ said: WearStatus; bytes: number; syncs: number; pages: number | null }> {
    // With -D the gateway is the child, and strace beside it. A file for each thread, as in one they would cut into each
    // other's lines.
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
    const said = (await client.call('GET', '/api/health')).body.wear as WearStatus;
    const seen = readdirSync(traces()).flatMap((name) => readFileSync(join(traces(), name), 'latin1').split('\n'));
    await gateway.end('SIGTERM');
    const data = `<${join(folder(), 'data')}`;
    let [bytes, syncs] = [0, 0];
    for (const line of seen.filter((one) => one.includes(data))) {
      if (/^p?write(?:64|v)?\(/.test(line)) bytes += Number(/ = (\d+)$/.exec(line)?.[1] ?? 0);
      if (/^f(?:data)?sync\(/.test(line)) syncs += 1;
    }
    return { said, bytes, syncs, pages: said.blockBytes };
  }

  it('is within a tenth of what strace sees, and by the page of what Linux counts, where it does', async () => {
    const { said, bytes, syncs, pages } = await watched();
    const counted = said.bytes.log + said.bytes.segments + said.bytes.snapshots;
    expect(said.records).to.equal(SINGLE + BATCHES * BATCH);
    expect(said.bytes.segments).to.be.greaterThan(0);
    expect(said.bytes.snapshots).to.be.greaterThan(0);
    expect(counted / bytes).to.be.within(0.9, 1.1);
    expect(said.syncs / syncs).to.be.within(0.9, 1.1);
    // What is not pages is the journal, which another process of Linux writes.
    if (pages !== null) expect((said.cardBytes - said.syncs * 3 * 4_096) / pages).to.be.within(0.8, 1.2);
    console.log(
      `      said ${counted} bytes in ${said.syncs} syncs, seen ${bytes} in ${syncs}; Linux counts ${String(pages)}, with its journal ${said.cardBytes} are foretold`,
    );
  });
});
