import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import { parseState, stringifyState } from '../../../src/store/state/state.js';
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

  it('the last 10,000 finished messages and the usage of eight dates are kept', async () => {
    const { state, append } = open();
    await append([{ kind: 'device', v: deviceOf('bus') }]);
    for (let i = 0; i < 10_010; i++) await append([{ kind: 'message', v: messageOf('bus', { suppressed: 'repeat' }) }]);
    expect(state.finishedMessages.size).to.equal(10_000);
    expect(state.finishedMessages.has('11')).to.equal(false);
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
