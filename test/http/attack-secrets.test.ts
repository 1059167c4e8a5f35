import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import { useApp } from '../support/gateway/app.js';
import { signIn } from '../support/api/client.js';
import { exampleConfig, exampleOf, exampleSeed, nameOf, userInput } from '../support/api/examples.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { createLogKeeper } from '../support/gateway/log-lines.js';

/** Short enough to fit into the part of a body that a parser quotes. */
const CANARY = 'c4n4ry!k42';
/** Secrets of the configuration, which no client ever sends. */
const MAIL_PASSWORD = 'm4il-c4n4ry!';
const PIN = '90817263';
const email = { smtp: { host: '127.0.0.1', port: 9, user: 'depot@depot.example', password: MAIL_PASSWORD } };
const sms = { path: '/dev/there-is-no-modem', pin: PIN };
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
    config: { ...exampleConfig, notifications: { email, sms } },
    seed: exampleSeed,
    logger: log.logger,
  });
  const secrets = new Set([CANARY, TEST_KEY, MAIL_PASSWORD, PIN]);

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
