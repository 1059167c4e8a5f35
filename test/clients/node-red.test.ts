import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { useApp } from '../support/gateway/app.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { deviceOf, fixAt } from '../support/store/records.js';
import { userOf, usersWithKey } from '../support/api/users.js';

/** Installed by `npm run suite -- clients`. */
const PROGRAM = 'dist/clients/node_modules/node-red/red.js';
const FLOW = 'systemd/monitoring/node-red.json';

describe('the flow for Node-RED', () => {
  const app = useApp({
    seed: async () => [{ kind: 'device', v: deviceOf('bus') }, ...(await usersWithKey(userOf('flow')))],
  });
  let folder = '';
  let nodeRed: ChildProcess | undefined;
  let output = '';
  let second = 0;

  async function start(): Promise<void> {
    expect(existsSync(PROGRAM), `${PROGRAM}: run npm run suite -- clients`).to.equal(true);
    output = '';
    const args = [resolve(PROGRAM), '--userDir', folder, '--port', String(await freePort()), resolve(FLOW)];
    const variables = { WAYPOST_URL: app.url(), WAYPOST_USER: 'flow', WAYPOST_API_KEY: TEST_KEY };
    const options = ['-D', 'uiHost=127.0.0.1', '-D', 'httpAdminRoot=false', '-D', 'flowFilePretty=true'];
    nodeRed = spawn(process.execPath, [...args, ...options], { env: { ...process.env, ...variables } });
    for (const stream of [nodeRed.stdout, nodeRed.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    await eventually('the flows run', () => output.includes('Started flows'));
  }
  const raise = async (name: string): Promise<void> => {
    second += 1;
    await app.call('POST', '/api/devices/bus/alerts', { dateTime: fixAt(second).dateTime, alerts: [name] });
  };
  /** Times of the alerts that the last node received. */
  const received = (): readonly string[] =>
    [...output.matchAll(/\[debug:SOS\][^[]*?dateTime: '([^']+)'/g)].map(([, dateTime = '']) => dateTime);

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-node-red-'));
  });
  after(async () => {
    if (nodeRed?.exitCode === null) {
      nodeRed.kill('SIGKILL');
      await once(nodeRed, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('an SOS that is raised while the flow runs arrives at its last node once, and other and older alerts do not', async () => {
    await raise('SOSButton');
    await start();
    const requests = async (): Promise<string> => {
      const response = await fetch(`${app.url()}/metrics`, {
        headers: { Authorization: `Bearer ${app.admin().token}` },
      });
      return response.text();
    };
    await eventually('the flow knows where the log ends', async () =>
      (await requests()).includes('_count{method="GET",route="/api/records",status="200"} 1'),
    );
    await raise('IgnitionOn');
    await raise('SOSButton');
    await raise('SOSButton');
    await eventually('the SOS arrives', () => received().length >= 2);
    expect(received(), output).to.deep.equal([fixAt(3).dateTime, fixAt(4).dateTime]);
    expect(output).to.include("deviceId: 'bus'");
  });

  it('the flow signs in again after its token ended, and misses no SOS', async () => {
    const { status } = await app.call('PUT', '/api/users/id-of-flow/password', { password: 'a long enough sentence' });
    expect(status).to.equal(200);
    await raise('SOSButton');
    await eventually('the SOS arrives', () => received().length >= 3);
    expect(received().at(-1)).to.equal(fixAt(5).dateTime);
    expect(output, 'the reason is shown').to.match(/\[function:answer\] Waypost: .*token/);
  });

  it('a gateway that does not answer is reported', async () => {
    await app.stop();
    await eventually('the flow reports the failure', () => output.includes('Waypost: ECONNREFUSED'));
  });
});
