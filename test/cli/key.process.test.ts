import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { request, signIn, type Client } from '../support/api/client.js';
import { useFolder } from '../support/store/folder.js';
import { runCommand, useGateway } from '../support/gateway/run-command.js';
import { runToEnd, type Ran } from '../support/gateway/run-to-end.js';
import { TEST_KEY } from '../support/gateway/test-key.js';
import { killAll } from '../support/gateway/waypost.js';

const eve = { name: 'Eve', email: 'eve@example.org', country: 'ES', timeZone: 'Europe/Madrid' };

describe('waypost key', () => {
  const folder = useFolder();
  const url = useGateway(folder);
  let client: Client;
  beforeEach(async () => {
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/users', eve);
  });
  afterEach(killAll);

  const key = (args: readonly string[], apiKey = TEST_KEY): Promise<Ran> =>
    runCommand(['key', ...args, '--url', url()], { WAYPOST_API_KEY: apiKey });
  const keyIn = ({ output }: Ran): string => /^ {2}(\S{43})$/m.exec(output)?.[1] ?? output;
  const statusOf = async (userName: string, apiKey: string): Promise<number> =>
    (await request(url(), 'POST', '/api/Auth/Token', { userName, apiKey })).status;

  it('a new key is shown once and works at once; the previous key and its tokens are revoked', async () => {
    const first = await runToEnd(['key', 'new', 'eve', '--url', url()], { env: { WAYPOST_API_KEY: TEST_KEY } });
    expect([first.code, await statusOf('Eve', keyIn(first))], first.output).to.deep.equal([0, 200]);
    const session = await signIn(url(), { userName: 'Eve', apiKey: keyIn(first) });
    const second = await key(['new', 'EVE@example.org', '--json']);
    const { apiKey = '', ...others } = JSON.parse(second.output) as { apiKey?: string };
    expect([second.code, others]).to.deep.equal([0, { user: 'Eve' }]);
    expect(await statusOf('Eve', keyIn(first))).to.equal(401);
    expect((await session.call('GET', '/api/devices')).status).to.equal(401);
    expect(await statusOf('Eve', apiKey)).to.equal(200);
    const log = readFileSync(join(folder(), 'data/log/000000000001.jsonl'), 'utf8');
    expect(log).to.contain('credential').and.not.contain(apiKey);
  });

  it('users without privileges can replace their own key, but no other key', async () => {
    const first = keyIn(await key(['new', 'Eve']));
    const own = await key(['new', 'Eve', '--user', 'Eve'], first);
    expect([own.code, await statusOf('Eve', keyIn(own))], own.output).to.deep.equal([0, 200]);
    const other = await key(['new', 'admin', '--user', 'Eve'], keyIn(own));
    expect(other).to.deep.equal({ code: 1, output: 'waypost: user admin not found: existing users are Eve\n' });
  });

  it('revoke revokes a key, except the key of the last administrator', async () => {
    const apiKey = keyIn(await key(['new', 'Eve']));
    expect(await key(['revoke', 'Eve'])).to.deep.equal({
      code: 0,
      output: 'API key of Eve revoked; to create a new one: waypost key new Eve\n',
    });
    expect(await statusOf('Eve', apiKey)).to.equal(401);
    expect(JSON.parse((await key(['revoke', 'Eve', '--json'])).output)).to.deep.equal({ revoked: 'Eve' });
    const last = await key(['revoke', 'admin']);
    expect(last.code).to.equal(1);
    expect(last.output).to.contain('admin is the last administrator who can sign in: create another one first');
    expect(await statusOf('admin', TEST_KEY)).to.equal(200);
  });

  it('an unknown user and a wrong key are errors that state what to check', async () => {
    const missing = await key(['new', 'Mallory']);
    expect(missing).to.deep.equal({
      code: 1,
      output: 'waypost: user Mallory not found: existing users are Eve, admin\n',
    });
    const wrong = await key(['new', 'admin'], 'wrong-key');
    expect(wrong.code).to.equal(1);
    expect(wrong.output).to.match(/check WAYPOST_API_KEY and --user; to replace a lost key: waypost key new --help\n$/);
    expect((await key(['new', '--help'])).output).to.contain(
      'sudo -u waypost waypost key new admin --data /var/lib/waypost',
    );
  });
});
