import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Channel, SendResult } from '../../../src/channels/channel.js';
import { createWebhooks } from '../../../src/channels/webhook/webhook.js';
import { silentLogger } from '../../../src/logger.js';
import type { MessageEvent } from '../../../src/schema/messages/message-event.js';
import type { WebhookTarget } from '../../../src/schema/messages/webhook.js';
import { timers as realTimers } from '../../../src/time/clock.js';
import { eventually } from '../../support/gateway/eventually.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../../support/channels/webhook-receiver.js';

const NOW = Date.parse('2026-11-21T03:14:05.900Z');
const event: MessageEvent = {
  ...{ id: 'g:k3m7q2xa:12', kind: 'message', created: '2026-11-21T03:14:05.000Z', gateway: 'g', timeZone: 'UTC' },
  device: { id: 'bus', name: 'Ünser Bus' },
  text: 'hello',
};
const targetOf = (url: string, own: Partial<WebhookTarget> = {}): WebhookTarget => ({
  ...{ name: 'dispatch', url, secret: WEBHOOK_SECRET, enabled: true },
  ...own,
});
const messageTo = (to: string) => ({ id: '12', to, text: event.text, readEvent: () => Promise.resolve(event) });

describe('the webhook channel', () => {
  let receiver: WebhookReceiver;
  let channel: Channel;
  let { timers, advance } = createTestTimers();

  function open(targets: readonly WebhookTarget[], real = true): Channel {
    ({ timers, advance } = createTestTimers());
    channel = createWebhooks({
      ...{ config: targets, now: () => NOW, logger: silentLogger, version: '1.2.3' },
      timers: real ? realTimers : timers,
    });
    return channel;
  }
  const send = (to = 'dispatch'): Promise<SendResult> => channel.send(messageTo(to));

  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    open([targetOf(receiver.url)]);
  });
  afterEach(async () => {
    await channel.stop();
    await receiver.stop();
  });

  it('posts the event as JSON, with its id and a signature of time and body', async () => {
    expect(await send()).to.deep.equal({ outcome: 'sent', references: [] });
    const [{ body, headers, event: posted } = { body: '', headers: {}, event: undefined }] = receiver.received;
    expect(posted).to.deep.equal(event);
    const seconds = Math.floor(NOW / 1000);
    const digest = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
    expect(headers).to.deep.include({
      'x-waypost-id': event.id,
      'x-waypost-signature': `t=${seconds},v1=${digest}`,
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Waypost/1.2.3',
    });
  });

  for (const status of [200, 202, 299]) {
    it(`status ${status} means sent`, async () => {
      receiver.answerBy((response) => response.writeHead(status).end());
      expect(await send()).to.include({ outcome: 'sent' });
    });
  }

  const advice: readonly (readonly [status: number, remedy: string])[] = [
    ...[301, 302, 307].map((status) => [status, 'redirects are not followed: set the url that it leads to'] as const),
    ...[401, 403].map((status) => [status, 'check that the receiver has the same secret and the right time'] as const),
    ...[404, 410].map((status) => [status, 'check the path in its url'] as const),
    ...[400, 408, 409, 422, 429, 500, 502, 503].map((status) => [status, 'see the log of the receiver'] as const),
  ];
  for (const [status, remedy] of advice) {
    it(`status ${status} is retried, and the receiver is left alone until then`, async () => {
      receiver.answerBy((response) => response.writeHead(status, { Location: '/elsewhere' }).end());
      expect(await send()).to.include({
        ...{ outcome: 'failed', retry: true, isChannelFault: true },
        reason: `webhook dispatch: answered with status ${status}; ${remedy}`,
      });
      expect(receiver.received, 'no redirect is followed').to.have.length(1);
      expect(channel.statusFor?.('dispatch')).to.include({ state: 'unavailable' });
      expect(channel.status()).to.include({ state: 'unavailable' });
    });
  }

  it('Retry-After is obeyed up to five minutes, and a success ends the pause', async () => {
    open([targetOf(receiver.url)], false);
    const state = (): string | undefined => channel.statusFor?.('dispatch').state;
    receiver.answerBy((response) => response.writeHead(429, { 'Retry-After': '60' }).end());
    await send();
    await advance(59_000);
    expect(state()).to.equal('unavailable');
    await advance(1_000);
    expect(state()).to.equal('ready');
    receiver.answerBy((response) => response.writeHead(503, { 'Retry-After': '86400' }).end());
    await send();
    await advance(300_000);
    expect(state()).to.equal('ready');
    receiver.answerBy((response) => response.writeHead(204).end());
    await send();
    expect(channel.status()).to.deep.equal({ state: 'ready', reason: null });
  });

  it('the pauses of a receiver grow from 2 s to 5 min', async () => {
    await receiver.stop();
    open([targetOf(receiver.url)], false);
    const pauses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      expect(await send()).to.include({ outcome: 'failed', retry: true });
      let seconds = 0;
      while (channel.statusFor?.('dispatch').state !== 'ready') {
        seconds += 1;
        await advance(1_000);
      }
      pauses.push(seconds);
    }
    expect(pauses).to.deep.equal([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  it('a receiver that does not answer is given up after 10 s', async () => {
    open([targetOf(receiver.url)], false);
    receiver.answerBy(() => undefined);
    const sending = send();
    await eventually('the request arrived', () => receiver.received.length === 1);
    await advance(9_999);
    const pending = await Promise.race([sending, Promise.resolve('pending')]);
    expect(pending).to.equal('pending');
    await advance(1);
    expect(await sending).to.include({
      ...{ outcome: 'failed', retry: true },
      reason: 'webhook dispatch: no answer within 10 s; the receiver has to answer before it does its work',
    });
  });

  it('an answer of 10 MB is cut off after 64 KiB', async () => {
    let closed = false;
    let written = 0;
    receiver.answerBy((response) => {
      response.writeHead(200);
      response.on('close', () => (closed = true));
      const chunk = Buffer.alloc(65_536);
      const pour = (): void => {
        while (written < 10_000_000 && !closed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pour);
        }
        response.end();
      };
      pour();
    });
    expect(await send()).to.include({ outcome: 'sent' });
    await eventually('the connection is closed', () => closed);
    // What the sockets of both sides buffer was written, too.
    expect(written).to.be.below(9_000_000);
  });

  it('messages wait for a webhook that is disabled, has no secret or is not there', async () => {
    const config = [
      targetOf(receiver.url, { name: 'off', enabled: false }),
      targetOf(receiver.url, { name: 'bare', secret: '' }),
    ];
    open(config);
    expect(channel.statusFor?.('off')).to.deep.equal({ state: 'unavailable', reason: 'webhook off is disabled' });
    expect(channel.statusFor?.('bare')).to.include({ reason: 'webhook bare has no secret; set it again' });
    expect(await send('bare')).to.include({ outcome: 'failed', retry: true });
    expect(await send('gone')).to.include({ outcome: 'failed', retry: true });
    expect(channel.statusFor?.('gone')).to.include({ state: 'unavailable' });
    expect(receiver.received).to.have.length(0);
  });

  it('stopping ends a request under way, whose message is sent again', async () => {
    receiver.answerBy(() => undefined);
    const sending = send();
    await eventually('the request arrived', () => receiver.received.length === 1);
    await channel.stop();
    expect(await sending).to.include({ outcome: 'failed', retry: true });
    expect(await send()).to.include({ outcome: 'failed', retry: true });
  });

  it('the reasons, which all users with messages see, have neither the address nor the secret', async () => {
    await receiver.stop();
    open([targetOf(`${receiver.url}?token=canary`)]);
    const { reason } = (await send()) as { reason: string };
    expect(reason).to.equal('webhook dispatch: the connection was refused; check its url, and that the receiver runs');
  });

  describe('with a peer that is no web server', () => {
    let server: Server;
    const sockets = new Set<Socket>();
    afterEach(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });

    async function serve(onData: (socket: Socket) => void): Promise<void> {
      server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('data', () => {
          onData(socket);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      open([targetOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)]);
    }

    for (const [name, bytes] of [
      ['closes the connection without an answer', ''],
      ['dies in the middle of the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
      ['speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
      ['has endless headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
      [
        'switches the protocol',
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      ],
    ] as const) {
      it(`one that ${name} is tried again`, async () => {
        await serve((socket) => socket.end(bytes));
        expect(await send()).to.include({ outcome: 'failed', retry: true });
      });
    }

    it('one that dies after the status has accepted the message', async () => {
      await serve((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf', () => socket.resetAndDestroy());
      });
      expect(await send()).to.include({ outcome: 'sent' });
    });
  });
});
