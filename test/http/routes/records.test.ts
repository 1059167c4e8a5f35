import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { groupOf } from '../../support/api/examples.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

type Page = {
  readonly store: string;
  readonly records: readonly { readonly n: number; readonly deviceId: string }[];
  readonly next: string;
  readonly end: number;
};

describe('GET /api/records', () => {
  const app = useApp({
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      { kind: 'group', v: groupOf('north', ['bus']) },
      ...(await usersWithKey(userOf('guest', { group: 'north' }))),
    ],
  });
  const get = (query = ''): Promise<Sent> => app.call('GET', `/api/records${query}`);
  const pageOf = async (query = ''): Promise<Page> => {
    const answer = await get(query);
    expectSuccess(answer);
    return answer.body as unknown as Page;
  };
  let second = 0;
  const move = (deviceId: string): Promise<Sent> =>
    app.call('POST', `/api/devices/${deviceId}/locations`, fixAt(second++));

  it('a page has the records since a position, and its end is the position of the next one', async () => {
    const start = await pageOf();
    await move('bus');
    await move('van');
    const page = await pageOf(`?after=${start.next}&limit=1`);
    expect(page.records.map(({ deviceId }) => deviceId)).to.deep.equal(['bus']);
    const last = await pageOf(`?after=${page.next}&kinds=location`);
    expect(last.records.map(({ deviceId }) => deviceId)).to.deep.equal(['van']);
    expect(last.next).to.equal(`${page.store.split(':').at(-1) ?? ''}.${last.end}`);
    expect(await pageOf('?after=&kinds=')).to.deep.include({ next: last.next });
  });

  it('a restricted user gets the records of visible devices', async () => {
    await move('van');
    await move('bus');
    const { token } = await signIn(app.url(), { userName: 'guest', apiKey: TEST_KEY });
    const { body } = await request(app.url(), 'GET', '/api/records', undefined, { Authorization: `Bearer ${token}` });
    const { records } = body as unknown as Page;
    expect(records).to.not.deep.equal([]);
    expect(new Set(records.map(({ deviceId }) => deviceId))).to.deep.equal(new Set(['bus']));
  });

  it('an invalid query is refused with the field and what it must be', async () => {
    expectFailure(await get('?after=x'), 'validation_failed', /^\/after must be `next` of a page/);
    expectFailure(
      await get('?after=999999'),
      'validation_failed',
      /^\/after must not be beyond the newest entry, \d+$/,
    );
    expectFailure(await get('?after=aaaaaaaa.1'), 'conflict', /^\/after is of generation aaaaaaaa/);
    expectFailure(await get('?kinds=beacon'), 'validation_failed', /^\/kinds must be one or more of location, alert/);
    expectFailure(await get('?limit=1001'), 'validation_failed', /^query: \/limit must be <= 1000/);
  });

  it('the generation and the position survive a restart', async () => {
    const before = await pageOf();
    await app.change([]);
    const { store, records } = await pageOf();
    expect({ store, records }).to.deep.equal({ store: before.store, records: before.records });
  });
});
