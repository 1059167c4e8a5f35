import { expect } from 'chai';
import { composeMimeMessage } from '../../../src/channels/email/mime-message.js';
import { valueOf } from '../../../src/errors.js';
import { readMail } from '../../support/channels/read-mail.js';
import { useMessageGateway, type MailReplies } from '../../support/cases/message-gateway.js';
import { eventually } from '../../support/gateway/eventually.js';
import { opsCase, type OpsCase } from '../../support/cases/ops-case.js';

type MailInput = { readonly mailServer: MailReplies };
const repliesOf = ({ input }: OpsCase): MailReplies => (input as MailInput).mailServer;

describe('mail that people, providers and policies refuse', () => {
  const gateway = useMessageGateway();
  const { until, messages, health, channel } = gateway;

  const only = async () => {
    const [message] = await messages();
    if (message === undefined) throw new Error('there is no message');
    return message;
  };
  /** Raises an SOS, which is tried; the reason of the channel then. */
  async function holds(replies: MailReplies): Promise<string> {
    gateway.reply(replies);
    await gateway.raise();
    await until('it was tried', async () => (await only()).reason !== null);
    expect(await only()).to.include({ state: 'queued' });
    expect(await channel('email')).to.include({ state: 'unavailable', waiting: 1 });
    expect((await health()).status).to.equal('degraded');
    const reason = (await channel('email'))?.reason ?? '';
    const [text = ''] = Object.values(replies);
    expect(reason).to.include(text.slice(0, 60));
    return reason;
  }
  const untilReturned = (): Promise<void> =>
    until('it was tried', async () => {
      const { attempts, state } = await only();
      return attempts === 1 && state === 'queued';
    });
  /** `waitMs`: until the gateway signs in again */
  async function leaves(waitMs = 0): Promise<void> {
    gateway.reply({});
    await gateway.advance(waitMs);
    await until('it is sent', async () => (await only()).state === 'sent');
    expect(await channel('email')).to.include({ state: 'ready', waiting: 0 });
    expect((await health()).status).to.equal('ok');
  }

  it('K2a: a refused sign-in holds the alert until the account works', async () => {
    const { mail } = await gateway.email();
    expect(await holds(repliesOf(opsCase('K2a')))).to.include('app password');
    await leaves(600_000);
    expect(mail.taken).to.have.length(1);
  });

  it('K2d: a refused sender holds the alert', async () => {
    await gateway.email();
    expect(await holds(repliesOf(opsCase('K2d')))).to.include('notifications.email.from');
    await leaves();
  });

  it('K2f: a sending limit holds the alert, and the reason names the limit', async () => {
    await gateway.email();
    const reason = await holds(repliesOf(opsCase('K2f')));
    expect(reason).to.include('limit').and.not.include('check the address');
    await leaves();
  });

  it('K2h: after a temporary failure of the sign-in, the advice is to wait', async () => {
    await gateway.email();
    const reason = await holds(repliesOf(opsCase('K2h')));
    expect(reason).to.include('tries again later').and.not.include('password');
    await leaves(60_000);
  });

  it('K2m: a test message that is sent frees the queue at once', async () => {
    expect(opsCase('K2m').input).to.be.an('object');
    const { mail, client } = await gateway.email({ AUTH: '535 5.7.8 no' });
    await until('the channel is refused', async () => (await channel('email'))?.state === 'unavailable');
    await gateway.raise('one');
    const quick = { alert: { alerts: ['PanicButton'], text: 'two' } };
    await client.call('POST', '/api/notifications', { name: 'All', emails: ['all@depot.example'] });
    await client.call('POST', '/api/devices/bus-1/alerts', quick);
    expect((await messages()).map(({ state }) => state)).to.deep.equal(['queued', 'queued']);
    gateway.reply({});
    const test = await client.call('POST', '/api/settings/test', { channel: 'email', to: 'admin@depot.example' });
    expect(test.body).to.include({ result: 'sent' });
    expect(await channel('email')).to.include({ state: 'ready' });
    // The time of the test stands still: nothing but the test message frees them.
    await eventually('both are sent', async () => (await messages()).every(({ state }) => state === 'sent'));
    expect(mail.taken).to.have.length(3);
  });

  it('K2p0: greylisting delays the message, and the channel stays ready', async () => {
    await gateway.email();
    const [[command, text] = ['RCPT TO', '']] = Object.entries(repliesOf(opsCase('K2p0'))).map(
      ([name, one]) => [name.replace(/, once$/, ''), one] as const,
    );
    gateway.reply({ [command]: text });
    await gateway.raise();
    await untilReturned();
    expect(await channel('email')).to.include({ state: 'ready' });
    await leaves();
  });

  for (const text of listOf(opsCase('K2p1'))) {
    it(`K2p1: ${text} delays the message`, async () => {
      await gateway.email();
      gateway.reply(replyOf(text));
      await gateway.raise();
      await untilReturned();
      await leaves();
    });
  }

  for (const text of listOf(opsCase('K2p2'))) {
    it(`K2p2: ${text} fails the message, and health counts it until the alert is acknowledged`, async () => {
      const { client } = await gateway.email();
      gateway.reply(replyOf(text));
      await gateway.raise();
      await until('it has failed', async () => (await only()).state === 'failed');
      expect(await channel('email')).to.include({ state: 'ready', waiting: 0 });
      expect((await health()).status).to.equal('degraded');
      expect((await health()).outbox.failed).to.include({ count: 1, deviceId: 'bus-1' });
      const id = (await only()).cause.alert?.id ?? '';
      const acknowledged = await client.call('POST', `/api/alerts/${id}/acknowledge`, { note: 'called' });
      expect(acknowledged).to.include({ status: 200 });
      expect((await health()).outbox.failed).to.equal(null);
    });
  }

  it('K17a: a domain with letters outside ASCII is taken, and sent in its ASCII form', async () => {
    const { mail, client } = await gateway.email();
    const [message, rule] = opsCase('K17a').input as readonly { readonly body: string }[];
    const posted = await gateway.post(JSON.parse(message?.body ?? '') as object);
    expect(posted.status).to.equal(201);
    const added = await client.call('POST', '/api/notifications', JSON.parse(rule?.body ?? '') as object);
    expect(added.status).to.equal(201);
    await until('it is sent', () => mail.taken.length === 1);
    // The server shows the envelope in Unicode.
    expect(mail.taken[0]?.to).to.deep.equal(['info@müller.example']);
    expect(mail.taken[0]?.raw.toString('latin1')).to.match(/^To: info@xn--mller-kva\.example\r$/m);
  });

  it('P-mail: a long subject, lines of dots and a line of 3,000 letters arrive as they were', async () => {
    expect(opsCase('P-mail').area).to.equal('email');
    const subject = 'Müllfahrzeug Straße 🚛 ж '.repeat(6).slice(0, 120);
    const text = `.\n..\n${'ä'.repeat(3_000)}\nFrom here\n`;
    const mail = await composeMimeMessage({
      message: { id: '1', to: 'a@depot.example', subject, text },
      from: 'gw@depot.example',
      gatewayId: 'g',
      now: 0,
    });
    const { raw } = valueOf(mail);
    for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).to.be.at.most(78);
    for (const [word] of raw.toString('latin1').matchAll(/=\?[^?]+\?[QB]\?[^?]*\?=/gi))
      expect(word.length).to.be.at.most(75);
    const read = readMail(raw);
    expect(read.text).to.equal(text);
    expect(read.headers.get('subject')).to.equal(subject.trim());
  });
});

function listOf({ input }: OpsCase): readonly string[] {
  return (input as { readonly mailServer: readonly string[] }).mailServer;
}

function replyOf(text: string): MailReplies {
  const [command = '', ...reply] = text.split(': ');
  return { [command]: reply.join(': ') };
}
