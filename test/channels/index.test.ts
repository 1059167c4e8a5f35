import { expect } from 'chai';
import { CHANNEL_MODULES, channelPorts, createChannels } from '../../src/channels/index.js';
import { valueOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { validateConfig } from '../../src/schema/config/config.js';
import { createTestTimers } from '../support/time/test-timers.js';

const fail = (): never => {
  throw new Error('a channel opened something before its start');
};

const configOf = (notifications: object) => valueOf(validateConfig({ notifications })).notifications;

function channelsOf(notifications: object) {
  const { timers } = createTestTimers();
  return createChannels(configOf(notifications), {
    gatewayId: () => 'gateway-1',
    now: () => 0,
    timers,
    logger: silentLogger,
    openPort: fail,
    readNodeIdentity: fail,
    version: '1',
  });
}

describe('the table of channels', () => {
  it('the default configuration has no channel', async () => {
    expect(await channelsOf({})).to.deep.equal({});
    expect(channelPorts(configOf({}))).to.deep.equal([]);
  });

  it('each configured channel exists under its name and opens nothing before its start', async () => {
    const channels = await channelsOf({ email: { smtp: { host: 'mail.example' } }, sms: { path: '/dev/modem' } });
    expect(Object.entries(channels).map(([name, channel]) => [name, channel.name])).to.deep.equal([
      ['email', 'email'],
      ['sms', 'sms'],
    ]);
    expect(channels.sms?.status().state).to.equal('starting');
    expect(Object.keys(await channelsOf({ sms: { path: '/dev/modem' } }))).to.deep.equal(['sms']);
  });

  it('the port of the modem belongs to the SMS channel', () => {
    const config = configOf({ email: { smtp: { host: 'mail.example' } }, sms: { path: '/dev/modem' } });
    expect(channelPorts(config)).to.deep.equal([{ channel: 'sms', path: '/dev/modem' }]);
  });

  it('each email is one unit, however long it is', () => {
    expect(CHANNEL_MODULES.email.unitsOf('x'.repeat(10_000))).to.deep.equal({ ok: true, value: 1 });
  });

  it('the units of an SMS are its segments, as the modem and the bill count them', () => {
    for (const [text, segments] of [
      ['', 1],
      ['x'.repeat(160), 1],
      ['x'.repeat(161), 2],
      ['x'.repeat(1_530), 10],
      ['€'.repeat(80), 1],
      ['€'.repeat(81), 2],
      ['Ж'.repeat(70), 1],
      ['Ж'.repeat(71), 2],
    ] as const) {
      const units = CHANNEL_MODULES.sms.unitsOf(text);
      expect(units, `${text.length} of ${text.slice(0, 1)}`).to.deep.equal({ ok: true, value: segments });
    }
  });

  it('a text that needs more than 10 SMS segments is refused with its length', () => {
    const refused = CHANNEL_MODULES.sms.unitsOf('x'.repeat(1_531));
    expect(refused).to.include({ ok: false, code: 'validation_failed' });
    expect('message' in refused && refused.message).to.match(/must fit into 10 SMS segments.*1531/);
  });
});
