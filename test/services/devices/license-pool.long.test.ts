import { expect } from 'chai';
import fc from 'fast-check';
import { success } from '../../../src/errors.js';
import { createDevices, type Devices } from '../../../src/services/devices/devices.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { userOf } from '../../support/api/users.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestEdits } from '../../support/gateway/test-edits.js';

const admin = userOf('admin', { privileges: ['admin'] });
const ids = ['a', 'b', 'c', 'd', 'e'];

/** One of several concurrent calls; `end`: minutes from the start. */
type Step = {
  readonly action: 'create' | 'change' | 'remove' | 'wait';
  readonly id: string;
  readonly end: number | null;
};
const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom('create', 'create', 'change', 'remove', 'wait'),
  id: fc.constantFrom(...ids),
  end: fc.option(fc.integer({ min: -30, max: 120 })),
});

describe('the license pool under concurrent changes', () => {
  const folder = useFolder();
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore(folder(), { segmentBytes: 1_000_000 });
  });
  afterEach(() => store.close());

  it('at every instant the non-expired devices use the licenses, and never more than the total', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), async (rounds) => {
        const clock = createTestClock();
        const startMs = clock.now();
        const devices = createDevices({
          store,
          time: createTestTime(clock),
          licenses: () => 2,
          ...createTestEdits(),
        });
        for (const id of ids) await devices.remove(admin, id);
        const endOf = ({ end }: Step) => (end === null ? null : new Date(startMs + end * 60_000).toISOString());
        const check = (when: string): void => {
          const active = [...devices.list(admin)].filter(({ state }) => state === 'active').length;
          expect(devices.licenses(), when).to.deep.equal({ total: 2, used: active, available: 2 - active, overUse: 0 });
          expect(active).to.be.at.most(2);
        };
        const unsubscribe = store.subscribe(() => {
          check('after an append');
        });
        for (const round of rounds) {
          await Promise.all(round.map((each) => act(devices, each, endOf(each))));
          clock.advance(round.filter(({ action }) => action === 'wait').length * 17 * 60_000);
          check('after a while');
        }
        unsubscribe();
      }),
      { numRuns: 60, seed: 20_261_121 },
    );
  });

  const act = (devices: Devices, { action, id }: Step, expires: string | null): Promise<unknown> => {
    switch (action) {
      case 'create':
        return devices.create(admin, { id, expires });
      case 'change':
        return devices.change(admin, id, () => success({ id, expires }));
      case 'remove':
        return devices.remove(admin, id);
      case 'wait':
        return Promise.resolve();
    }
  };

  it('after the total is lowered, every device keeps its license and no new one is issued', async () => {
    await store.append(ids.map((id) => ({ kind: 'device', v: deviceOf(id) })));
    const options = { store, time: createTestTime(), ...createTestEdits() };
    const devices = createDevices({ ...options, licenses: () => 3 });
    expect(devices.licenses()).to.deep.equal({ total: 3, used: 5, available: 0, overUse: 2 });
    expect([...devices.list(admin)].map(({ state }) => state)).to.deep.equal(ids.map(() => 'active'));
    expect(await devices.create(admin, { id: 'new' })).to.include({ ok: false, code: 'no_license' });
  });
});
