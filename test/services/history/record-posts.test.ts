import { expect } from 'chai';
import fc from 'fast-check';
import { valueOf } from '../../../src/errors.js';
import { readRecordsPost } from '../../../src/schema/records/records-post.js';
import { createDepotDevices } from '../../../src/services/devices/depot-devices.js';
import { createDepots } from '../../../src/services/depots.js';
import { createDevices } from '../../../src/services/devices/devices.js';
import { createAcknowledgements } from '../../../src/services/history/acknowledgements.js';
import { createRecordPosts, type PostedRecords } from '../../../src/services/history/record-posts.js';
import { createIngest } from '../../../src/services/ingest/ingest.js';
import type { Store } from '../../../src/store/store.js';
import { createTestEdits } from '../../support/gateway/test-edits.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestTime } from '../../support/time/test-time.js';
import { userOf } from '../../support/api/users.js';

const DEVICES = ['bus', 'van', 'tram'];
const STORES = ['north:abcdefgh', 'north:hgfedcba', 'south:abcdefgh'];

type Made = { readonly id: string; readonly deviceId: string } & Readonly<Record<string, unknown>>;

/** Record `n` of a store; every third one is an alert. */
function recordOf(store: string, n: number): Made {
  const deviceId = DEVICES[n % DEVICES.length] ?? '';
  // Each store has fixes of its own.
  const fix = fixAt(STORES.indexOf(store) * 1_000 + n);
  const common = { id: `${store}:${n}`, n, deviceId };
  return n % 3 === 0
    ? { ...common, kind: 'alert', alert: { dateTime: fix.dateTime, alerts: ['SOSButton'] } }
    : { ...common, kind: 'location', location: fix };
}

/** Parts of what the stores have, with repetitions, in any order; undefined: the gateway is started again. */
const deliveries = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(
        fc.constantFrom(...STORES),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 25 }),
      ),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  { minLength: 1, maxLength: 12 },
);

describe('records that other gateways forward', () => {
  const folder = useFolder();
  const time = createTestTime();
  const admin = userOf('admin', { privileges: ['ingest'] });
  let store: Store;
  let runs = 0;

  async function open(path: string): Promise<void> {
    store = await openTestStore(path, { segmentBytes: 4_096 });
  }

  async function post(sender: string, records: readonly Made[]): Promise<PostedRecords> {
    const edits = createTestEdits();
    const receive = createIngest({
      store,
      append: store.append,
      devices: createDevices({ store, time, licenses: () => 9, ...edits }),
      time,
    });
    const acknowledgements = createAcknowledgements({ store, time, ...edits });
    const body = valueOf(readRecordsPost({ store: sender, records: structuredClone(records) }));
    return valueOf(
      await createRecordPosts({
        store,
        receive,
        acknowledgements,
        depots: createDepots({ store, time, ...edits }),
        depotDevices: createDepotDevices({ store, time, ...edits }),
      }).post(admin, body),
    );
  }

  async function storedIds(): Promise<string[]> {
    const { entries } = await store.history.readArrivals({
      ...{ after: 0, until: store.state.n, limit: 10_000 },
      wants: () => true,
    });
    return entries.flatMap(({ v }) => ('source' in v && v.source.id !== undefined ? [v.source.id] : []));
  }

  it('each id is stored once, in any order, with any repetition, and over restarts', async () => {
    const run = async (steps: readonly (readonly [string, readonly number[]] | undefined)[]): Promise<void> => {
      const path = `${folder()}/${(runs += 1)}`;
      await open(path);
      await store.append(DEVICES.map((id) => ({ kind: 'device', v: deviceOf(id) })));
      const expected = new Set<string>();
      for (const step of steps) {
        if (step === undefined) {
          await store.close();
          await open(path);
          continue;
        }
        const [sender, numbers] = step;
        const before = expected.size;
        const records = numbers.map((n) => recordOf(sender, n));
        const posted = await post(sender, records);
        for (const { id } of records) expected.add(id);
        expect(posted).to.deep.equal({
          accepted: expected.size - before,
          duplicates: records.length - (expected.size - before),
          refused: [],
        });
      }
      const ids = await storedIds();
      expect(ids).to.have.lengthOf(expected.size);
      expect(new Set(ids)).to.deep.equal(expected);
      await store.close();
    };
    await fc.assert(fc.asyncProperty(deliveries, run), { numRuns: 40 });
  });

  it('the same records in several requests at once are stored once', async () => {
    await open(`${folder()}/at-once`);
    await store.append(DEVICES.map((id) => ({ kind: 'device', v: deviceOf(id) })));
    const records = Array.from({ length: 30 }, (_, n) => recordOf('north:abcdefgh', n + 1));
    const shared = createIngest({
      store,
      append: store.append,
      devices: createDevices({ store, time, licenses: () => 9, ...createTestEdits() }),
      time,
    });
    const acknowledgements = createAcknowledgements({ store, time, ...createTestEdits() });
    const posts = createRecordPosts({
      store,
      receive: shared,
      acknowledgements,
      depots: createDepots({ store, time, ...createTestEdits() }),
      depotDevices: createDepotDevices({ store, time, ...createTestEdits() }),
    });
    const send = async (): Promise<PostedRecords> =>
      valueOf(
        await posts.post(
          admin,
          valueOf(readRecordsPost({ store: 'north:abcdefgh', records: structuredClone(records) })),
        ),
      );
    const all = await Promise.all([send(), send(), send()]);
    expect(all.reduce((sum, { accepted }) => sum + accepted, 0)).to.equal(30);
    expect(await storedIds()).to.have.lengthOf(30);
    await store.close();
  });
});
