import { expect } from 'chai';
import { createAdvertiser, type AdvertiserOptions } from '../../../../src/services/system/mdns/advertiser.js';
import type { Announcement, AnnounceOptions } from '../../../../src/services/system/mdns/announce.js';
import { timers } from '../../../../src/time/timers.js';
import { eventually } from '../../../support/eventually.js';
import { createLogKeeper } from '../../../support/log-lines.js';
import { createTestTimers } from '../../../support/test-timers.js';

const served = { port: 8080, secure: false, id: 'gateway-1', version: '1.2.3' };

describe('the advertiser', () => {
  let announced: AnnounceOptions[] = [];
  let ended = 0;
  let log = createLogKeeper();
  beforeEach(() => {
    announced = [];
    ended = 0;
    log = createLogKeeper();
  });
  const keep = (announcement: AnnounceOptions): Announcement => {
    announced.push(announcement);
    return {
      withdraw() {
        ended += 1;
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
      ...options,
    });

  it('announces the gateway with its port, id and version, and ends it', async () => {
    const { start, stop } = advertiser();
    start(served);
    await stop();
    const txt = { txtvers: '1', version: '1.2.3', id: 'gateway-1', path: '/api' };
    expect(announced[0]).to.deep.include({ name: 'Depot', type: 'http', port: 8080, txt });
    expect(ended).to.equal(1);
  });

  it('announces nothing when it is switched off, or no other machine reaches it', async () => {
    for (const options of [{ config: { enabled: false, name: '' } }, { host: '127.0.0.1' }, { host: '::1' }]) {
      const { start, stop } = advertiser(options);
      start(served);
      await stop();
    }
    expect(announced).to.deep.equal([]);
  });

  it('takes as much of a name as a label of DNS holds, whole characters', async () => {
    const { start, stop } = advertiser({ config: { enabled: true, name: 'Ж'.repeat(55) } });
    start(served);
    await stop();
    expect(announced[0]?.name).to.equal('Ж'.repeat(27));
  });

  it('warns once when it can not, and is no reason to fail', async () => {
    const { start, stop } = advertiser({ load: () => Promise.reject(new Error('no sockets')) });
    start(served);
    await stop();
    const warned = log.lines().filter(({ msg }) => msg.includes('mDNS announcement failed'));
    expect(warned.map(({ reason }) => reason)).to.deep.equal(['no sockets']);
  });

  it('waits 2 s for a goodbye that does not end', async () => {
    const test = createTestTimers();
    const { start, stop } = advertiser({
      timers: test.timers,
      load: () => Promise.resolve(() => ({ withdraw: () => new Promise<void>(() => undefined) })),
    });
    start(served);
    let over = false;
    const stopping = stop().then(() => (over = true));
    await eventually('it waits', () => test.waiting() > 0);
    expect(over).to.equal(false);
    await test.advance(2_000);
    await stopping;
  });
});
