import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { loadCached } from '../../src/cli/code-cache/load-cached.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

describe('the code cache of the gateway', () => {
  const folder = useFolder();
  afterEach(killAll);

  it('what V8 has compiled is kept for the next start, and written again for a V8 with other options', async () => {
    const cache = join(folder(), 'run-gateway.cache');
    const start = (options: string) =>
      startGateway({ folder: folder(), env: { CACHE_DIRECTORY: folder(), NODE_OPTIONS: options } });
    const isOfThisV8 = (): boolean => loadCached(resolve('dist/waypost/run-gateway.cjs'), cache).wasCached;
    const first = await start('');
    await eventually('the cache is written', () => existsSync(cache));
    await first.end('SIGKILL');
    expect(isOfThisV8()).to.equal(true);
    const { mtimeMs } = statSync(cache);
    const other = await start('--max-semi-space-size=4');
    await eventually('the cache is written again', () => statSync(cache).mtimeMs > mtimeMs);
    await signIn(other.url, { apiKey: TEST_KEY });
    await other.end('SIGTERM');
    expect(isOfThisV8()).to.equal(false);
  });
});
