import { expect } from 'chai';
import type { User } from '../../../src/schema/accounts/user.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { userOf } from '../../support/api/users.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { createFarSide, idsOf, type FarSide } from '../../support/uplinks/fake-sink.js';
import { startForwarding, type Forwarding } from '../../support/uplinks/forwarding.js';
import { recordIdAt, storeDepot, storeRecords, type Stored } from '../../support/uplinks/traffic.js';

const ADMIN: User = userOf('admin');

describe('decisions about an uplink', () => {
  const folder = useFolder();
  let store: Store;
  let far: FarSide;
  let forwarding: Forwarding;
  let stored: Stored;

  beforeEach(async () => {
    store = await openTestStore(folder());
    far = createFarSide();
    stored = { alerts: [], history: [] };
    await storeDepot(store);
    await storeRecords(store, 40, 0, stored);
    forwarding = startForwarding(store, far);
    await settled();
  });

  afterEach(async () => {
    await forwarding.stop();
    await store.close();
  });

  const status = (): ReturnType<Forwarding['status']> => forwarding.status('far');
  const settled = (): Promise<unknown> =>
    eventually('nothing is behind', () => status().state === 'idle' && status().behind.records === 0);
  const reset = async (how: Parameters<Forwarding['reset']>[1]): Promise<void> => {
    const result = await forwarding.reset('far', how, ADMIN);
    expect(result).to.deep.include({ ok: true });
  };

  async function changeAddress(): Promise<void> {
    far.taken.length = 0;
    forwarding.define({ name: 'far', type: 'rest', url: 'https://other.example' });
    await eventually('it has stopped', () => status().state === 'stopped');
  }

  it('an uplink with another address stops, and its reason names both addresses and the command', async () => {
    await changeAddress();
    expect(status().reason).to.match(/rest https:\/\/far\.example.*waypost uplink reset far --from/);
    await storeRecords(store, 10, 40, stored);
    expect(idsOf(far, 'history')).to.deep.equal([]);
  });

  it('it continues with the new address at its position', async () => {
    await changeAddress();
    const later: Stored = { alerts: [], history: [] };
    await storeRecords(store, 20, 40, later);
    await reset({ from: 'cursor' });
    await settled();
    expect(idsOf(far, 'history')).to.deep.equal(later.history);
    expect(idsOf(far, 'alerts')).to.deep.equal(later.alerts);
  });

  it('it begins again with the oldest record', async () => {
    await changeAddress();
    await reset({ from: 'start' });
    await settled();
    expect(idsOf(far, 'history')).to.deep.equal(stored.history);
    expect(idsOf(far, 'alerts')).to.deep.equal(stored.alerts);
  });

  it('a far side that has forgotten what it acknowledged gets it again from an entry on', async () => {
    far.taken.length = 0;
    const from = Number(stored.history[9]?.split(':')[2]);
    await reset({ from });
    await settled();
    expect(idsOf(far, 'history')).to.deep.equal(stored.history.slice(10));
  });

  it('a far side with records of another copy of the store gets ids of a new generation from there on', async () => {
    far.answer = () => ({ pause: { kind: 'stop', reason: 'it has newer records of this store' } });
    const taken = store.state.n;
    await storeRecords(store, 20, 40, { alerts: [], history: [] });
    await eventually('it has stopped', () => status().state === 'stopped');
    expect(status().reason).to.include('it has newer records of this store');
    const before = store.state.generations.at(-1)?.id;
    delete far.answer;
    far.taken.length = 0;
    await reset({ newGeneration: true });
    await settled();
    const after = store.state.generations.at(-1)?.id;
    expect(after).to.not.equal(before);
    const ids = idsOf(far, 'history', 'alerts');
    expect(ids.length).to.be.at.least(20);
    for (const id of ids.filter((one) => Number(one.split(':')[2]) > taken))
      expect(id).to.equal(recordIdAt(store, Number(id.split(':')[2])));
  });

  it('the new generation begins with the number that the far side names, also when it names it before it connects', async () => {
    await forwarding.stop();
    await storeRecords(store, 20, 40, stored);
    const last = store.state.n;
    const conflict = last - 8;
    far.readsBack = true;
    const reason = 'run `waypost uplink reset NAME --new-generation`';
    far.status = { connected: false, reason, stopped: true, conflict };
    forwarding = startForwarding(store, far);
    await eventually('it has stopped', () => status().state === 'stopped');
    expect(status().reason).to.equal('run `waypost uplink reset far --new-generation`');
    delete far.status;
    await reset({ newGeneration: true });
    await settled();
    expect(store.state.generations.at(-1)?.from).to.equal(conflict);
    const late = idsOf(far, 'history', 'alerts').filter((id) => Number(id.split(':')[2]) >= conflict);
    const expected = Array.from({ length: last - conflict + 1 }, (_, index) => recordIdAt(store, conflict + index));
    expect(late).to.have.members(expected);
  });

  it('a stop is still known after its position was stored once more', async () => {
    far.answer = (lane) =>
      lane === 'history' ? { pause: { kind: 'stop', reason: 'conflict', conflict: 60 } } : 'take';
    await storeRecords(store, 20, 40, { alerts: [], history: [] });
    await eventually('it has stopped', () => status().state === 'stopped');
    await forwarding.stop();
    expect(store.state.uplinkPositions.get('far')?.stoppedFrom).to.be.a('number');
    forwarding = startForwarding(store, far);
    await eventually('it has stopped again', () => status().state === 'stopped');
  });

  it('what a person has to mend before a connection is possible is a stop, and ends by itself once it is mended', async () => {
    far.status = { connected: false, reason: 'the far side refuses the sign-in of depot: set it', stopped: true };
    far.setUp(true);
    expect(status()).to.deep.include({ state: 'stopped', reason: 'the far side refuses the sign-in of depot: set it' });
    delete far.status;
    far.setUp(true);
    await settled();
  });

  it('a retry connects at once when there is no connection', async () => {
    far.setUp(false);
    await eventually('it is not connected', () => status().state === 'connecting');
    const before = far.opened;
    expect((await forwarding.retry('far')).ok).to.equal(true);
    expect(far.opened).to.equal(before + 1);
    far.setUp(true);
    await settled();
  });

  it('an uplink that is switched off keeps its position', async () => {
    forwarding.define({ name: 'far', type: 'rest', url: 'https://far.example', enabled: false });
    await eventually('it is off', () => status().state === 'disabled');
    far.taken.length = 0;
    const later: Stored = { alerts: [], history: [] };
    await storeRecords(store, 20, 40, later);
    forwarding.define({ name: 'far', type: 'rest', url: 'https://far.example' });
    await settled();
    expect(idsOf(far, 'history')).to.deep.equal(later.history);
  });

  it('an uplink that was removed begins as a new one when it is added again', async () => {
    forwarding.define(undefined);
    await eventually('its position is forgotten', () => !store.state.uplinkPositions.has('far'));
    far.taken.length = 0;
    forwarding.define({ name: 'far', type: 'rest', url: 'https://far.example', from: 'start' });
    await settled();
    expect(idsOf(far, 'history')).to.deep.equal(stored.history);
  });
});
