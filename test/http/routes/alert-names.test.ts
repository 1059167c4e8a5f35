import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import type { MessageView } from '../../../src/schema/messages/message.js';
import type { AlertView } from '../../../src/schema/records/alert.js';
import { useApp } from '../../support/gateway/app.js';
import { ruleOf } from '../../support/channels/messages.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { createTestChannel } from '../../support/channels/test-channel.js';

const at = (second: number): string => fixAt(second).dateTime;
const DAY = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };
const oldAlert = (second: number, name: string, text?: string): Change => ({
  kind: 'alert',
  v: {
    deviceId: 'bus',
    alert: { dateTime: at(second), alerts: [name], ...(text !== undefined && { text }) },
    source: { protocol: 'wpt', port: '/dev/ttyUSB0' },
  },
});

describe('alerts that an earlier version stored under the words of their protocols', () => {
  const app = useApp({
    seed: () =>
      Promise.resolve([
        { kind: 'device', v: deviceOf('bus') },
        { kind: 'notification', v: ruleOf('battery', { alerts: ['LOWBAT', 'sos'], quietMinutes: 60 }) },
        {
          kind: 'alert-series',
          v: {
            rule: 'battery',
            deviceId: 'bus',
            alert: 'SOS',
            raised: Date.parse('2026-11-21T07:59:00Z'),
            told: Date.parse('2026-11-21T07:59:00Z'),
            quietMinutes: 60,
          },
        },
        oldAlert(1, 'SOS', 'button'),
        oldAlert(2, 'ExternalPowerOff'),
        oldAlert(3, 'Tow'),
      ]),
    channels: { email: createTestChannel('email', 'unavailable').channel },
  });
  const post = async (body: unknown) => (await app.call('POST', '/api/devices/bus/alerts', body)).body;
  const found = async (alertName: string): Promise<AlertView[]> =>
    (await post({ ...DAY, alertName })).alerts as AlertView[];
  const queued = async (): Promise<MessageView[]> => {
    const { body } = await app.call('GET', '/api/messages');
    return body.messages as MessageView[];
  };

  it('history shows and finds them under the names of the API', async () => {
    const all = (await post(DAY)).alerts as AlertView[];
    expect(all.map(({ alerts, text }) => [...alerts, text])).to.deep.equal([
      ['SOSButton', 'SOS: button'],
      ['GPSUnplugged', 'ExternalPowerOff'],
      ['Tow', undefined],
    ]);
    for (const name of ['SOSButton', 'SOS', 'sos', 'emergency']) expect(await found(name), name).to.have.lengthOf(1);
    expect(await found('GPSUnplugged')).to.have.lengthOf(1);
    expect(await found('tow')).to.have.lengthOf(0);
    const { body } = await app.call('GET', `/api/alerts?from=${DAY.from}&to=${DAY.to}&alertName=sosbutton`);
    expect(body.alerts).to.have.lengthOf(1);
  });

  it('the same alert under another of its names is a duplicate', async () => {
    const again = await post({ dateTime: at(1), alertName: 'SOSButton' });
    expect(again).to.include({ accepted: 0, duplicates: 1 });
    expect((again.alerts as AlertView[])[0]).to.include({ text: 'SOS: button' });
    expect(await post({ dateTime: at(1), alerts: ['SOS', 'emergency'] })).to.include({ duplicates: 1 });
    expect(await post({ dateTime: at(3), alertName: 'tow' })).to.include({ accepted: 1 });
  });

  it('a rule with an old name goes on working, and an old series keeps its quiet interval', async () => {
    await post({ dateTime: at(10), alertName: 'BatteryLow' });
    await post({ dateTime: at(11), alertName: 'emergency' });
    const messages = await queued();
    expect(messages.map(({ state, reason, cause }) => [cause.alert?.alerts[0], state, reason])).to.deep.equal([
      ['SOSButton', 'suppressed', 'repeat'],
      ['BatteryLow', 'queued', null],
    ]);
    const { body } = await app.call('GET', '/api/notifications/battery');
    expect(body.notification).to.deep.include({ alerts: ['LOWBAT', 'sos'] });
  });

  it('an old series has the same key after a restart', async () => {
    await app.change([]);
    await post({ dateTime: at(12), alertName: 'SOS' });
    expect((await queued())[0]).to.include({ state: 'suppressed', reason: 'repeat' });
  });
});
