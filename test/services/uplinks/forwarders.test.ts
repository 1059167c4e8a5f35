import { expect } from 'chai';
import fc from 'fast-check';
import type { ClockQuality } from '../../../src/schema/system/clock.js';
import type { RecordResult } from '../../../src/schema/uplinks/send-result.js';
import type { Lane } from '../../../src/uplinks/sink.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { createFarSide, idsOf, type FarSide } from '../../support/uplinks/fake-sink.js';
import { startForwarding, type Forwarding } from '../../support/uplinks/forwarding.js';
import { DEVICES, storeDatedRecords, storeDepot, storeRecords } from '../../support/uplinks/traffic.js';

describe('forwarding', () => {
  const folder = useFolder();
  let store: Store;
  let far: FarSide;
  let forwarding: Forwarding;
  let second = 0;
  /** the ids of all records in the log, by their lane */
  const expected = { alerts: [] as string[], history: [] as string[] };

  const clock = createTestClock();
  async function open(path: string): Promise<void> {
    store = await openTestStore(path, { segmentBytes: 8_192, clock });
  }

  async function begin(path: string): Promise<void> {
    await open(path);
    expected.alerts = [];
    expected.history = [];
    far = createFarSide();
    await storeDepot(store);
  }

  async function move(records: number): Promise<void> {
    await storeRecords(store, records, second, expected);
    second += records;
  }

  const moveDated = (records: number): Promise<void> => storeDatedRecords(store, records, clock.now(), expected);
  const trust = (quality: ClockQuality): Promise<unknown> => store.append([{ kind: 'clock', v: { quality } }]);

  const status = (): ReturnType<Forwarding['status']> => forwarding.status('far');
  const isDone = (): boolean =>
    new Set(idsOf(far, 'history')).size === expected.history.length &&
    new Set(idsOf(far, 'alerts')).size === expected.alerts.length;

  const devicesInOrder = (): void => {
    for (const lane of ['alerts', 'history'] as const) {
      const first = [...new Set(idsOf(far, lane))];
      const ofDevice = (deviceId: string): number[] =>
        first
          .filter((id) => far.taken.some(({ record }) => record.id === id && record.deviceId === deviceId))
          .map((id) => Number(id.split(':')[2]));
      for (const deviceId of DEVICES) {
        const numbers = ofDevice(deviceId);
        expect(numbers, `${lane} of ${deviceId}`).to.deep.equal(numbers.toSorted((a, b) => a - b));
      }
    }
  };

  afterEach(async () => {
    await forwarding.stop();
    await store.close();
  });

  it('everything in the log arrives, and what comes later', async () => {
    await begin(folder());
    await move(120);
    forwarding = startForwarding(store, far);
    await eventually('the backlog arrives', isDone);
    await move(40);
    await eventually('what is new arrives', isDone);
    expect(idsOf(far, 'history')).to.deep.equal(expected.history);
    expect(idsOf(far, 'alerts')).to.deep.equal(expected.alerts);
    await eventually('nothing is behind', () => status().state === 'idle' && status().behind.records === 0);
  });

  it('a stopped uplink continues where it was', async () => {
    const path = folder();
    await begin(path);
    await move(60);
    forwarding = startForwarding(store, far);
    await eventually('the backlog arrives', isDone);
    await forwarding.stop();
    await store.close();
    await open(path);
    await move(30);
    forwarding = startForwarding(store, far);
    await eventually('what is new arrives', isDone);
    expect(idsOf(far, 'history')).to.deep.equal(expected.history);
  });

  for (const [what, happen] of [
    ['the clock is set', () => trust('ntp')],
    [
      'the connection is lost and comes back',
      () => {
        for (const isUp of [false, true]) far.setUp(isUp);
        return Promise.resolve();
      },
    ],
  ] as const) {
    it(`what waits for the clock arrives when ${what} while later records are sent`, async () => {
      await begin(folder());
      await trust('none');
      await moveDated(4);
      forwarding = startForwarding(store, far);
      await eventually('it waits for the clock', () => status().state === 'waiting');
      const met = new Set<Lane>();
      far.meanwhile = async (lane) => {
        if (met.has(lane)) return;
        met.add(lane);
        await happen();
      };
      await move(20);
      await eventually('what is dated right arrives', () => far.taken.length >= 20);
      await trust('ntp');
      await eventually('everything arrives', isDone);
      expect(met).to.include.all.keys('alerts', 'history');
    });
  }

  it('an uplink begins with the next record if its settings do not name another', async () => {
    await begin(folder());
    await move(20);
    forwarding = startForwarding(store, far, { from: 'now' });
    await eventually('it is connected', () => status().state === 'idle');
    expected.history = [];
    expected.alerts = [];
    await move(20);
    await eventually('what is new arrives', isDone);
    expect(idsOf(far, 'history')).to.deep.equal(expected.history);
  });

  it('whatever the far side does, everything arrives, each device in order', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ do: fc.constant('move' as const), records: fc.integer({ min: 1, max: 60 }) }),
        fc.record({ do: fc.constant('dated' as const), records: fc.integer({ min: 1, max: 10 }) }),
        fc.record({ do: fc.constantFrom('down' as const, 'up' as const, 'restart' as const) }),
        fc.record({ do: fc.constant('clock' as const), quality: fc.constantFrom('none' as const, 'ntp' as const) }),
        fc.record({ do: fc.constant('loses' as const), from: fc.integer({ min: 0, max: 10 }) }),
        fc.record({ do: fc.constantFrom('too-large' as const, 'busy' as const) }),
      ),
      { minLength: 1, maxLength: 12 },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, readsBack) => {
        const path = `${folder()}/${run++}`;
        await begin(path);
        far.readsBack = readsBack;
        forwarding = startForwarding(store, far);
        for (const step of all) {
          if (step.do === 'move') await move(step.records);
          else if (step.do === 'dated') await moveDated(step.records);
          else if (step.do === 'clock') await trust(step.quality);
          else if (step.do === 'down' || step.do === 'up') far.setUp(step.do === 'up');
          else if (step.do === 'restart') {
            await forwarding.stop();
            forwarding = startForwarding(store, far);
          } else trouble(far, step);
          await new Promise(setImmediate);
        }
        far.setUp(true);
        await move(5);
        await trust('ntp');
        await eventually(`everything arrives: ${JSON.stringify(status())}`, isDone);
        devicesInOrder();
        if (readsBack) expect(idsOf(far, 'history')).to.have.lengthOf(expected.history.length);
        await forwarding.stop();
        await store.close();
      }),
      { numRuns: 60, endOnFailure: true },
    );
    await begin(`${folder()}/last`);
    forwarding = startForwarding(store, far);
  });
});

/** Something goes wrong with the next call. */
function trouble(far: FarSide, step: { readonly do: string; readonly from?: number }): void {
  far.answer = (_lane, records) => {
    delete far.answer;
    // A single record that is too large would be a dead letter.
    if (step.do === 'too-large' && records.length === 1) return 'take';
    if (step.do === 'too-large') return { pause: { kind: 'too-large', reason: 'too large' } };
    if (step.do === 'busy') return { pause: { kind: 'retry', reason: 'busy', retryAfter: 2_000 } };
    // Those before were taken; the connection was lost.
    const results = records.map((_, index): RecordResult => ({
      outcome: index < (step.from ?? 0) ? 'accepted' : 'unknown',
    }));
    return { results };
  };
}
