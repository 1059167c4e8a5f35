import { expect } from 'chai';
import { createPasswordHashes } from '../../src/services/accounts/key-hash.js';
import type { Change } from '../../src/schema/entry.js';
import { request } from '../support/api/client.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { accessKeyOf, userOf, usersWithKey } from '../support/api/users.js';
import { useApp, type Sent } from '../support/gateway/app.js';
import { TEST_KEY } from '../support/gateway/gateway.js';

const PASSWORD = 'a right password';

describe('signing out everywhere', () => {
  const names = ['plain', 'all', 'changed', 'kept', 'other', 'last'];
  const app = useApp({
    seed: async () => {
      const hash = await createPasswordHashes().hash(PASSWORD);
      return [
        ...(await usersWithKey(...names.map((name) => userOf(name)))),
        ...names.flatMap((name): Change[] => [
          { kind: 'sign-in-password', v: { userId: `id-of-${name}`, passwordId: 'p', hash } },
          { kind: 'access-key', v: accessKeyOf(name, { id: `key-of-${name}` }) },
        ]),
      ];
    },
  });
  const send = (authorization: string, method: string, path: string, body?: unknown): Promise<Sent> =>
    request(app.url(), method, path, body, authorization === '' ? {} : { authorization });
  const token = (body: object): Promise<Sent> => send('', 'POST', '/api/Auth/Token', body);
  async function bearer(body: object): Promise<string> {
    const answer = await token(body);
    expectSuccess(answer);
    return `Bearer ${String(answer.body.token)}`;
  }

  /** One of everything that a thief may hold of a user, each as a call that works while it does. */
  async function holdings(name: string): Promise<Readonly<Record<string, () => Promise<number>>>> {
    const byPassword = await bearer({ userName: name, password: PASSWORD });
    const headers: Record<string, string> = {
      token: byPassword,
      'token by API key': await bearer({ userName: name, apiKey: TEST_KEY }),
      'remembered token': await bearer({ userName: name, password: PASSWORD, remember: true }),
      'token by access key': await bearer({ userName: name, apiKey: `wpk_key-of-${name}` }),
      'session by link': await bearer({ link: (await send(byPassword, 'POST', '/api/Auth/Link')).body.link }),
      'API key': `Basic ${btoa(`${name}:${TEST_KEY}`)}`,
      'access key': `Bearer wpk_key-of-${name}`,
    };
    const { ticket } = (await send(byPassword, 'POST', '/api/events/ticket')).body;
    const shortLink = (await send(byPassword, 'POST', '/api/Auth/Link')).body.link;
    const userLink = (await send(byPassword, 'POST', `/api/users/id-of-${name}/link`)).body.link;
    const reads = Object.entries(headers).map(([kind, authorization]) => [
      kind,
      async () => (await send(authorization, 'GET', '/api/devices')).status,
    ]);
    return {
      ...(Object.fromEntries(reads) as Record<string, () => Promise<number>>),
      ticket: async () => {
        const response = await fetch(`${app.url()}/api/events?ticket=${String(ticket)}`);
        await response.body?.cancel();
        return response.status;
      },
      'link of 5 minutes': async () => (await token({ link: shortLink })).status,
      'link of 30 minutes': async () => (await token({ link: userLink })).status,
    };
  }

  async function expectOnly(held: Readonly<Record<string, () => Promise<number>>>, working: string[]): Promise<void> {
    const found = await Promise.all(
      Object.entries(held).map(async ([kind, use]) => ((await use()) === 200 ? [kind] : [])),
    );
    expect(found.flat()).to.have.members(working);
    app.clock.advance(60_000);
  }

  it('every token, session, link and ticket ends, and the keys stay; also after a restart', async () => {
    const [held, others] = [await holdings('plain'), await holdings('other')];
    const owner = await bearer({ userName: 'plain', password: PASSWORD });
    const stream = await fetch(`${app.url()}/api/events`, { headers: { authorization: owner } });
    expectSuccess(await send(owner, 'DELETE', '/api/users/id-of-plain/sessions'));
    await stream.text();
    await expectOnly(held, ['API key', 'access key']);
    await app.restart();
    await expectOnly(held, ['API key', 'access key']);
    expect((await token({ userName: 'plain', password: PASSWORD })).status).to.equal(200);
    await expectOnly(
      others,
      Object.keys(others).filter((kind) => kind !== 'ticket' && kind !== 'link of 5 minutes'),
    );
  });

  it('only the password works after a sign-out with the keys', async () => {
    const held = await holdings('all');
    const owner = await bearer({ userName: 'all', password: PASSWORD });
    expectSuccess(await send(owner, 'DELETE', '/api/users/id-of-all/sessions?keys=true'));
    await expectOnly(held, []);
    await app.restart();
    await expectOnly(held, []);
    expect((await token({ userName: 'all', password: PASSWORD })).status).to.equal(200);
  });

  it('a new password ends the same, and the keys too if it is asked to', async () => {
    for (const [name, endKeys, working] of [
      ['changed', true, []],
      ['kept', false, ['API key', 'access key']],
    ] as const) {
      const held = await holdings(name);
      const owner = await bearer({ userName: name, password: PASSWORD });
      const change = { password: 'a new password', current: PASSWORD, endKeys };
      expectSuccess(await send(owner, 'PUT', `/api/users/id-of-${name}/password`, change));
      await expectOnly(held, [...working]);
    }
  });

  it('the last administrator keeps the API key without a password', async () => {
    const answer = await app.call('DELETE', `/api/users/${await adminId()}/sessions?keys=true`);
    expectFailure(answer, 'conflict', /last administrator/);
    expectSuccess(await app.call('GET', '/api/devices'));
  });
  const adminId = async (): Promise<string> => {
    const { body } = await app.call('GET', '/api/users');
    return (body.users as { id: string; name: string }[]).find(({ name }) => name === 'admin')?.id ?? '';
  };

  it('a user does it for themselves, and managers for those whom they manage', async () => {
    const other = await bearer({ userName: 'other', password: PASSWORD });
    expectFailure(await send(other, 'DELETE', '/api/users/id-of-last/sessions'), 'not_found');
    const last = await bearer({ userName: 'last', password: PASSWORD });
    expectSuccess(await app.call('DELETE', '/api/users/id-of-last/sessions?keys=true'));
    expectFailure(await send(last, 'GET', '/api/devices'), 'token_invalid');
  });
});
