import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { MessageView } from '../../src/schema/messages/message.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { createRandom } from '../support/protocols/random.js';
import { startScriptedMailServer } from '../support/channels/scripted-mail-server.js';

const ROUNDS = Number(process.env.WAYPOST_OUTBOX_KILLS ?? 20);
const MESSAGES_PER_ROUND = 6;
/** Steps of the SMTP session for one mail, from greeting to end. */
const STEPS = 7;

describe('kill -9 while messages are sent', () => {
  const folder = useFolder();

  it(`after ${ROUNDS} kills, no message is lost or sent twice, and at most one per kill is uncertain`, async function () {
    this.timeout(this.timeout() + ROUNDS * 15_000);
    const random = createRandom(9);
    let countdown = Infinity;
    let onTime = (): void => undefined;
    const server = await startScriptedMailServer({}, () => {
      countdown -= 1;
      if (countdown === 0) onTime();
    });
    const smtp = { host: '127.0.0.1', port: server.port, requireTls: false };
    const config = {
      notifications: { email: { smtp, from: 'depot@example.org' } },
      store: { segmentBytes: 262_144, snapshotBytes: 65_536 },
      log: { level: 'error' },
    };
    mkdirSync(join(folder(), 'data'));
    const start = () => startGateway({ folder: folder(), config });
    const posted: string[] = [];

    async function post(client: Client): Promise<void> {
      const text = `message ${posted.length}.`;
      const sent = await client.call('POST', '/api/devices/bus/messages', {
        channel: 'email',
        to: 'a@example.org',
        text,
      });
      if (sent.status === 201) posted.push(text);
    }

    for (let round = 0; round < ROUNDS; round++) {
      const gateway = await start();
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      if (round === 0) await client.call('POST', '/api/devices', { id: 'bus' });
      const isTime = new Promise<void>((resolve) => (onTime = resolve));
      countdown = 1 + random.below((MESSAGES_PER_ROUND - 1) * STEPS);
      for (let i = 0; i < MESSAGES_PER_ROUND; i++) await post(client).catch(() => undefined);
      await isTime;
      await delay(random.below(6));
      await gateway.end('SIGKILL');
    }
    countdown = Infinity;
    const gateway = await start();
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const waiting = async (): Promise<boolean> =>
      ((await client.call('GET', '/api/messages?state=queued&limit=1')).body.messages as unknown[]).length === 0 &&
      ((await client.call('GET', '/api/messages?state=sending&limit=1')).body.messages as unknown[]).length === 0;
    await eventually('the outbox is empty', waiting);

    const rows: MessageView[] = [];
    for (let offset = 0; ; offset += 1000) {
      const { body } = await client.call('GET', `/api/messages?limit=1000&offset=${offset}`);
      const page = body.messages as MessageView[];
      rows.push(...page);
      if (page.length === 0) break;
    }
    const arrived = new Map<string, number>();
    for (const mail of server.texts) {
      const text = /message \d+\./.exec(mail)?.[0] ?? mail;
      arrived.set(text, (arrived.get(text) ?? 0) + 1);
    }
    const byState = (state: string): MessageView[] => rows.filter((row) => row.state === state);
    const [sent, uncertain] = [byState('sent'), byState('uncertain')];
    expect(rows.map(({ text }) => text)).to.include.members(posted);
    expect(new Set(rows.map(({ text, id }) => `${text} ${id}`)).size).to.equal(rows.length);
    expect(sent.length + uncertain.length, 'every message is finished').to.equal(rows.length);
    for (const { text } of sent) expect(arrived.get(text), text).to.equal(1);
    expect(Math.max(...arrived.values()), 'no text is sent twice').to.equal(1);
    expect(uncertain.length).to.be.at.most(ROUNDS);
    const went = uncertain.filter(({ text }) => arrived.has(text)).length;
    console.log(
      `      ${rows.length} messages: ${sent.length} sent, ${uncertain.length} uncertain, of which ${went} had been sent; none twice`,
    );
    await gateway.end('SIGTERM');
    await server.close();
  });
});
