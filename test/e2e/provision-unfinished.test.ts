import { join } from 'node:path';
import { expect } from 'chai';
import { signIn } from '../support/client.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway.js';
import { workOf } from '../support/provisioning.js';
import { openTestStore } from '../support/store.js';
import { killAll, runWaypost } from '../support/waypost.js';

describe('a tracker that was cut off while it was set up', function () {
  this.timeout(60_000);
  const folder = useFolder();
  afterEach(killAll);

  it('is listed with when it was begun, and waypost provision says what to do', async () => {
    const store = await openTestStore(join(folder(), 'data'));
    const [begun] = await store.append([{ kind: 'provisioning-begun', v: workOf() }]);
    await store.close();
    const { url } = await startGateway({ folder: folder() });
    const client = await signIn(url, { apiKey: TEST_KEY });
    const { body } = await client.call('GET', '/api/provisioning');
    expect(body.unfinished).to.deep.equal([{ ...workOf(), at: begun?.at }]);
    const run = async (...args: string[]): Promise<string> => {
      const { output, ended } = runWaypost(['provision', '--template', 'none', '--yes', '--url', url, ...args], {
        env: { WAYPOST_API_KEY: TEST_KEY },
      });
      await ended;
      return output();
    };
    expect(await run()).to.match(/^UNFINISHED {2}860000000000017: Vans, begun .* Plug it in/m);
    const [line = ''] = (await run('--json')).split('\n');
    expect(JSON.parse(line)).to.deep.equal({ event: 'unfinished', ...workOf(), at: begun?.at });
  });
});
