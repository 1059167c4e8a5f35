import { existsSync, mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RestoreView } from '../../src/schema/system/restore.js';
import type { Upload } from '../../src/schema/system/upload.js';
import { request, signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { runWaypost } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

const ROUNDS = Number(process.env.WAYPOST_RESTORE_KILLS ?? 12);
/** Changes of the data folder between two kills: about 30 happen during a start with a restore. */
const STEP = 3;
const PART_BYTES = 1_024;

describe('kill -9 during an upload and during a restore', () => {
  const folder = useFolder();
  const data = (...names: string[]): string => join(folder(), 'data', ...names);

  async function download(url: string, { token }: Client): Promise<Buffer> {
    const response = await fetch(`${url}/api/backup`, { headers: { Authorization: `Bearer ${token}` } });
    return Buffer.from(await response.arrayBuffer());
  }

  /** Sends from `received` until the end, or until the gateway is gone. */
  async function send(url: string, client: Client, upload: Upload, bytes: Buffer): Promise<Upload> {
    const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/octet-stream' };
    let current = upload;
    while (current.state === 'receiving') {
      const { received, id } = current;
      const part = bytes.subarray(received, received + PART_BYTES);
      const { body } = await request(url, 'PUT', `/api/uploads/${id}?offset=${received}`, part, headers);
      current = body.upload as Upload;
    }
    const path = `/api/uploads/${current.id}`;
    const read = async (): Promise<Upload> => (await client.call('GET', path)).body.upload as Upload;
    await eventually('the backup is checked', async () => (await read()).state !== 'checking');
    return read();
  }

  /** Starts the gateway and kills it at a change of the data folder; gives whether it came that far. */
  async function startAndKill(atChange: number): Promise<boolean> {
    let left = atChange;
    const flags = ['serve', '--data', data(), '--host', '127.0.0.1', '--port', '0'];
    const { process: child, output, ended } = runWaypost(flags, { env: { WAYPOST_ADMIN_API_KEY: TEST_KEY } });
    const watcher = watch(data(), () => {
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    });
    await eventually('the gateway was killed or listens', () => left <= 0 || output().includes('listens on'));
    watcher.close();
    child.kill('SIGKILL');
    await ended;
    return left <= 0;
  }

  it('the store is the restored one after the next start, and the previous one is kept, whenever it is killed', async function () {
    this.timeout(this.timeout() + ROUNDS * 30_000);
    mkdirSync(data());
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await startGateway({ folder: folder() });
      const admin = await signIn(before.url, { apiKey: TEST_KEY });
      const backup = await download(before.url, admin);
      await admin.call('POST', '/api/devices', { id: `after-backup-${round}` });
      const input = { kind: 'restore', size: backup.length };
      const created = (await admin.call('POST', '/api/uploads', input)).body.upload as Upload;
      const headers = { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/octet-stream' };
      await request(before.url, 'PUT', `/api/uploads/${created.id}?offset=0`, backup.subarray(0, 100), headers);
      await before.end('SIGKILL');

      const resumed = await startGateway({ folder: folder() });
      const again = await signIn(resumed.url, { apiKey: TEST_KEY });
      expect((await again.call('GET', `/api/devices/after-backup-${round}`)).status).to.equal(200);
      const found = (await again.call('GET', `/api/uploads/${created.id}`)).body.upload as Upload;
      expect(found.received).to.be.at.most(100);
      expect(await send(resumed.url, again, found, backup)).to.include({ state: 'done', error: null });
      await resumed.end('SIGTERM');

      if (await startAndKill(1 + round * STEP)) kills += 1;
      const after = await startGateway({ folder: folder() });
      const client = await signIn(after.url, { apiKey: TEST_KEY });
      const restored = (await client.call('GET', '/api/restore')).body.restore as RestoreView;
      expect(restored, `round ${round}`).to.include({ state: 'done', error: null });
      expect((await client.call('GET', `/api/devices/after-backup-${round}`)).status, `round ${round}`).to.equal(404);
      expect(readdirSync(data(restored.kept ?? ''))).to.include.members(['log', 'format.json']);
      expect(existsSync(data('swapping.json'))).to.equal(false);
      await client.call('DELETE', '/api/restore');
      await after.end('SIGTERM');
    }
    expect(kills).to.be.at.least(ROUNDS / 2);
  });
});
