import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { SMTPServerOptions } from 'smtp-server';
import { createApp, type App } from '../../../src/app.js';
import { valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import type { MessageView } from '../../../src/schema/messages/message.js';
import type { FullHealth } from '../../../src/schema/system/health.js';
import { createSimulatedModem, type SimulatedModem } from '../../../src/simulator/modem/modem.js';
import { openVirtualPort, type VirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { signIn, type Client } from '../api/client.js';
import { PASSWORD, refusal, startMailServer, USER, type MailServer } from '../channels/mail-server.js';
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../channels/webhook-receiver.js';
import { eventually } from '../gateway/eventually.js';
import { TEST_KEY } from '../gateway/test-key.js';
import { useFolder } from '../store/folder.js';
import { createTestTimers } from '../time/test-timers.js';

/** Replies by the command that they answer; a command without one is accepted. */
export type MailReplies = Partial<Record<'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA', string>>;

/** Time that passes with each check of a condition. */
const STEP_MS = 250;

const errorOf = (reply: string | undefined): Error | null =>
  reply === undefined ? null : refusal(Number(reply.slice(0, 3)), reply.slice(4));

function optionsFor(replies: () => MailReplies): SMTPServerOptions {
  return {
    onAuth(_auth, _session, callback) {
      const error = errorOf(replies().AUTH);
      if (error === null) callback(null, { user: USER });
      else callback(error);
    },
    onMailFrom(_address, _session, callback) {
      callback(errorOf(replies()['MAIL FROM']));
    },
    onRcptTo(_address, _session, callback) {
      callback(errorOf(replies()['RCPT TO']));
    },
  };
}

/** A gateway with a device `bus-1`, and what it sends messages with; its time advances while the test waits. Call it in `describe`. */
export function useMessageGateway() {
  const folder = useFolder();
  let ending: (() => unknown)[] = [];
  let replies: MailReplies = {};
  let url = '';
  let client: Client;
  let advance: (ms: number) => Promise<void>;
  afterEach(async () => {
    for (const end of ending.reverse()) await end();
    ending = [];
    replies = {};
  });

  async function start(notifications: object): Promise<Client> {
    const data = join(folder(), 'data');
    mkdirSync(data, { recursive: true });
    const config = valueOf(validateConfig({ http: { host: '127.0.0.1', port: 0 }, notifications }));
    const time = createTestTimers();
    advance = time.advance;
    const app: App = await createApp(
      { config, data, adminApiKey: TEST_KEY },
      { logger: silentLogger, timers: time.timers },
    );
    ending.push(app.stop);
    url = `http://127.0.0.1:${(await app.start()).port}`;
    client = await signIn(url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus-1', name: 'Bus 1' });
    return client;
  }

  const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
    await eventually(
      what,
      async () => {
        await advance(STEP_MS);
        return condition();
      },
      { maxPauseMs: 2 },
    );
  };
  const health = async (): Promise<FullHealth> =>
    (await client.call('GET', '/api/health')).body as unknown as FullHealth;
  const channel = async (name: string) => (await health()).outbox.channels.find((one) => one.name === name);
  const messages = async (): Promise<readonly MessageView[]> =>
    (await client.call('GET', '/api/messages')).body.messages as readonly MessageView[];
  const untilReady = (name: string): Promise<void> =>
    until(`${name} is ready`, async () => (await channel(name))?.state === 'ready');

  return {
    start,
    url: () => url,
    until,
    health,
    channel,
    messages,
    advance: (ms: number) => advance(ms),
    /** A gateway with a real mail server that replied well until now, and a rule that mails an SOS. */
    async email(before: MailReplies = {}): Promise<{ readonly mail: MailServer; readonly client: Client }> {
      replies = before;
      const mail = await startMailServer(
        optionsFor(() => replies),
        () => errorOf(replies.DATA),
      );
      ending.push(mail.close);
      const smtp = { host: '127.0.0.1', port: mail.port, user: USER, password: PASSWORD, allowSelfSigned: true };
      await start({ email: { smtp, from: 'gw@depot.example' } });
      const rule = { name: 'Night desk', alerts: ['SOSButton'], emails: ['boss@depot.example'] };
      expect(await client.call('POST', '/api/notifications', rule)).to.include({ status: 201 });
      if (before.AUTH === undefined) await untilReady('email');
      return { mail, client };
    },
    reply(next: MailReplies): void {
      replies = next;
    },
    /** A gateway with a simulated modem on a real port; `rewrite` changes what the modem sends. */
    async sms(rewrite: (text: string) => string = (text) => text): Promise<SimulatedModem> {
      const port: VirtualPort = openVirtualPort(join(folder(), 'modem'));
      ending.push(() => {
        port.close();
      });
      const modem = createSimulatedModem({ send: (text) => void port.write(rewrite(text)).catch(() => undefined) });
      port.onData(modem.onData);
      await start({ sms: { path: port.path } });
      await untilReady('sms');
      return modem;
    },
    /** A gateway with a webhook and a rule that sends an SOS to it. */
    async webhook(): Promise<WebhookReceiver> {
      const receiver = await startWebhookReceiver();
      ending.push(receiver.stop);
      await start({ webhooks: [{ name: 'dispatch', url: receiver.url, secret: WEBHOOK_SECRET }] });
      await client.call('POST', '/api/notifications', { name: 'Desk', alerts: ['SOSButton'], webhooks: ['dispatch'] });
      return receiver;
    },
    async raise(text = 'driver needs help') {
      const raised = await client.call('POST', '/api/devices/bus-1/alerts', { alert: { alerts: ['SOSButton'], text } });
      expect(raised).to.include({ status: 201 });
      return raised;
    },
    cancel: (id: string) => client.call('DELETE', `/api/messages/${id}`),
    post: (message: object) => client.call('POST', '/api/devices/bus-1/messages', message),
  };
}
