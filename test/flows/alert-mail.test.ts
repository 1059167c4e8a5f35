import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AlertView } from '../../src/schema/records/alert.js';
import type { DeviceView } from '../../src/schema/devices/device.js';
import type { MessageView } from '../../src/schema/messages/message.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { signIn, type Client } from '../support/api/client.js';
import { openEvents } from '../support/api/event-source.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { PASSWORD, startMailServer, USER, type MailServer } from '../support/channels/mail-server.js';
import { readMail } from '../support/channels/read-mail.js';
import { fixAt } from '../support/store/records.js';
import { killAll } from '../support/gateway/waypost.js';

const SENDER = 'gateway@depot.example';
const DAY = '?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

describe('an alert of a tracker on a serial port', () => {
  const folder = useFolder();
  let line: VirtualPort;
  let mail: MailServer;
  let gateway: Gateway;
  let client: Client;

  async function start(port: number): Promise<void> {
    const smtp = { host: '127.0.0.1', port, user: USER, password: PASSWORD, allowSelfSigned: true };
    gateway = await startGateway({
      folder: folder(),
      config: {
        timeZone: 'Europe/Madrid',
        serial: { ports: [{ path: line.path, protocol: 'json', deviceId: 'bus' }] },
        notifications: { email: { smtp, from: SENDER } },
      },
    });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
  }
  const raise = (second: number, name: string): Promise<void> => {
    const alert = { dateTime: fixAt(second).dateTime, alerts: [name], text: 'driver: <help> ' };
    return line.write(`${JSON.stringify({ id: second, deviceId: 'bus', alert })}\n`);
  };
  const messages = async (state: string): Promise<MessageView[]> =>
    (await client.call('GET', `/api/messages?state=${state}`)).body.messages as MessageView[];
  const alerts = async (): Promise<AlertView[]> =>
    (await client.call('GET', `/api/devices/bus/alerts${DAY}`)).body.alerts as AlertView[];

  beforeEach(async () => {
    mkdirSync(join(folder(), 'data'));
    line = openVirtualPort(join(folder(), 'tracker'));
    mail = await startMailServer();
  });
  afterEach(async () => {
    killAll();
    line.close();
    await mail.close();
  });

  it('an alert is mailed to the recipients of a rule, and API, feed and health show it', async () => {
    await start(mail.port);
    await client.call('POST', '/api/devices', { id: 'bus', name: 'Bus 7', limits: { dailyEmailLimit: 10 } });
    const rule = { name: 'Night', alerts: ['SOSButton'], emails: ['night@depot.example', 'boss@depot.example'] };
    expect(await client.call('POST', '/api/notifications', rule)).to.include({ status: 201 });
    const events = await openEvents(gateway.url, { token: client.token });

    await raise(1, 'BatteryLow');
    await raise(2, 'SOSButton');
    await eventually('both mails have arrived', () => mail.taken.length === 2);
    expect(mail.taken.map(({ to }) => to)).to.deep.equal([['night@depot.example'], ['boss@depot.example']]);
    const { headers, text } = readMail(mail.taken[0]?.raw ?? Buffer.alloc(0));
    expect(headers.get('subject')).to.equal('SOSButton: Bus 7');
    expect(text).to.include('Raised: 2026-11-21 01:00:02 (Europe/Madrid)').and.include('driver: <help>');

    await eventually('both messages are sent', async () => (await messages('sent')).length === 2);
    expect((await alerts()).map(({ alerts: names, email, sms }) => [names[0], email, sms])).to.deep.equal([
      ['BatteryLow', false, false],
      ['SOSButton', true, false],
    ]);
    const { body } = await client.call('GET', '/api/devices/bus');
    expect((body.device as DeviceView).usage).to.include({ emails: 2, sms: 0 });
    const feedStates = (): string[] =>
      events.received
        .filter(({ type }) => type === 'message')
        .map(({ data }) => (data as { message: MessageView }).message.state);
    await eventually('the feed has sent both', () => feedStates().filter((state) => state === 'sent').length >= 2);
    const health = await client.call('GET', '/api/health');
    expect(health.body.outbox).to.deep.equal({
      waiting: 0,
      channels: [{ name: 'email', waiting: 0, state: 'ready', reason: null }],
      missing: [],
      stuck: null,
      failed: null,
      unsent: null,
    });
    events.close();
  });

  it('an alert waits for an unreachable mail server, over a restart, and is sent once the server is up', async () => {
    const { port } = mail;
    await mail.close();
    await start(port);
    await client.call('POST', '/api/devices', { id: 'bus' });
    await client.call('POST', '/api/notifications', { name: 'Night', emails: ['night@depot.example'] });
    await raise(1, 'SOSButton');
    const unreachable = async (): Promise<boolean> => {
      const { body } = await client.call('GET', '/api/health');
      const { channels } = body.outbox as { channels: { state: string; waiting: number }[] };
      return channels[0]?.state === 'unavailable' && channels[0].waiting === 1;
    };
    await eventually('the message waits and health has the reason', unreachable);
    expect((await client.call('GET', '/api/health')).body).to.include({ status: 'degraded' });
    await gateway.end('SIGKILL');
    mail = await startMailServer();
    await start(mail.port);
    await eventually('it is sent', async () => (await messages('sent')).length === 1);
    expect(mail.taken).to.have.length(1);
    expect(await messages('queued')).to.have.length(0);
  });
});
