import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import type { Report } from '../../../src/domain/report.js';
import type { Change } from '../../../src/schema/entry.js';
import { createIngest } from '../../../src/services/ingest/ingest.js';
import { openTestStore } from '../../support/store/store.js';
import { deviceOf } from '../../support/store/records.js';
import { useFolder } from '../../support/store/folder.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';

const DEVICES = 500;
const SECONDS = 3_600;
const MIB = 1_048_576;
/** By then, retention drops segments. */
const WARM_UP = 900;
const SAMPLE_EVERY = 450;
/** What may differ is how full the open segment is: 44 bytes for each of its entries, in arrays that double. */
const MAX_HEAP_GROWTH = 2 * MIB;
const MAX_ARRAY_BYTES = 12 * MIB;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function memory(): { heap: number; arrays: number } {
  // Twice, because weakly held objects go with the second collection.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrays: arrayBuffers };
}

describe('an hour of 500 devices with a fix per second', () => {
  const folder = useFolder();

  it('the memory that store and ingest take does not grow', async () => {
    const clock = createTestClock();
    const retention = { days: 0, bytes: 64 * MIB };
    const store = await openTestStore(folder(), { clock, retention, segmentBytes: 8 * MIB, snapshotBytes: 8 * MIB });
    const ids = Array.from({ length: DEVICES }, (_, device) => `bus-${device}`);
    await store.append(ids.map((id): Change => ({ kind: 'device', v: deviceOf(id) })));
    const devices = { register: () => Promise.reject(new Error('every device is registered')) };
    const receive = createIngest({ store, append: store.append, devices, time: createTestTime(clock) });
    const reportOf = (deviceId: string, second: number): Report => ({
      deviceId,
      locations: [
        {
          dateTime: new Date(clock.now()).toISOString(),
          latitude: 52.5,
          longitude: 5 + second / 1e5,
          speed: 12.5,
          course: 184.2,
          satellites: 11,
        },
      ],
      alerts: [],
      source: { protocol: 'json', port: '/dev/ttyUSB0' },
      bound: false,
    });
    const samples: { heap: number; arrays: number }[] = [];
    for (let second = 0; second < SECONDS; second += 1) {
      clock.advance(1_000);
      const receipts = await Promise.all(ids.map((id) => receive(reportOf(id, second))));
      expect(receipts.every((receipt) => receipt.ok && receipt.value.accepted === 1)).to.equal(true);
      if (second >= WARM_UP && second % SAMPLE_EVERY === 0) samples.push(memory());
    }
    expect(store.status()).to.include({ entries: DEVICES * (SECONDS + 1) });
    expect(store.status().bytes).to.be.below(80 * MIB);
    const [first, ...later] = samples;
    for (const { heap, arrays } of later) {
      expect(heap - (first?.heap ?? 0), 'growth of the heap').to.be.below(MAX_HEAP_GROWTH);
      expect(arrays, 'typed arrays and buffers').to.be.below(MAX_ARRAY_BYTES);
    }
    await store.close();
  });
});
