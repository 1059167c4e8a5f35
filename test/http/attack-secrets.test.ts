import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { routes, type Services } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import { useApp } from '../support/app.js';
import { signIn } from '../support/client.js';
import { exampleConfig, exampleOf, exampleSeed, nameOf, userInput } from '../support/examples.js';
import { TEST_KEY } from '../support/gateway.js';
import { createLogKeeper } from '../support/log-lines.js';

/** Short enough to stand whole in the part of a body that a parser may quote. */
const CANARY = 'c4n4ry!k';
/** Of the configuration: no client has anything to do with it. */
const MAIL_PASSWORD = 'm4il-c4n4ry!';
const PIN = '90817263';
const email = { smtp: { host: '127.0.0.1', port: 9, user: 'depot@depot.example', password: MAIL_PASSWORD } };
const sms = { path: '/dev/there-is-no-modem', pin: PIN };
const table: readonly Route[] = routes({} as Services);

/** Bodies with a secret in every place where a client could put one, rightly or not. */
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

  /** The name of each file of the data folder, with what is in it. */
  const files = (folder: string): [string, string][] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name !== 'keys.json')
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'latin1')]);

  function expectNone(where: string, text: string): void {
    for (const secret of secrets) expect(text.includes(secret), `${where}: ${text.slice(0, 300)}`).to.equal(false);
  }

  async function answerTo(row: Route, headers: Record<string, string>, body?: string): Promise<string> {
    const { address } = exampleOf(row);
    const url = `${app.url()}${address}${address.includes('?') ? '&' : '?'}token=${CANARY}&apiKey=${CANARY}`;
    // With the odd parameters, and without them, so that the row itself is reached.
    const texts = [url, app.url() + address].map(async (to) => {
      const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const init = { method: row.method.toUpperCase(), headers: { ...type, ...headers } };
      const answer = await fetch(to, body === undefined ? init : { ...init, body });
      return `${[...answer.headers].join('\n')}\n${await answer.text()}`;
    });
    return (await Promise.all(texts)).join('\n');
  }

  before(() => {
    const { jwtSecret } = JSON.parse(readFileSync(join(app.data(), 'keys.json'), 'utf8')) as { jwtSecret: string };
    secrets.add(jwtSecret).add(app.admin().token);
  });

  it('that a client sends come back in no answer', async () => {
    for (const row of table.filter(({ path }) => !path.endsWith('/events'))) {
      for (const headers of [
        { Authorization: `Bearer ${CANARY}` },
        { Authorization: `Basic ${CANARY}`, 'X-Api-Key': CANARY, Cookie: `token=${CANARY}` },
        { Authorization: `Bearer ${app.admin().token}`, 'X-Api-Key': CANARY },
      ]) {
        const own = row.body === undefined ? [undefined] : bodies(exampleOf(row));
        for (const body of own) expectNone(`${nameOf(row)} ${body ?? ''}`, await answerTo(row, headers, body));
        app.clock.advance(60_000);
      }
    }
  });

  it('that were given out stand in no answer again', async () => {
    const { body } = await app.call('POST', '/api/users/id-of-reader/apiKey');
    const apiKey = String(body.apiKey);
    secrets.add(apiKey).add((await signIn(app.url(), { userName: 'reader', apiKey })).token);
    const kept = await app.call('POST', '/api/users', { ...userInput('keeper'), password: CANARY });
    expect(kept.status).to.equal(201);
    for (const row of table.filter(({ method, path }) => method === 'get' && !path.endsWith('/events'))) {
      expectNone(nameOf(row), await answerTo(row, { Authorization: `Bearer ${app.admin().token}` }));
    }
  });

  it('are in no line of the log, at debug', () => {
    expect(log.lines().length).to.be.greaterThan(200);
    expectNone('the log', log.text());
  });

  it('are in no file of the data folder but keys.json', async () => {
    await app.change([]);
    const found = files(app.data());
    expect(found.length).to.be.greaterThan(1);
    for (const [name, text] of found) expectNone(name, text);
  });
});
