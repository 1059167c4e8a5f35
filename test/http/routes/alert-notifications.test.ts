import { expect } from 'chai';
import type { AlertView } from '../../../src/schema/records/alert.js';
import { useApp } from '../../support/gateway/app.js';
import { expectSuccess } from '../../support/api/envelope.js';
import { eventually } from '../../support/gateway/eventually.js';
import { ruleOf } from '../../support/channels/messages.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { createTestChannel } from '../../support/channels/test-channel.js';

const at = (second: number): string => fixAt(second).dateTime;
const DAY = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };

describe('the notifications of an alert', () => {
  const email = createTestChannel('email', 'unavailable');
  const sms = createTestChannel('sms', 'unavailable');
  const app = useApp({
    seed: () =>
      Promise.resolve([
        { kind: 'device', v: deviceOf('bus') },
        { kind: 'notification', v: ruleOf('alarm', { alerts: ['SOSButton'], phones: ['+34600000001'] }) },
      ]),
    channels: { email: email.channel, sms: sms.channel },
  });
  const stored = async (): Promise<AlertView[]> =>
    (await app.call('POST', '/api/devices/bus/alerts', DAY)).body.alerts as AlertView[];
  const newest = async (): Promise<AlertView[]> =>
    (await app.call('GET', `/api/alerts?from=${DAY.from}&to=${DAY.to}`)).body.alerts as AlertView[];

  it('it lists the channels that sent one, and counts the messages, and the outcome survives a restart', async () => {
    const alert = { dateTime: at(1), alerts: ['SOSButton'] };
    const posted = await app.call('POST', '/api/devices/bus/alerts', {
      alerts: [alert, { dateTime: at(2), alertName: 'Tow' }],
    });
    expectSuccess(posted, 201);
    const [raised, quiet] = posted.body.alerts as AlertView[];
    const waiting = { email: false, sms: false, notifications: [] };
    expect(raised).to.deep.include({ ...waiting, messages: { queued: 2, sent: 0, failed: 0, suppressed: 0 } });
    expect(quiet).to.deep.include(waiting).and.not.to.have.property('messages');

    email.become('ready');
    // The channel is looked at when another message is queued.
    await app.call('POST', '/api/devices/bus/messages', { channel: 'email', to: 'x@example.org', text: 'x' });
    await eventually('the mail is sent', async () => (await stored())[0]?.email === true);
    const sent = { email: true, sms: false, notifications: ['Email'] };
    const counts = { queued: 1, sent: 1, failed: 0, suppressed: 0 };
    expect((await stored())[0]).to.deep.include({ ...sent, messages: counts });
    expect((await newest()).at(-1)).to.deep.include({ deviceId: 'bus', ...sent, messages: counts });

    await app.change([]);
    expect((await stored())[0]).to.deep.include({ ...sent, messages: counts });
    const { body } = await app.call('GET', '/api/messages?channel=sms');
    expect(body.messages).to.have.nested.property('[0].cause.alert.id', raised?.id);
  });

  it('a client may send back an alert as it was returned', async () => {
    const [alert] = await stored();
    const again = await app.call('POST', '/api/devices/bus/alerts', { alert });
    expect(again.body).to.include({ accepted: 0, duplicates: 1 }).and.not.to.have.property('ignored');
    expect((again.body.alerts as AlertView[])[0]).to.deep.equal(alert);
  });
});
