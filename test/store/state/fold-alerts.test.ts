import { expect } from 'chai';
import { BOUNDS } from '../../../src/domain/bounds.js';
import type { Change } from '../../../src/schema/entry.js';
import { totalBytes } from '../../../src/store/state/sized-map.js';
import { parseState } from '../../../src/store/state/read-state.js';
import { stringifyState } from '../../support/store/stringify-state.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { createTestClock } from '../../support/time/clock.js';

const alertOf = (deviceId: string, attention = true): Change => ({
  kind: 'alert',
  v: {
    deviceId,
    alert: { dateTime: '2026-11-21T08:00:00.000Z', alerts: ['SOSButton'], ...(attention && { attention: true }) },
    source: { protocol: 'http' },
  },
});
const day = (date: string): Change => ({ kind: 'day', v: { date, timeZone: 'UTC' } });
const acknowledged = (id: number): Change => ({
  kind: 'alert-acknowledged',
  v: {
    ...{ deviceId: 'bus', id: String(id), dateTime: '2026-11-21T08:00:00.000Z', by: { id: 'u', name: 'Ana' } },
    ...{ note: '', sent: [], alert: { dateTime: '2026-11-21T08:00:00.000Z', alerts: ['SOSButton'] } },
  },
});

describe('the fold of alerts that need a person', () => {
  const open = () => createMemoryStore(() => createTestClock());

  it('an alert is unacknowledged from its arrival until it is acknowledged or its device is removed', async () => {
    const { state, append } = open();
    await append([alertOf('bus'), alertOf('bus', false), alertOf('van'), alertOf('bus')]);
    expect([...state.unacknowledged.keys()]).to.deep.equal(['1', '3', '4']);
    expect(parseState(stringifyState(state))).to.deep.equal(state);
    await append([acknowledged(1), acknowledged(77)]);
    expect([...state.unacknowledged.keys()]).to.deep.equal(['3', '4']);
    await append([{ kind: 'device-removed', v: { id: 'bus' } }]);
    expect([...state.unacknowledged.keys()]).to.deep.equal(['3']);
  });

  it('an alert is left to history when the eighth local date after it begins', async () => {
    const { state, append } = open();
    await append([alertOf('bus'), day('2026-11-21'), alertOf('van')]);
    await append([day('2026-11-28')]);
    expect([...state.unacknowledged.keys()]).to.deep.equal(['1', '3']);
    await append([day('2026-11-29')]);
    expect([...state.unacknowledged.keys()]).to.deep.equal([]);
  });

  it('an alert that arrived while the clock was not trusted counts from the next date that begins', async () => {
    const { state, append } = open();
    await append([day('2026-10-01'), { kind: 'clock', v: { quality: 'none' } }, alertOf('bus')]);
    await append([{ kind: 'clock', v: { quality: 'ntp' } }, day('2026-11-21')]);
    expect([...state.unacknowledged.values()]).to.deep.equal([{ deviceId: 'bus', date: '2026-11-21' }]);
  });

  it('beyond the bound, the oldest of the device that has most give way, and those of others stay', async () => {
    const { state, append } = open();
    const { max, bytes } = BOUNDS.unacknowledged;
    await append([alertOf('van'), ...Array.from({ length: max + 50 }, () => alertOf('bus'))]);
    expect(state.unacknowledged.size).to.equal(max);
    expect(state.unacknowledged.has('1'), 'the alert of the other device').to.equal(true);
    expect(state.unacknowledged.has(String(max + 51)), 'the newest').to.equal(true);
    const long = 'x'.repeat(64);
    await append(Array.from({ length: max }, (_, i) => alertOf(`${long.slice(String(i).length)}${i}`)));
    expect(totalBytes(state.unacknowledged)).to.be.at.most(bytes);
  });
});
