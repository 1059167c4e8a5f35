import { expect } from 'chai';
import { signIn, type Client } from '../../support/api/client.js';
import { callOnce, createTally, repeatFor } from '../../support/attack/strangers.js';
import { DEVICES, type Attack } from '../attack.js';

const OTHERS = 'other-depot';
const STORE = `${OTHERS}:aaaaaaaa`;
const FROM = Date.UTC(2026, 9, 3);

const fix = (store: string, n: number): object => ({
  ...{ id: `${store}:${n}`, kind: 'location', deviceId: DEVICES.victim },
  location: { dateTime: new Date(FROM + (n % 1_000_000) * 1_000).toISOString(), latitude: 1, longitude: 2 },
});

/** The user of the gateway whose ids are forged. */
async function signInOther(admin: Client, url: string, path: string): Promise<string> {
  const { apiKey } = (await admin.call('POST', `${path}/apiKey`)).body;
  return (await signIn(url, { userName: OTHERS, apiKey: String(apiKey) })).token;
}

/** The user of one gateway posts records under the ids of another: its next ones, and one with the highest number. */
export const spoofedRecords: Attack = {
  title: 'records and acknowledgements under the ids of the gateway of another user',
  by: 'user',
  async prepare(admin, target) {
    const contact = { email: 'other@depot.example', country: 'ES', timeZone: 'Europe/Madrid' };
    const made = await admin.call('POST', '/api/users', { name: OTHERS, ...contact, privileges: ['ingest'] });
    const { id } = made.body.user as { id: string };
    const token = await signInOther(admin, `http://${target.host}:${target.port}`, `/api/users/${id}`);
    const body = { store: STORE, records: [fix(STORE, 1)] };
    expect(await callOnce(target, { method: 'POST', path: '/api/records', body, token })).to.equal(201);
  },
  async run(target) {
    const tally = createTally();
    const { token } = target.forwarder;
    const own = 'forwarder:bbbbbbbb';
    await repeatFor(target.seconds, 8, async (turn) => {
      const acknowledgement = {
        ...{ id: `${STORE}:${turn + 3}`, kind: 'acknowledgement', deviceId: DEVICES.victim, alertId: '1' },
        acknowledged: { by: { id: 'x', name: 'admin' }, at: new Date(FROM).toISOString(), note: '' },
      };
      const store = turn % 2 === 0 ? STORE : own;
      const records = [fix(STORE, 2), fix(STORE, 999_999_999), fix(own, turn + 1), acknowledgement];
      tally.add(await callOnce(target, { method: 'POST', path: '/api/records', body: { store, records }, token }));
    });
    return tally.counts();
  },
  async verify({ admin, target }) {
    const { users } = (await admin.call('GET', '/api/users')).body as unknown as {
      users: { id: string; name: string }[];
    };
    const id = users.find(({ name }) => name === OTHERS)?.id ?? '';
    const token = await signInOther(admin, `http://${target.host}:${target.port}`, `/api/users/${id}`);
    const post = (body: object): Promise<number> =>
      callOnce(target, { method: 'POST', path: '/api/records', body, token });
    expect(await post({ store: STORE, newest: 2, records: [] }), 'its own numbers').to.equal(201);
    expect(await post({ store: STORE, records: [fix(STORE, 2)] }), 'its next record').to.equal(201);
  },
};
