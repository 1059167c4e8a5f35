import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { request, signIn, type Client } from '../support/client.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway.js';
import { runToEnd, type Ran } from '../support/run-to-end.js';
import { killAll } from '../support/waypost.js';

const eve = { name: 'Eve', email: 'eve@example.org', country: 'ES', timeZone: 'Europe/Madrid' };

describe('waypost key', function () {
  this.timeout(120_000);
  const folder = useFolder();
  let url = '';
  let client: Client;
  beforeEach(async () => {
    ({ url } = await startGateway({ folder: folder() }));
    client = await signIn(url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/users', eve);
  });
  afterEach(killAll);

  const key = (args: readonly string[], apiKey = TEST_KEY): Promise<Ran> =>
    runToEnd(['key', ...args, '--url', url], { env: { WAYPOST_API_KEY: apiKey } });
  const keyIn = ({ output }: Ran): string => /^ {2}(\S{43})$/m.exec(output)?.[1] ?? output;
  const statusOf = async (userName: string, apiKey: string): Promise<number> =>
    (await request(url, 'POST', '/api/Auth/Token', { userName, apiKey })).status;

  it('gives out a key that is shown once and is good at once; the one before and its tokens are not', async () => {
    const first = await key(['new', 'eve']);
    expect([first.code, await statusOf('Eve', keyIn(first))], first.output).to.deep.equal([0, 200]);
    const session = await signIn(url, { userName: 'Eve', apiKey: keyIn(first) });
    const second = await key(['new', 'EVE@example.org', '--json']);
    const { apiKey = '', ...others } = JSON.parse(second.output) as { apiKey?: string };
    expect([second.code, others]).to.deep.equal([0, { user: 'Eve' }]);
    expect(await statusOf('Eve', keyIn(first))).to.equal(401);
    expect((await session.call('GET', '/api/devices')).status).to.equal(401);
    expect(await statusOf('Eve', apiKey)).to.equal(200);
    const log = readFileSync(join(folder(), 'data/log/000000000001.jsonl'), 'utf8');
    expect(log).to.contain('credential').and.not.contain(apiKey);
  });

  it('changes the own key too, whatever one may do otherwise, and nobody else’s', async () => {
    const first = keyIn(await key(['new', 'Eve']));
    const own = await key(['new', 'Eve', '--user', 'Eve'], first);
    expect([own.code, await statusOf('Eve', keyIn(own))], own.output).to.deep.equal([0, 200]);
    const other = await key(['new', 'admin', '--user', 'Eve'], keyIn(own));
    expect(other).to.deep.equal({ code: 1, output: 'waypost: there is no user admin: there are Eve\n' });
  });

  it('takes a key away, and not that of the last administrator', async () => {
    const apiKey = keyIn(await key(['new', 'Eve']));
    expect(await key(['revoke', 'Eve'])).to.deep.equal({
      code: 0,
      output: 'Eve has no API key any more: waypost key new makes one\n',
    });
    expect(await statusOf('Eve', apiKey)).to.equal(401);
    expect(JSON.parse((await key(['revoke', 'Eve', '--json'])).output)).to.deep.equal({ revoked: 'Eve' });
    const last = await key(['revoke', 'admin']);
    expect(last.code).to.equal(1);
    expect(last.output).to.contain('admin is the last administrator who can sign in: create another one first');
    expect(await statusOf('admin', TEST_KEY)).to.equal(200);
  });

  it('says who there is when the user is not, and what to check when the key is wrong', async () => {
    const missing = await key(['new', 'Mallory']);
    expect(missing).to.deep.equal({ code: 1, output: 'waypost: there is no user Mallory: there are Eve, admin\n' });
    const wrong = await key(['new', 'admin'], 'no-key-of-anybody');
    expect(wrong.code).to.equal(1);
    expect(wrong.output).to.match(
      /check WAYPOST_API_KEY and --user; for a key that is lost: waypost key new --help\n$/,
    );
    expect((await key(['new', '--help'])).output).to.contain(
      'sudo -u waypost waypost key new admin --data /var/lib/waypost',
    );
  });
});
