import { expect } from 'chai';
import type { RecordResult } from '../../../src/schema/uplinks/send-result.js';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { createFarSide, idsOf, type FarSide } from '../../support/uplinks/fake-sink.js';
import { startForwarding, type Forwarding } from '../../support/uplinks/forwarding.js';
import { storeDepot, storeRecords, type Stored } from '../../support/uplinks/traffic.js';

describe('records that the far side refuses', () => {
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
  });

  afterEach(async () => {
    await forwarding.stop();
    await store.close();
  });

  /** Refuses these records one by one, whatever else is in the call. */
  function refuse(isRefused: (record: UplinkRecord) => boolean): void {
    far.answer = (_lane, records) => ({
      results: records.map((record): RecordResult =>
        isRefused(record) ? { outcome: 'refused', reason: `${record.deviceId} not found` } : { outcome: 'accepted' },
      ),
    });
  }

  /** Refuses a call with one of these records as a whole, and names none. */
  function refuseCalls(isRefused: (record: UplinkRecord) => boolean): void {
    far.answer = (_lane, records) =>
      records.some(isRefused) ? { pause: { kind: 'refused', reason: 'not of this account' } } : 'take';
  }

  const begin = (): void => {
    forwarding = startForwarding(store, far);
  };
  const status = (): ReturnType<Forwarding['status']> => forwarding.status('far');
  const settled = (): Promise<unknown> =>
    eventually('everything is looked at', () => status().state === 'idle' && status().behind.records === 0);
  const without = (ids: readonly string[], refused: ReadonlySet<string>): string[] =>
    ids.filter((id) => !refused.has(id));
  const numbersOf = (ids: Iterable<string>): number[] => [...ids].map((id) => Number(id.split(':')[2]));

  it('one record of many is a dead letter, and all others arrive', async () => {
    await storeRecords(store, 400, 0, stored);
    const refused = new Set(stored.history.filter((_id, index) => index % 100 === 50));
    refuse(({ id }) => refused.has(id));
    begin();
    await settled();
    expect(idsOf(far, 'history')).to.have.members(without(stored.history, refused));
    expect(idsOf(far, 'alerts')).to.deep.equal(stored.alerts);
    expect(status().deadLetters).to.equal(refused.size);
    const listed = forwarding.deadLetters('far');
    expect(listed.map(({ from }) => from)).to.have.members(numbersOf(refused));
    expect(listed.map(({ records }) => records)).to.deep.equal(listed.map(() => 1));
  });

  it('a call that is refused without naming a record is divided until the record is found', async () => {
    await storeRecords(store, 100, 0, stored);
    const [bad] = stored.history.slice(33, 34);
    refuseCalls(({ id }) => id === bad);
    begin();
    await settled();
    expect(idsOf(far, 'history')).to.have.members(without(stored.history, new Set([bad ?? ''])));
    const [letter] = forwarding.deadLetters('far');
    expect(letter?.reason).to.equal('not of this account');
    const [n = 0] = numbersOf([bad ?? '']);
    expect(letter).to.deep.include({ from: n, to: n, records: 1 });
  });

  it('the records of a device that the far side does not know arrive once it knows it', async () => {
    await storeRecords(store, 400, 0, stored);
    refuse(({ deviceId }) => deviceId === 'cab');
    begin();
    await settled();
    const all = [...stored.alerts, ...stored.history];
    const refused = forwarding.deadLetters('far').reduce((sum, { records }) => sum + records, 0);
    expect(refused).to.equal(all.length - idsOf(far, 'alerts', 'history').length);
    expect(status().deadLetters, 'records, not ranges').to.equal(refused);
    expect(new Set(forwarding.deadLetters('far').map(({ deviceId }) => deviceId))).to.deep.equal(new Set(['cab']));
    delete far.answer;
    const retried = await forwarding.retry('far');
    expect(retried.ok).to.equal(true);
    await eventually('everything arrives', () => status().deadLetters === 0);
    expect(idsOf(far, 'alerts', 'history')).to.have.members(all);
    const ofDevice = far.taken.filter(({ lane, record }) => lane === 'history' && record.deviceId === 'cab');
    const numbers = numbersOf(ofDevice.map(({ record }) => record.id));
    expect(numbers).to.deep.equal(numbers.toSorted((a, b) => a - b));
  });

  it('a device whose newest location the far side takes is tried at once, with all that it was refused', async () => {
    await storeRecords(store, 200, 0, stored);
    far.answer = (lane, records) => ({
      results: records.map(({ deviceId }): RecordResult =>
        deviceId === 'cab' && lane !== 'live'
          ? { outcome: 'refused', reason: 'cab not found' }
          : { outcome: 'accepted' },
      ),
    });
    begin();
    await settled();
    expect(status().deadLetters).to.be.greaterThan(10);
    // The device is registered there, which this gateway does not learn.
    delete far.answer;
    await storeRecords(store, 4, 200, stored);
    await eventually('everything arrives', () => status().deadLetters === 0, { withinMs: 20_000 });
    expect(new Set(idsOf(far, 'history'))).to.deep.equal(new Set(stored.history));
  });

  it('a dead letter has the time of the refusal, not that at which it was listed unasked', async () => {
    await storeRecords(store, 100, 0, stored);
    refuse(({ deviceId }) => deviceId === 'cab');
    let now = Date.parse('2026-11-21T08:00:00.000Z');
    forwarding = startForwarding(store, far, {}, undefined, () => now);
    await settled();
    const [before] = forwarding.deadLetters('far');
    now += 5_000;
    const calls = far.calls;
    await storeRecords(store, 4, 100, stored);
    await settled();
    expect(far.calls).to.be.greaterThan(calls);
    const after = forwarding.deadLetters('far').filter(({ at }) => at !== before?.at);
    expect(after).to.deep.equal([]);
  });

  it('dead letters are still known after a restart', async () => {
    await storeRecords(store, 100, 0, stored);
    refuse(({ deviceId }) => deviceId === 'cab');
    begin();
    await settled();
    const before = forwarding.deadLetters('far');
    expect(before).to.have.length.greaterThan(0);
    await forwarding.stop();
    begin();
    await eventually('it is connected', () => status().state === 'idle');
    expect(forwarding.deadLetters('far')).to.deep.equal(before);
  });
});
