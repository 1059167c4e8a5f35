import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { nkeys } from '@nats-io/transport-node';
import { expect } from 'chai';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import type { UplinkView } from '../../src/schema/uplinks/uplink.js';
import { useApp } from '../support/gateway/app.js';
import { signIn } from '../support/api/client.js';
import { exampleConfig, exampleOf, exampleSeed, nameOf, userInput } from '../support/api/examples.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { eventually } from '../support/gateway/eventually.js';
import { createLogKeeper } from '../support/gateway/log-lines.js';
import { runCommand } from '../support/gateway/run-command.js';

/** Short enough to fit into the part of a body that a parser quotes. */
const CANARY = 'c4n4ry!k42';
/** Secrets of the configuration, which no client ever sends. */
const MAIL_PASSWORD = 'm4il-c4n4ry!';
const PIN = '90817263';
const email = { smtp: { host: '127.0.0.1', port: 9, user: 'depot@depot.example', password: MAIL_PASSWORD } };
const sms = { path: '/dev/there-is-no-modem', pin: PIN };
/** Those of far sides: in the configuration and set by the API. */
const FAR = {
  restKey: 'r3st-c4n4ry!',
  mqttPassword: 'mqtt-c4n4ry!',
  natsPassword: 'nats-c4n4ry!',
  webhookSecret: 'h00k-c4n4ry-of-16!',
  setRestKey: 's3t-r3st-c4n4ry!',
  setMqttPassword: 's3t-mqtt-c4n4ry!',
  setNatsPassword: 's3t-nats-c4n4ry!',
  setWebhookSecret: 's3t-h00k-c4n4ry-of-16!',
} as const;
/** Nothing listens there. */
const NOWHERE = '127.0.0.1:9';
const uplinks = [
  { name: 'a-rest', type: 'rest', url: `http://${NOWHERE}`, userName: 'depot', apiKey: FAR.restKey },
  { name: 'a-mqtt', type: 'mqtt', url: `mqtt://${NOWHERE}`, user: 'depot', password: FAR.mqttPassword },
  { name: 'a-nats', type: 'nats', url: `nats://${NOWHERE}`, user: 'depot', password: FAR.natsPassword },
];
const webhooks = [{ name: 'a-hook', url: `http://${NOWHERE}/`, secret: FAR.webhookSecret, enabled: true }];
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const TLS_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
/** The secret part of the PEM text, which no escape divides. */
const TLS_CANARY = TLS_KEY.split('\n')[2] ?? '';
const NKEY_SEED = new TextDecoder().decode(nkeys.createUser().getSeed());
/** Set by the API: the last uplinks that the gateway takes. */
const SET: readonly (readonly [path: string, body: object])[] = [
  ['uplinks/s-rest', { type: 'rest', url: `http://${NOWHERE}`, userName: 'depot', apiKey: FAR.setRestKey }],
  [
    'uplinks/s-mqtt',
    { type: 'mqtt', url: `mqtts://${NOWHERE}`, user: 'depot', password: FAR.setMqttPassword, tls: { key: TLS_KEY } },
  ],
  [
    'uplinks/s-nats',
    { type: 'nats', url: `nats://${NOWHERE}`, nkeySeed: NKEY_SEED, user: 'depot', password: FAR.setNatsPassword },
  ],
  ['webhooks/s-hook', { url: `http://${NOWHERE}/`, secret: FAR.setWebhookSecret }],
];
/** An answer of these has no end. */
const STREAMS = ['/api/events', '/api/log/stream'];
const table: readonly Route[] = routes({} as RouteServices).filter(({ path }) => !STREAMS.includes(path));

/** Bodies with a secret in every place where a client could put one, valid or not. */
const bodies = ({ body }: Pick<ReturnType<typeof exampleOf>, 'body'>): string[] => [
  JSON.stringify({ ...body, apiKey: CANARY, password: CANARY, token: CANARY }),
  JSON.stringify({ ...body, password: CANARY }),
  JSON.stringify({ ...body, [`x${CANARY}`.slice(0, 1)]: CANARY }),
  JSON.stringify({ userName: 'admin', apiKey: CANARY }),
  JSON.stringify({ userName: CANARY, apiKey: { key: CANARY } }),
  JSON.stringify([{ op: 'test', path: '/password', value: CANARY }]),
  JSON.stringify([{ op: 'add', path: '/password', value: CANARY }]),
  JSON.stringify({ password: CANARY }),
  `{"apiKey":${CANARY}`,
  `{"password":"${CANARY}"`,
  CANARY,
];

