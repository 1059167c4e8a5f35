import { join } from 'node:path';
import { expect } from 'chai';
import { signIn } from '../support/api/client.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { workOf } from '../support/provisioning/provisioning.js';
import { openTestStore } from '../support/store/store.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

describe('an unfinished tracker', () => {
  const folder = useFolder();
  afterEach(killAll);

  it('an interrupted setup is listed by the API with its start, and by waypost provision with the fix', async () => {
    const store = await openTestStore(join(folder(), 'data'));
    const [started] = await store.append([{ kind: 'provisioning-begun', v: workOf() }]);
    await store.close();
    const { url } = await startGateway({ folder: folder() });
    const client = await signIn(url, { apiKey: TEST_KEY });
    const { body } = await client.call('GET', '/api/provisioning');
    expect(body.unfinished).to.deep.equal([{ ...workOf(), at: started?.at }]);
    const run = async (...args: string[]): Promise<string> => {
      const { output, ended } = runWaypost(['provision', '--template', 'none', '--yes', '--url', url, ...args], {
        env: { WAYPOST_API_KEY: TEST_KEY },
      });
      await ended;
      return output();
    };
    expect(await run()).to.match(/^UNFINISHED {2}860000000000017: Vans, started .* plug it in/m);
    const [line = ''] = (await run('--json')).split('\n');
    expect(JSON.parse(line)).to.deep.equal({ event: 'unfinished', ...workOf(), at: started?.at });
  });
});
