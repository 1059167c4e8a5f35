import { expect } from 'chai';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

const QUOTA = 2;
const ROUNDS = 5;
const privileges = ['users:write', 'devices:write'];
const contact = { country: 'ES', timeZone: 'Europe/Madrid', privileges };

describe('a user with a quota of devices who makes other users', () => {
  const folder = useFolder();
  let gateway: Gateway;
  let admin: Client;
  afterEach(killAll);

  async function makeUser(by: Client, name: string, adminDevices: number): Promise<Client | undefined> {
    const body = { ...contact, name, email: `${name}@depot.example`, adminDevices };
    const created = await by.call('POST', '/api/users', body);
    if (created.status !== 201) return undefined;
    const { body: key } = await by.call('POST', `/api/users/${String(created.body.id)}/apiKey`);
    return signIn(gateway.url, { userName: name, apiKey: String(key.apiKey) });
  }

  const countDevices = async (): Promise<number> =>
    ((await admin.call('GET', '/api/devices')).body.devices as unknown[]).length;

  beforeEach(async () => {
    gateway = await startGateway({ folder: folder(), config: { mdns: { enabled: false }, log: { level: 'warn' } } });
    admin = await signIn(gateway.url, { apiKey: TEST_KEY });
  });

  it('the users that they make and remove register no more devices than the quota has', async () => {
    let maker = await makeUser(admin, 'clerk', QUOTA);
    for (let round = 0; round < ROUNDS && maker !== undefined; round++) {
      await maker.call('POST', '/api/devices', { id: `made-${round}` });
      const next = await makeUser(maker, `next-${round}`, QUOTA - 1);
      await next?.call('POST', '/api/devices', { id: `next-${round}` });
      const { body } = await maker.call('GET', '/api/users');
      for (const { id, name } of body.users as { id: string; name: string }[]) {
        if (name.startsWith('next-')) await maker.call('DELETE', `/api/users/${id}`);
      }
      maker = (await makeUser(maker, `maker-${round}`, QUOTA - 1)) ?? maker;
    }
    expect(await countDevices()).to.equal(QUOTA);
  });
});
