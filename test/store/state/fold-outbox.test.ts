import { expect } from 'chai';
import { BOUNDS } from '../../../src/domain/bounds.js';
import type { Change } from '../../../src/schema/entry.js';
import { totalBytes } from '../../../src/store/state/sized-map.js';
import { parseState } from '../../../src/store/state/read-state.js';
import { stringifyState } from '../../support/store/stringify-state.js';
import { createTestClock } from '../../support/time/clock.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { messageOf } from '../../support/channels/messages.js';
import { deviceOf } from '../../support/store/records.js';

const settled = (id: number, counted = 1): Change => ({
  kind: 'message-settled',
  v: { id: String(id), state: 'sent', reason: null, counted, references: [] },
});
const started = (id: number, date = '2026-11-21'): Change => ({ kind: 'message-begun', v: { id: String(id), date } });
const queued: Change = { kind: 'message', v: messageOf('bus') };

describe('the fold of the outbox', () => {
  const open = () => createMemoryStore(() => createTestClock());

  it('the state is the same after it was written and read, in the same order', async () => {
    const { state, append } = open();
    for (let i = 0; i < 12; i++) await append([queued]);
    await append([started(3), settled(3), started(11)]);
    const series = { rule: 'r', deviceId: 'bus', alert: 'SOS', raised: 1, told: 1, quietMinutes: 2 };
    await append([{ kind: 'alert-series', v: series }]);
    const read = parseState(stringifyState(state));
    expect(read).to.deep.equal(state);
    expect([...read.outbox.keys()]).to.deep.equal([...state.outbox.keys()]);
  });

  it('a message counts from the moment it is sent, with the units that were sent', async () => {
    const { state, append } = open();
    const count = (): unknown => state.sent.get('bus');
    await append([{ kind: 'message', v: messageOf('bus', { channel: 'sms', units: 3 }) }]);
    await append([started(1)]);
    expect(count()).to.deep.equal([{ date: '2026-11-21', email: 0, sms: 3 }]);
    await append([{ kind: 'message-returned', v: { id: '1', reason: 'no', counted: 1 } }]);
    expect(count()).to.deep.equal([{ date: '2026-11-21', email: 0, sms: 1 }]);
    await append([started(1, '2026-11-22'), settled(1, 3)]);
    expect(count()).to.deep.equal([
      { date: '2026-11-21', email: 0, sms: 1 },
      { date: '2026-11-22', email: 0, sms: 3 },
    ]);
  });

  it('entries about finished or unknown messages change nothing', async () => {
    const { state, append } = open();
    await append([queued, started(1), settled(1)]);
    const before = stringifyState(state);
    await append([
      started(1),
      settled(1, 0),
      started(77),
      { kind: 'message-returned', v: { id: '1', reason: 'x', counted: 0 } },
    ]);
    expect(stringifyState(state).replace(/"n":\d+/, '')).to.equal(before.replace(/"n":\d+/, ''));
  });

  it('finished messages are bounded in bytes, and the oldest give way', async () => {
    const { state, append } = open();
    const text = 'x'.repeat(10_000);
    for (let i = 0; i < 300; i++) {
      await append([{ kind: 'message', v: messageOf('bus', { text, suppressed: 'repeat' }) }]);
    }
    const kept = [...state.finishedMessages.values()];
    expect(kept.length).to.be.within(190, 215);
    expect(JSON.stringify(kept).length).to.be.at.most(BOUNDS.finishedMessages.bytes);
    expect(kept.at(-1)?.id).to.equal('300');
    expect(kept[0]?.id).to.equal(String(301 - kept.length));
  });

  it('a delivery report and a restamp keep the count of the bytes', async () => {
    const { state, append } = open();
    await append([queued, started(1), settled(1)]);
    for (let part = 1; part <= 3; part++) {
      await append([{ kind: 'message-delivery', v: { id: '1', part, fate: 'delivered' } }]);
    }
    await append([queued, started(6), settled(6)]);
    expect(totalBytes(state.finishedMessages)).to.equal(totalBytes(new Map(state.finishedMessages)));
  });

  it('a flood of series of one device displaces its own, not those of others', async () => {
    const { state, append } = open();
    const series = (deviceId: string, alert: string): Change => ({
      kind: 'alert-series',
      v: { rule: 'r', deviceId, alert, raised: 1, told: 1, quietMinutes: 2 },
    });
    for (let i = 0; i < 50; i++) await append([series(`device${i}`, 'SOSButton')]);
    await append(Array.from({ length: BOUNDS.series.max + 200 }, (_, i) => series('flood', `A${i}`)));
    expect(state.series.size).to.be.at.most(BOUNDS.series.max);
    const kept = [...state.series.values()];
    expect(kept.filter(({ deviceId }) => deviceId !== 'flood')).to.have.length(50);
    expect(kept.at(-1)?.alert).to.equal(`A${BOUNDS.series.max + 199}`);
    expect(totalBytes(state.series)).to.be.at.most(BOUNDS.series.bytes);
  });

  it('alerts that were suppressed because the outbox was full are counted until a day has passed without one', async () => {
    const clock = createTestClock();
    const { state, append } = createMemoryStore(() => clock);
    const full = (deviceId: string) =>
      append([{ kind: 'message', v: messageOf(deviceId, { suppressed: 'outbox_full' }) }]);
    await append([{ kind: 'message', v: messageOf('bus', { suppressed: 'repeat' }) }]);
    expect(state.unsentAlerts).to.equal(null);
    await full('bus');
    clock.advance(23 * 3_600_000);
    await full('van');
    const counted = { count: 2, since: '2026-11-21T08:00:00.000Z', last: '2026-11-22T07:00:00.000Z', deviceId: 'van' };
    expect(state.unsentAlerts).to.deep.equal(counted);
    expect(parseState(stringifyState(state)).unsentAlerts).to.deep.equal(counted);
    clock.advance(24 * 3_600_000);
    await full('bus');
    expect(state.unsentAlerts).to.deep.include({ count: 1, since: '2026-11-23T07:00:00.000Z' });
  });

  it('the last finished messages, and the usage of eight dates are kept', async () => {
    const { state, append } = open();
    await append([{ kind: 'device', v: deviceOf('bus') }]);
    for (let i = 0; i < 10_010; i++) await append([{ kind: 'message', v: messageOf('bus', { suppressed: 'repeat' }) }]);
    const { max, bytes } = BOUNDS.finishedMessages;
    expect(state.finishedMessages.size).to.be.within(5_000, max);
    expect(totalBytes(state.finishedMessages)).to.be.within(bytes - 500, bytes);
    expect([...state.finishedMessages.keys()][0]).to.equal(String(10_012 - state.finishedMessages.size));
    for (let day = 1; day <= 12; day++) {
      await append([queued]);
      await append([started(state.n, `2026-11-${String(day).padStart(2, '0')}`)]);
    }
    expect(state.sent.get('bus')?.map(({ date }) => date)).to.deep.equal(
      [5, 6, 7, 8, 9, 10, 11, 12].map((day) => `2026-11-${String(day).padStart(2, '0')}`),
    );
  });

  it('the usage of a removed device is forgotten when the next local date starts, not before', async () => {
    const { state, append } = open();
    await append([{ kind: 'device', v: deviceOf('bus') }, queued, started(2)]);
    await append([{ kind: 'device-removed', v: { id: 'bus' } }]);
    await append([{ kind: 'day', v: { date: '2026-11-21', timeZone: 'UTC' } }]);
    expect(state.sent.has('bus')).to.equal(true);
    await append([{ kind: 'day', v: { date: '2026-11-22', timeZone: 'UTC' } }]);
    expect(state.sent.has('bus')).to.equal(false);
  });
});
