import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import { createUplinkTester } from '../../../src/services/uplinks/test-uplink.js';
import type { UplinkSettings } from '../../../src/schema/uplinks/uplink-settings.js';
import type { Sink, SinkStatus } from '../../../src/uplinks/sink.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const settings: UplinkSettings = { name: 'center', type: 'rest', url: 'https://center.example' };
const NOT_YET: SinkStatus = { connected: false, reason: 'not connected yet' };

describe('the test of an uplink', () => {
  it('a test reports the result of the first attempt, not the status before it', async () => {
    let status = NOT_YET;
    const sink: Sink = {
      start(onChange) {
        queueMicrotask(() => {
          status = { connected: true, reason: null };
          onChange();
        });
      },
      stop: () => Promise.resolve(),
      status: () => status,
      lanes: [],
      limits: { records: 1, bytes: 1 },
      send: () => Promise.resolve({ results: [] }),
    };
    const { timers } = createTestTimers();
    const test = createUplinkTester({ openSink: () => Promise.resolve(success(sink)), timers });
    expect(await test(settings)).to.deep.equal({ ok: true, message: 'connected to https://center.example' });
  });
});
