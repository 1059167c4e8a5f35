import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import { parseState } from '../../../src/store/state/read-state.js';
import { stringifyState } from '../../support/store/stringify-state.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { createTestClock } from '../../support/time/clock.js';

const HOUR_MS = 3_600_000;

describe('the fold of the last contact', () => {
  function open() {
    const clock = createTestClock();
    return { clock, ...createMemoryStore(() => clock) };
  }
  const telemetry: Change = {
    kind: 'telemetry',
    v: { deviceId: 'bus', dateTime: fixAt(2).dateTime, values: { battery: 90 }, source: { protocol: 'json' } },
  };

  it('the usual interval is kept with the last contact, whatever the reports are', async () => {
    const { state, append, clock } = open();
    await append([locationOf('bus', fixAt(1)), locationOf('bus', fixAt(2))]);
    expect(state.lastSeen.get('bus')).to.not.have.property('intervalMs');
    clock.advance(HOUR_MS);
    await append([telemetry]);
    expect(state.lastSeen.get('bus')?.intervalMs).to.equal(HOUR_MS);
    clock.advance(HOUR_MS);
    await append([locationOf('bus', fixAt(3)), locationOf('bus', fixAt(4))]);
    expect(state.lastSeen.get('bus')?.intervalMs).to.equal(HOUR_MS);
    expect(parseState(stringifyState(state)).lastSeen).to.deep.equal(state.lastSeen);
  });

  it('a device that is registered again starts without the interval of the previous registration', async () => {
    const { state, append, clock } = open();
    const device: Change = {
      kind: 'device',
      v: { id: 'bus', name: 'Bus', description: '', min: '', tags: {}, expires: null, registeredBy: null },
    };
    await append([device, locationOf('bus', fixAt(1))]);
    clock.advance(HOUR_MS);
    await append([locationOf('bus', fixAt(2))]);
    await append([{ kind: 'device-removed', v: { id: 'bus' } }, device]);
    expect(state.lastSeen.get('bus')?.intervalMs).to.equal(HOUR_MS);
    clock.advance(60_000);
    await append([locationOf('bus', fixAt(3))]);
    expect(state.lastSeen.get('bus')).to.not.have.property('intervalMs');
    clock.advance(60_000);
    await append([locationOf('bus', fixAt(4))]);
    expect(state.lastSeen.get('bus')?.intervalMs).to.equal(60_000);
  });
});
