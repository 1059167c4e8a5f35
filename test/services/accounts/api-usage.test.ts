import { expect } from 'chai';
import { localDate } from '../../../src/domain/clock/local-date.js';
import { createApiUsageCounter, type ApiUsageCounter } from '../../../src/services/accounts/api-usage.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { gateStore } from '../../support/store/gated-store.js';
import { openTestStore } from '../../support/store/store.js';

describe('createApiUsageCounter', () => {
  const folder = useFolder();
  const timeZone = 'Europe/Madrid';
  let clock: TestClock;
  let store: Store;
  let usage: ApiUsageCounter;
  const time = { date: () => localDate(clock.now(), timeZone) };

  beforeEach(async () => {
    clock = createTestClock();
    store = await openTestStore(folder());
    usage = createApiUsageCounter({ store, time });
  });
  afterEach(() => store.close());

  it('each user has their own counts, and a count includes the call itself', () => {
    expect(usage.count('a')).to.deep.equal({ apiUsage: 1, apiDailyUsage: 1 });
    expect(usage.count('a')).to.deep.equal({ apiUsage: 2, apiDailyUsage: 2 });
    expect(usage.count('__proto__')).to.deep.equal({ apiUsage: 1, apiDailyUsage: 1 });
  });

  it('the daily count starts again at midnight of the time zone', () => {
    usage.count('a');
    clock.advance(Date.parse('2026-11-21T22:59:59.999Z') - clock.now());
    expect(usage.count('a')).to.deep.equal({ apiUsage: 2, apiDailyUsage: 2 });
    clock.advance(1);
    expect(usage.count('a')).to.deep.equal({ apiUsage: 3, apiDailyUsage: 1 });
    clock.advance(3 * 86_400_000);
    expect(usage.count('a')).to.deep.equal({ apiUsage: 4, apiDailyUsage: 1 });
  });

  it('the counts are written only by a flush, and only if there are new ones', async () => {
    usage.count('a');
    usage.count('b');
    expect(store.status().entries).to.equal(0);
    await usage.flush();
    expect(store.status().entries).to.equal(1);
    await usage.flush();
    expect(store.status().entries).to.equal(1);
    expect(usage.count('a')).to.deep.equal({ apiUsage: 2, apiDailyUsage: 2 });
  });

  it('the counts continue after a restart, on the same date or a later one', async () => {
    usage.count('a');
    usage.count('a');
    await usage.flush();
    await store.close();
    store = await openTestStore(folder());
    expect(createApiUsageCounter({ store, time }).count('a')).to.deep.equal({ apiUsage: 3, apiDailyUsage: 3 });
    clock.advance(86_400_000);
    expect(createApiUsageCounter({ store, time }).count('a')).to.deep.equal({ apiUsage: 3, apiDailyUsage: 1 });
  });

  it('a crash loses only the counts since the last flush', async () => {
    usage.count('a');
    await usage.flush();
    usage.count('a');
    usage.count('b');
    await store.close();
    store = await openTestStore(folder());
    const after = createApiUsageCounter({ store, time });
    expect(after.count('a')).to.deep.equal({ apiUsage: 2, apiDailyUsage: 2 });
    expect(after.count('b')).to.deep.equal({ apiUsage: 1, apiDailyUsage: 1 });
  });

  it('API calls counted during a flush are not lost', async () => {
    const gated = gateStore(store);
    const counting = createApiUsageCounter({ store: gated, time });
    counting.count('a');
    const flushing = counting.flush();
    const held = await gated.next();
    expect(counting.count('a')).to.deep.equal({ apiUsage: 2, apiDailyUsage: 2 });
    held.pass();
    await flushing;
    expect(counting.count('a')).to.deep.equal({ apiUsage: 3, apiDailyUsage: 3 });
    const again = counting.flush();
    (await gated.next()).pass();
    await again;
    expect(store.state.usage.get('a')).to.deep.include({ total: 3, daily: 3 });
  });

  it('the counts stay for the next flush if one fails', async () => {
    const gated = gateStore(store);
    const counting = createApiUsageCounter({ store: gated, time });
    counting.count('a');
    const failing = counting.flush().then(
      () => 'written',
      () => 'failed',
    );
    (await gated.next()).fail();
    expect(await failing).to.equal('failed');
    expect(counting.count('a')).to.deep.equal({ apiUsage: 2, apiDailyUsage: 2 });
    const again = counting.flush();
    (await gated.next()).pass();
    await again;
    expect(store.state.usage.get('a')).to.deep.include({ total: 2, daily: 2 });
  });
});
