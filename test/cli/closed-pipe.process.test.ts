import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { freePort } from '../support/gateway/free-port.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';

const MAIN = 'dist/waypost/main.js';

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/api/health' }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('error', () => {
        resolve(false);
      })
      .end();
  });

describe('output whose reader has ended', () => {
  const folder = useFolder();

  for (const args of [
    ['check', '--only', 'configuration,runtime'],
    ['ports', '--json'],
    ['man'],
    ['completion', 'zsh'],
  ]) {
    it(`waypost ${args.join(' ')} ends without a word`, async () => {
      const env = { PATH: process.env.PATH, WAYPOST_DATA: folder() };
      const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      const problems = text(child.stderr);
      const [code] = (await once(child, 'close')) as [number];
      expect(await problems).to.equal('');
      expect(code).to.be.within(0, 2);
    });
  }

  it('the gateway goes on', async () => {
    const port = await freePort();
    const args = ['serve', '--data', join(folder(), 'data'), '--host', '127.0.0.1', '--port', String(port)];
    const env = { PATH: process.env.PATH, WAYPOST_MDNS_ENABLED: 'false' };
    const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'close');
    child.stdout.destroy();
    await eventually('it answers', () => answers(port));
    // This request is a line of the log.
    expect(await answers(port)).to.equal(true);
    child.kill('SIGTERM');
    expect((await ended)[0]).to.equal(0);
  });
});
