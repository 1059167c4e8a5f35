import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn } from '../../support/api/client.js';
import { startGateway, TEST_KEY } from '../../support/gateway/gateway.js';
import { useFolder } from '../../support/store/folder.js';

const PASSWORD = 'a password of Ana';

describe('a log in the hands of a thief', () => {
  const folder = useFolder();

  it('no key or password can be read in it, and each guess of a password takes three rounds of scrypt', async () => {
    const gateway = await startGateway({ folder: folder() });
    const admin = await signIn(gateway.url, { apiKey: TEST_KEY });
    const person = { name: 'Ana', email: 'ana@example.com', country: 'ES', timeZone: 'UTC' };
    const userId = String((await admin.call('POST', '/api/users', person)).body.id);
    expect((await admin.call('PUT', `/api/users/${userId}/password`, { password: PASSWORD })).status).to.equal(200);
    const { apiKey } = (await admin.call('POST', `/api/users/${userId}/apiKey`)).body;
    const { key } = (await admin.call('POST', `/api/users/${userId}/keys`, { name: 'Wall', privileges: [] })).body;
    await gateway.end('SIGKILL');
    const log = join(folder(), 'data', 'log');
    const text = readdirSync(log)
      .map((name) => readFileSync(join(log, name), 'latin1'))
      .join('\n');
    for (const secret of [PASSWORD, TEST_KEY, String(apiKey), String(key)]) {
      expect(secret).to.have.length.above(10);
      expect(text.includes(secret)).to.equal(false);
    }
    const [, hash = ''] = /"kind":"sign-in-password".*?"hash":"([^"]+)"/.exec(text) ?? [];
    expect(hash).to.match(/^scrypt\$16384\$8\$3\$/);
  });
});
