import { expect } from 'chai';
import { createAdvertiser, type AdvertiserOptions } from '../../../../src/services/system/mdns/advertiser.js';
import type { Announcement, AnnounceOptions } from '../../../../src/services/system/mdns/announce.js';
import { timers } from '../../../../src/time/clock.js';
import { eventually } from '../../../support/gateway/eventually.js';
import { createLogKeeper } from '../../../support/gateway/log-lines.js';
import { createTestTimers } from '../../../support/time/test-timers.js';

const service = { port: 8080, secure: false, id: 'gateway-1', version: '1.2.3' };

describe('createAdvertiser', () => {
  let announced: AnnounceOptions[] = [];
  let withdrawn = 0;
  let log = createLogKeeper();
  beforeEach(() => {
    announced = [];
    withdrawn = 0;
    log = createLogKeeper();
  });
  const keep = (announcement: AnnounceOptions): Announcement => {
    announced.push(announcement);
    return {
      withdraw() {
        withdrawn += 1;
        return Promise.resolve();
      },
    };
  };
  const advertiser = (options: Partial<AdvertiserOptions> = {}) =>
    createAdvertiser({
      config: { enabled: true, name: 'Depot' },
      host: '0.0.0.0',
      timers,
      logger: log.logger,
      load: () => Promise.resolve(keep),
      // This machine may have no network.
      reach: (host) => (host === '0.0.0.0' ? ['eth0'] : 'loopback'),
      ...options,
    });

  it('the gateway is announced with its port, id and version, and withdrawn at the end', async () => {
    const { start, stop } = advertiser();
    start(service);
    await stop();
    const txt = { txtvers: '1', version: '1.2.3', id: 'gateway-1', path: '/api' };
    expect(announced[0]).to.deep.include({ name: 'Depot', type: 'http', port: 8080, txt });
    expect(withdrawn).to.equal(1);
  });

  it('nothing is announced if mDNS is off or no other machine can reach the gateway', async () => {
    for (const options of [{ config: { enabled: false, name: '' } }, { host: '127.0.0.1' }, { host: '::1' }]) {
      const { start, stop } = advertiser(options);
      start(service);
      await stop();
    }
    expect(announced).to.deep.equal([]);
  });

  it('a long name is cut to whole characters that fit a DNS label', async () => {
    const { start, stop } = advertiser({ config: { enabled: true, name: 'Ж'.repeat(55) } });
    start(service);
    await stop();
    expect(announced[0]?.name).to.equal('Ж'.repeat(27));
  });

  it('a failed announcement causes one warning and no error', async () => {
    const { start, stop } = advertiser({ load: () => Promise.reject(new Error('no sockets')) });
    start(service);
    await stop();
    const warnings = log.lines().filter(({ msg }) => msg.includes('mDNS announcement failed'));
    expect(warnings.map(({ reason }) => reason)).to.deep.equal(['no sockets']);
  });

  it('the goodbye delays stop by at most 2 s', async () => {
    const test = createTestTimers();
    const { start, stop } = advertiser({
      timers: test.timers,
      load: () => Promise.resolve(() => ({ withdraw: () => new Promise<void>(() => undefined) })),
    });
    start(service);
    let hasStopped = false;
    const stopping = stop().then(() => (hasStopped = true));
    await eventually('stop waits', () => test.waiting() > 0);
    expect(hasStopped).to.equal(false);
    await test.advance(2_000);
    await stopping;
  });
});
