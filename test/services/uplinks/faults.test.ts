import { expect } from 'chai';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { createFarSide, idsOf, type FarSide } from '../../support/uplinks/fake-sink.js';
import { startForwarding, type Forwarding } from '../../support/uplinks/forwarding.js';
import { storeDepot, storeRecords, type Stored } from '../../support/uplinks/traffic.js';

type ReadArrivals = Store['history']['readArrivals'];

describe('an uplink of a gateway whose disk fails', () => {
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
    await storeRecords(store, 60, 0, stored);
  });

  afterEach(async () => {
    await forwarding.stop();
    await store.close();
  });

  const status = (): ReturnType<Forwarding['status']> => forwarding.status('far');
  /** `read`: what the disk does */
  const withReads = (read: (own: ReadArrivals) => ReadArrivals): Store => ({
    ...store,
    history: { ...store.history, readArrivals: read(store.history.readArrivals) },
  });

  it('a read that fails stops it with the reason, ends nothing else, and it goes on once it succeeds', async () => {
    let fails = 0;
    let isBroken = true;
    const broken = withReads((own) => (query) => {
      if (!isBroken || !query.wants('location/bus')) return own(query);
      fails += 1;
      return Promise.reject(new Error('EIO: i/o error, read'));
    });
    forwarding = startForwarding(broken, far);
    await eventually('it tries several times', () => fails >= 3);
    expect(status().state).to.equal('stopped');
    expect(status().reason).to.match(/EIO: i\/o error, read.*waypost check/);
    await eventually('the alerts arrive', () => idsOf(far, 'alerts').length === stored.alerts.length);
    isBroken = false;
    await eventually('the locations arrive', () => idsOf(far, 'history').length === stored.history.length);
    await eventually('nothing is behind', () => status().state === 'idle' && status().reason === null);
  });

  it('entries that cannot be read are passed, counted and named', async () => {
    const [from, to] = [20, 30];
    const damaged = withReads((own) => async (query) => {
      const page = await own(query);
      const gap = { from: Math.max(from, page.from), to: Math.min(to, page.to) };
      if (gap.from > gap.to) return page;
      return { ...page, entries: page.entries.filter(({ n }) => n < from || n > to), gap };
    });
    forwarding = startForwarding(damaged, far);
    await eventually('nothing is behind', () => status().state === 'idle' && status().behind.records === 0);
    expect(status().dropped).to.equal(to - from + 1);
    const numbers = idsOf(far, 'history', 'alerts').map((id) => Number(id.split(':')[2]));
    expect(numbers.some((n) => n >= from && n <= to)).to.equal(false);
    expect(numbers).to.have.lengthOf(stored.history.length + stored.alerts.length - (to - from + 1));
  });
});
