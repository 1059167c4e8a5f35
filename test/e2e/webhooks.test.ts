import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { timers } from '../../src/time/clock.js';
import { signIn, type Client } from '../support/api/client.js';
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../support/channels/webhook-receiver.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

const PAGE = 'src/channels/webhook/webhooks.md';
const ALERTS = 100;

describe('webhooks of a running gateway', () => {
  const folder = useFolder();
  let gateway: Gateway | undefined;
  let client: Client;

  async function start(webhooks: readonly object[]): Promise<void> {
    gateway = await startGateway({
      folder: folder(),
      config: { licenses: { total: 200 }, notifications: { webhooks } },
    });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus', name: 'Bus 7' });
  }
  afterEach(async () => {
    await gateway?.end('SIGTERM');
    gateway = undefined;
  });
  after(killAll);

  describe('with the receiver of the documentation', () => {
    let receiver: ChildProcess;
    let output = '';
    let url = '';

    beforeEach(async () => {
      const [, code] = /```js\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
      const file = join(folder(), 'receiver.mjs');
      writeFileSync(file, code ?? '');
      const port = await freePort();
      url = `http://127.0.0.1:${port}/`;
      output = '';
      receiver = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET, PORT: String(port) } });
      receiver.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const isUp = (): Promise<boolean> =>
        fetch(url).then(
          () => true,
          () => false,
        );
      await eventually('the receiver listens', isUp);
    });
    afterEach(() => receiver.kill('SIGKILL'));

    const lines = (): readonly string[] => output.split('\n').filter((line) => /^(alert|message|test) /.test(line));

    it('it accepts what the gateway signs, and prints the test and the alert once', async () => {
      await start([{ name: 'dispatch', url, secret: WEBHOOK_SECRET }]);
      await client.call('POST', '/api/notifications', { name: 'all', webhooks: ['dispatch'] });
      expect((await client.call('POST', '/api/webhooks/dispatch/test')).body).to.include({ result: 'sent' });
      await client.call('POST', '/api/devices/bus/alerts', { alerts: ['SOSButton'] });
      await eventually('the alert arrived', () => lines().length === 2);
      expect(lines()[0]).to.match(/^test : Waypost: test message/);
      expect(lines()[1]).to.equal('alert Bus 7: Alert: SOSButton');
    });

    it('it refuses another secret, and the reason names what to check', async () => {
      await start([{ name: 'dispatch', url, secret: 'another secret of the gateway' }]);
      const { body } = await client.call('POST', '/api/webhooks/dispatch/test');
      expect(body).to.deep.include({
        result: 'failed',
        reason:
          'webhook dispatch: answered with status 401; check that the receiver has the same secret and the right time',
      });
      expect(lines()).to.deep.equal([]);
    });

    it('it drops repeats, changed bodies and old requests', async () => {
      const body = JSON.stringify({ id: 'g:1', kind: 'message', device: null, text: 'hello' });
      const post = async (seconds: number, sent = body): Promise<number> => {
        const digest = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
        const headers = { 'X-Waypost-Signature': `t=${seconds},v1=${digest}` };
        return (await fetch(url, { method: 'POST', headers, body: sent })).status;
      };
      // The receiver has the clock of the machine.
      const now = Math.floor((performance.timeOrigin + timers.now()) / 1000);
      expect(await post(now)).to.equal(204);
      expect(await post(now)).to.equal(204);
      expect(await post(now, body.replace('hello', 'hullo'))).to.equal(401);
      expect(await post(now - 301)).to.equal(503);
      expect((await fetch(url, { method: 'POST', body })).status).to.equal(401);
      await eventually('the message is printed', () => lines().length > 0);
      expect(lines()).to.deep.equal(['message : hello']);
    });
  });

  describe('with a receiver that answers at once', () => {
    let receiver: WebhookReceiver;
    beforeEach(async () => {
      receiver = await startWebhookReceiver();
    });
    afterEach(() => receiver.stop());

    it(`a webhook receives 99 % of ${ALERTS} alerts on loopback within a second while another webhook is away`, async () => {
      await start([
        { name: 'dispatch', url: receiver.url, secret: WEBHOOK_SECRET },
        { name: 'away', url: 'http://127.0.0.1:9/', secret: WEBHOOK_SECRET },
      ]);
      await client.call('POST', '/api/notifications', { name: 'all', webhooks: ['dispatch', 'away'] });
      const delays: number[] = [];
      for (let count = 0; count < ALERTS; count += 1) {
        await client.call('POST', '/api/devices', { id: `bus-${count}` });
        const before = timers.now();
        await client.call('POST', `/api/devices/bus-${count}/alerts`, { alerts: ['SOSButton'] });
        await eventually('the alert arrived', () => receiver.received.length === count + 1);
        delays.push((receiver.received[count]?.at ?? Infinity) - before);
      }
      delays.sort((a, b) => a - b);
      const at = (share: number): number => delays[Math.ceil(ALERTS * share) - 1] ?? Infinity;
      expect(at(0.99)).to.be.below(1_000);
      console.log(
        `      alert posted to webhook received: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
      );
    });
  });
});
