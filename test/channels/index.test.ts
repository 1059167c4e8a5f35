import { expect } from 'chai';
import { createChannels, unitsOf } from '../../src/channels/index.js';
import { valueOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { validateConfig } from '../../src/schema/config/config.js';
import { createTestTimers } from '../support/test-timers.js';

const fail = (): never => {
  throw new Error('nothing is to be opened');
};

function channelsOf(notifications: object) {
  const { timers } = createTestTimers();
  return createChannels(valueOf(validateConfig({ notifications })).notifications, {
    gatewayId: () => 'gateway-1',
    now: () => 0,
    timers,
    logger: silentLogger,
    openPort: fail,
    readNodeIdentity: fail,
  });
}

describe('the table of channels', () => {
  it('has none when none is configured', async () => {
    expect(await channelsOf({})).to.deep.equal({});
  });

  it('has those that are configured by their names, and opens nothing', async () => {
    const channels = await channelsOf({ email: { smtp: { host: 'mail.example' } }, sms: { path: '/dev/modem' } });
    expect(Object.entries(channels).map(([name, channel]) => [name, channel.name])).to.deep.equal([
      ['email', 'email'],
      ['sms', 'sms'],
    ]);
    expect(channels.sms?.status().state).to.equal('starting');
    expect(Object.keys(await channelsOf({ sms: { path: '/dev/modem' } }))).to.deep.equal(['sms']);
  });

  it('has a unit for each', () => {
    expect(Object.keys(unitsOf)).to.deep.equal(['email', 'sms']);
  });
});
