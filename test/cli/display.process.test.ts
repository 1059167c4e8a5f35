import { expect } from 'chai';
import type { SessionView } from '../../src/schema/accounts/session.js';
import { request, signIn, type Client } from '../support/api/client.js';
import { runCommand, useGateway } from '../support/gateway/run-command.js';
import { useFolder } from '../support/store/folder.js';
import type { Ran } from '../support/gateway/run-to-end.js';
import { TEST_KEY } from '../support/gateway/test-key.js';

const PASSWORD = 'a right password';

describe('waypost display, user password and user sessions', () => {
  const folder = useFolder();
  const url = useGateway(folder);
  let client: Client;
  beforeEach(async () => {
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus-7' });
    await client.call('POST', '/api/groups', { name: 'North', devices: ['bus-7'] });
    const eve = { name: 'Eve', email: 'eve@example.org', country: 'ES', timeZone: 'Europe/Madrid' };
    await client.call('POST', '/api/users', eve);
  });

  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    runCommand([...args, '--url', url()], { WAYPOST_API_KEY: TEST_KEY, ...env });
  const token = (body: object): ReturnType<typeof request> => request(url(), 'POST', '/api/Auth/Token', body);

  it('waypost display add prints a link that signs the display in, list shows it, and remove signs it out', async () => {
    const added = await run(['display', 'add', 'Gate', '--group', 'north']);
    expect(added.code, added.output).to.equal(0);
    const [, key = ''] = /^ {2}http:\/\/127\.0\.0\.1:\d+\/#display=([\w-]{43})$/m.exec(added.output) ?? [];
    expect((await token({ display: key })).body.display).to.include({ name: 'Gate' });
    expect((await run(['display', 'list'])).output).to.match(/^Gate +group North +\S+Z +\S+Z +[\w-]{36}$/m);
    const again = await run(['display', 'add', 'gate']);
    expect(again.code).to.equal(1);
    expect(again.output).to.contain('/name: display gate already exists');
    expect((await run(['display', 'remove', 'door'])).output).to.contain(
      'display door not found: existing displays are Gate',
    );
    expect(await run(['display', 'remove', 'GATE'])).to.deep.equal({ code: 0, output: 'display Gate removed\n' });
    expect((await token({ display: key })).status).to.equal(401);
    const json = JSON.parse((await run(['display', 'list', '--json'])).output) as object;
    expect(json).to.deep.equal({ displays: [] });
  });

  it('a password that was set signs in; it is taken from the environment, never from the arguments', async () => {
    const missing = await run(['user', 'password', 'Eve']);
    expect(missing.output).to.contain('WAYPOST_NEW_PASSWORD is not set');
    const short = await run(['user', 'password', 'Eve'], { WAYPOST_NEW_PASSWORD: 'short' });
    expect([short.code, short.output.includes('/password must NOT have fewer than 10')], short.output).to.deep.equal([
      1,
      true,
    ]);
    const set = await run(['user', 'password', 'eve'], { WAYPOST_NEW_PASSWORD: PASSWORD });
    expect(set).to.deep.equal({ code: 0, output: 'password of Eve set; their tokens and sessions have ended\n' });
    expect((await token({ userName: 'Eve', password: PASSWORD })).status).to.equal(200);
  });

  it('sessions are listed and ended, one by one or all', async () => {
    await run(['user', 'password', 'Eve'], { WAYPOST_NEW_PASSWORD: PASSWORD });
    for (let i = 0; i < 3; i++) await token({ userName: 'Eve', password: PASSWORD, remember: true });
    const listed = await run(['user', 'sessions', 'Eve']);
    expect(listed.output)
      .to.match(/^SESSION +SIGNED IN BY +CREATED/)
      .and.match(/^[\w-]{36} +password +\S+Z +\S+Z +\S+Z +127\.0\.0\.1/m);
    const { sessions } = JSON.parse((await run(['user', 'sessions', 'Eve', '--json'])).output) as {
      sessions: SessionView[];
    };
    expect(sessions).to.have.lengthOf(3);
    const id = sessions[0]?.id ?? '';
    expect((await run(['user', 'sessions', 'Eve', '--end', id])).output).to.equal(`session ${id} of Eve ended\n`);
    expect((await run(['user', 'sessions', 'Eve', '--end', id])).code).to.equal(1);
    expect((await run(['user', 'sessions', 'Eve', '--all'])).output).to.equal(
      'all tokens, sessions and links of Eve ended\n',
    );
    expect((await run(['user', 'sessions', 'Eve', '--all', '--keys'])).output).to.equal(
      'all tokens, sessions, links and keys of Eve ended\n',
    );
    expect((await run(['user', 'sessions', 'Eve', '--json'])).output).to.equal('{"sessions":[]}\n');
    expect((await run(['user', 'sessions', 'Eve', '--all', '--end', id])).code).to.equal(1);
  });
});
