import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { MessageView } from '../../src/schema/messages/message.js';
import { signIn } from '../support/api/client.js';
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/channels/webhook-receiver.js';
import { createRandom } from '../support/protocols/random.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { useFolder } from '../support/store/folder.js';

const ROUNDS = Number(process.env.WAYPOST_WEBHOOK_KILLS ?? 10);
const ALERTS_PER_ROUND = 5;

describe('kill -9 while alerts go to webhooks', () => {
  const folder = useFolder();

  it(`after ${ROUNDS} kills, every alert has arrived, signed, each under one id, and none is uncertain`, async function () {
    this.timeout(this.timeout() + ROUNDS * 15_000);
    const random = createRandom(5);
    let countdown = Infinity;
    let onTime = (): void => undefined;
    const receiver = await startWebhookReceiver();
    receiver.answerBy((response) => {
      countdown -= 1;
      if (countdown === 0) {
        // The gateway is killed while this request has no answer, or just after it.
        onTime();
        if (random.below(2) === 0) return;
      }
      response.writeHead(204).end();
    });
    const webhooks = [
      { name: 'dispatch', url: receiver.url, secret: WEBHOOK_SECRET },
      { name: 'dead', url: 'http://127.0.0.1:9/', secret: WEBHOOK_SECRET },
    ];
    const config = {
      notifications: { webhooks },
      store: { segmentBytes: 262_144, snapshotBytes: 65_536 },
      log: { level: 'error' },
    };
    const start = () => startGateway({ folder: folder(), config });
    const raised: string[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const gateway = await start();
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      await client.call('POST', '/api/devices', { id: `bus-${round}` });
      if (round === 0) {
        await client.call('POST', '/api/notifications', { name: 'all', webhooks: ['dispatch', 'dead'] });
      }
      const isTime = new Promise<void>((resolve) => (onTime = resolve));
      countdown = 1 + random.below(ALERTS_PER_ROUND);
      for (let i = 0; i < ALERTS_PER_ROUND; i += 1) {
        const name = `round ${round} alert ${i}`;
        const posted = await client
          .call('POST', `/api/devices/bus-${round}/alerts`, { alerts: [name] })
          .catch(() => undefined);
        if (posted?.status === 201) raised.push(name);
      }
      await isTime;
      await delay(random.below(6));
      await gateway.end('SIGKILL');
    }
    countdown = Infinity;
    const gateway = await start();
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const messages = async (): Promise<readonly MessageView[]> =>
      ((await client.call('GET', '/api/messages?limit=1000')).body.messages as MessageView[]).filter(
        ({ to }) => to === 'dispatch',
      );
    const isDone = async (): Promise<boolean> =>
      (await messages()).every(({ state }) => state === 'sent' || state === 'suppressed');
    await eventually('every alert is sent', isDone);

    const sent = (await messages()).filter(({ state }) => state === 'sent');
    const idsByMessage = new Map<string, Set<string>>();
    for (const { body, headers, event } of receiver.received) {
      const [, t = '', v1] = /^t=(\d+),v1=(.+)$/.exec(String(headers['x-waypost-signature'])) ?? [];
      expect(v1).to.equal(createHmac('sha256', WEBHOOK_SECRET).update(`${t}.${body}`).digest('hex'));
      expect(headers['x-waypost-id']).to.equal(event.id);
      const alertId = event.alert?.id ?? '';
      idsByMessage.set(alertId, (idsByMessage.get(alertId) ?? new Set()).add(event.id));
    }
    const arrived = new Set(receiver.received.flatMap(({ event }) => event.alert?.alerts ?? []));
    expect([...arrived]).to.include.members(sent.flatMap(({ cause }) => cause.alert?.alerts ?? []));
    expect(sent.flatMap(({ cause }) => cause.alert?.alerts ?? [])).to.include.members(raised);
    for (const ids of idsByMessage.values()) expect(ids.size, 'ids of one alert').to.equal(1);
    const distinct = new Set(receiver.received.map(({ event }) => event.id)).size;
    expect(receiver.received.length - distinct, 'repeats').to.be.at.most(ROUNDS);
    const repeats = receiver.received.length - distinct;
    console.log(
      `      ${ROUNDS} kills: ${raised.length} alerts acknowledged, ${distinct} arrived, ${repeats} repeats, none lost`,
    );
    await gateway.end('SIGTERM');
    await receiver.stop();
  });
});
