import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import { includesPrivilege } from '../../src/schema/accounts/privileges.js';
import type { Entry } from '../../src/schema/entry.js';
import { request } from '../support/api/client.js';
import { expectSuccess } from '../support/api/envelope.js';
import { exampleConfig, exampleOf, exampleSeed, nameOf, userInput } from '../support/api/examples.js';
import { accessKeyOf, userOf, usersWithKey } from '../support/api/users.js';
import { createTestChannel } from '../support/channels/test-channel.js';
import { useApp, type Sent } from '../support/gateway/app.js';
import { TEST_KEY } from '../support/gateway/gateway.js';

/** Entries that a thief could sign in with later. */
const LASTING: ReadonlySet<string> = new Set<Entry['kind']>([
  'credential',
  'key-digest',
  'password',
  'sign-in-password',
  'access-key',
  'sign-in-link',
  'session',
  'display',
]);

const isLasting = (entry: Entry): boolean =>
  LASTING.has(entry.kind) || (entry.kind === 'user' && includesPrivilege(entry.v.privileges, 'users:write'));

/** The example of a confirmation has the right key, which the thief does not know; a test of an uplink takes 10 s. */
const table = routes({} as RouteServices).filter(
  ({ access, path, responses }) =>
    access !== 'anyone' && Object.keys(responses).length > 0 && !/Confirm|uplinkName\/test/.test(path),
);

describe('what a thief makes of a sign-in of an administrator', () => {
  const app = useApp({
    config: exampleConfig,
    channels: { email: createTestChannel('email', 'unavailable').channel },
    seed: async () => [
      ...(await exampleSeed()),
      ...(await usersWithKey(userOf('boss', { privileges: ['admin'] }))),
      { kind: 'access-key', v: accessKeyOf('boss', { id: 'stolen', privileges: ['admin'] }) },
    ],
  });
  const own = '/api/users/id-of-boss';
  const send = (authorization: string, method: string, path: string, body?: unknown): Promise<Sent> =>
    request(app.url(), method, path, body, { authorization });
  const owner = `Basic ${btoa(`boss:${TEST_KEY}`)}`;
  const stolen = new Map<string, string>();

  async function bearer(body: object): Promise<string> {
    const answer = await request(app.url(), 'POST', '/api/Auth/Token', body);
    expectSuccess(answer);
    return `Bearer ${String(answer.body.token)}`;
  }
  function entries(): Entry[] {
    const folder = join(app.data(), 'log');
    const lines = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
    return lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line.replace(/\}[^}]*$/, '}')) as Entry] : []));
  }

  before(async () => {
    const key = { userName: 'boss', apiKey: TEST_KEY };
    stolen.set('a token', await bearer(key));
    stolen.set('a remembered token', await bearer({ ...key, remember: true }));
    stolen.set('a link', await bearer({ link: (await send(owner, 'POST', `${own}/link`)).body.link, remember: true }));
    stolen.set('an access key', 'Bearer wpk_stolen');
    stolen.set('a token of an access key', await bearer({ ...key, apiKey: 'wpk_stolen', remember: true }));
    app.clock.advance(600_001);
  });

  for (const kind of ['a token', 'a remembered token', 'a link', 'an access key', 'a token of an access key']) {
    it(`${kind}, ten minutes after its sign-in, gives nothing to sign in with later, whichever call it is used for`, async () => {
      const authorization = stolen.get(kind) ?? '';
      const before = entries().at(-1)?.n ?? 0;
      const passed = new Set<number>();
      for (const row of table) {
        const { address, body, headers } = exampleOf(row);
        const sent = await request(app.url(), row.method.toUpperCase(), address, body, { ...headers, authorization });
        expect(sent.status, nameOf(row)).to.be.oneOf([200, 201, 400, 403, 404, 409, 415]);
        passed.add(sent.status);
      }
      for (const [method, path, body] of [
        ['POST', `${own}/apiKey`],
        ['PUT', `${own}/password`, { password: 'a new password' }],
        ['PATCH', own, { password: 'a new password' }],
        ['POST', '/api/users', { ...userInput('accomplice'), privileges: ['admin'] }],
        ['PATCH', '/api/users/id-of-reader', { privileges: ['users:write'] }],
        ['POST', '/api/uploads', { kind: 'restore', size: 1_000, name: 'backup.gz' }],
      ] as const) {
        expect((await send(authorization, method, path, body)).status, `${method} ${path}`).to.equal(403);
      }
      expect([...passed]).to.include.members([200, 403]);
      expect(entries().filter((entry) => entry.n > before && isLasting(entry))).to.deep.equal([]);
    });
  }

  it('nothing of it works after the owner has signed out everywhere with the keys', async () => {
    expectSuccess(await send(owner, 'PUT', `${own}/password`, { password: 'a right password' }));
    const fresh = await bearer({ userName: 'boss', password: 'a right password' });
    expectSuccess(await send(fresh, 'DELETE', `${own}/sessions?keys=true`));
    for (const [kind, authorization] of [...stolen, ['the API key', owner] as const, ['a token', fresh] as const]) {
      expect((await send(authorization, 'GET', '/api/devices')).status, kind).to.equal(401);
    }
    expect(entries().length).to.be.above(50);
  });
});
