import { expect } from 'chai';
import { createGatewayClock } from '../../../src/web/clock/gateway-clock.js';
import { eventually } from '../../support/gateway/eventually.js';
import { createTestBrowserClock, NOW } from '../support.js';

describe('the clock of the gateway in the page', () => {
  it('it is read again at once when the time zone may have changed, and polled from then on', async () => {
    const clock = createTestBrowserClock();
    let timeZone = 'UTC';
    let reads = 0;
    const get = () => {
      reads += 1;
      return Promise.resolve({ ok: true, value: { now: new Date(NOW).toISOString(), timeZone } as never } as const);
    };
    const gatewayClock = createGatewayClock({ get }, clock);
    gatewayClock.start();
    await eventually('the time zone is known', () => gatewayClock.view.value?.timeZone === 'UTC');
    timeZone = 'Europe/Madrid';
    gatewayClock.refresh();
    await eventually('the new time zone is known', () => gatewayClock.view.value?.timeZone === 'Europe/Madrid');
    clock.advance(5 * 60_000);
    expect(reads).to.equal(3);
    gatewayClock.stop();
  });
});