describe('secrets', () => {
  const log = createLogKeeper();
  const app = useApp({
    config: { ...exampleConfig, notifications: { email, sms, webhooks }, uplinks },
    seed: exampleSeed,
    logger: log.logger,
  });
  const secrets = new Set([CANARY, TEST_KEY, MAIL_PASSWORD, PIN, ...Object.values(FAR), TLS_CANARY, NKEY_SEED]);

  /** Name and content of each file of the data folder. */
  const files = (folder: string): [string, string][] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name !== 'keys.json')
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'latin1')]);

  function expectNoSecret(where: string, text: string): void {
    for (const secret of secrets) expect(text.includes(secret), `${where}: ${text.slice(0, 300)}`).to.equal(false);
  }

  async function responseTo(route: Route, headers: Record<string, string>, body?: string): Promise<string> {
    const { address } = exampleOf(route);
    const url = `${app.url()}${address}${address.includes('?') ? '&' : '?'}token=${CANARY}&apiKey=${CANARY}`;
    // With the extra parameters, and without them to reach the handler.
    const texts = [url, app.url() + address].map(async (to) => {
      const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const init = { method: route.method.toUpperCase(), headers: { ...type, ...headers } };
      const answer = await fetch(to, body === undefined ? init : { ...init, body });
      return `${[...answer.headers].join('\n')}\n${await answer.text()}`;
    });
    return (await Promise.all(texts)).join('\n');
  }

  before(() => {
    const { jwtSecret } = JSON.parse(readFileSync(join(app.data(), 'keys.json'), 'utf8')) as { jwtSecret: string };
    secrets.add(jwtSecret).add(app.admin().token);
  });

  it('no response contains a secret from the request', async () => {
    for (const route of table) {
      for (const headers of [
        { Authorization: `Bearer ${CANARY}` },
        { Authorization: `Basic ${CANARY}`, 'X-Api-Key': CANARY, Cookie: `token=${CANARY}` },
        { Authorization: `Bearer ${app.admin().token}`, 'X-Api-Key': CANARY },
      ]) {
        const requestBodies = route.body === undefined ? [undefined] : bodies(exampleOf(route));
        for (const body of requestBodies)
          expectNoSecret(`${nameOf(route)} ${body ?? ''}`, await responseTo(route, headers, body));
        app.clock.advance(60_000);
      }
    }
  });

  it('no response repeats a key, token or password after it was issued', async () => {
    await app.call('POST', '/api/Auth/Confirm', { apiKey: TEST_KEY });
    const { body } = await app.call('POST', '/api/users/id-of-reader/apiKey');
    const apiKey = String(body.apiKey);
    secrets.add(apiKey).add((await signIn(app.url(), { userName: 'reader', apiKey })).token);
    const created = await app.call('POST', '/api/users', { ...userInput('keeper'), password: CANARY });
    expect(created.status).to.equal(201);
    const display = await app.call('POST', '/api/displays', { name: 'Wall' });
    secrets.add(String(display.body.key)).add(String((await app.call('POST', '/api/Auth/Link')).body.link));
    secrets.add(String((await app.call('POST', '/api/events/ticket')).body.ticket));
    for (const route of table.filter(({ method }) => method === 'get')) {
      expectNoSecret(nameOf(route), await responseTo(route, { Authorization: `Bearer ${app.admin().token}` }));
    }
  });

  it('no response, event or metric contains a secret of an uplink or a webhook while it is set, tested and used', async () => {
    const end = new AbortController();
    const stream = await fetch(`${app.url()}/api/events`, {
      headers: { Authorization: `Bearer ${app.admin().token}` },
      signal: end.signal,
    });
    let events = '';
    const read = (async (): Promise<void> => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) events += decoder.decode(chunk as Uint8Array);
    })().catch(() => undefined);
    for (const [path, body] of SET) {
      const put = await app.call('PUT', `/api/${path}`, body);
      expect(put.status, `${path} ${JSON.stringify(put.body)}`).to.be.oneOf([200, 201]);
      expectNoSecret(`PUT ${path}`, JSON.stringify(put.body));
      for (const input of [{}, path.startsWith('uplinks') ? { settings: body } : {}])
        expectNoSecret(`test of ${path}`, JSON.stringify((await app.call('POST', `/api/${path}/test`, input)).body));
      // Beyond what tests may be sent in a minute.
      app.clock.advance(60_000);
    }
    await eventually('each uplink has failed', async () => {
      const all = (await app.call('GET', '/api/uplinks')).body.uplinks as readonly UplinkView[];
      return all.filter(({ settings }) => settings.enabled !== false).every(({ reason }) => reason !== null);
    });
    await eventually('the feed has events of uplinks', () => events.includes('s-nats'));
    for (const path of ['/api/uplinks', '/api/health', '/api/webhooks', '/api/settings', '/api/log', '/metrics'])
      expectNoSecret(
        path,
        await (await fetch(app.url() + path, { headers: { Authorization: `Bearer ${app.admin().token}` } })).text(),
      );
    expectNoSecret('the events', events);
    end.abort();
    await read;
  });

  it('no backup without a passphrase contains a secret', async () => {
    const file = join(app.data(), '..', 'attack-secrets.backup');
    const { code, output } = await runCommand(['backup', file, '--data', app.data()]);
    expect(code, output).to.equal(0);
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    rmSync(file);
    expect(text).to.include('s-nats');
    expectNoSecret('the backup', text);
  });

  it('no log line contains a secret, even at debug', () => {
    expect(log.lines().length).to.be.greaterThan(200);
    expectNoSecret('the log', log.text());
  });

  it('no file of the data folder except keys.json contains a secret', async () => {
    await app.change([]);
    const found = files(app.data());
    expect(found.length).to.be.greaterThan(1);
    for (const [name, text] of found) expectNoSecret(name, text);
  });
});
