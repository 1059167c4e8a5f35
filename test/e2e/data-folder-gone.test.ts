import { renameSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import { useApp } from '../support/gateway/app.js';
import { eventually } from '../support/gateway/eventually.js';
import { fixAt } from '../support/store/records.js';

describe('a gateway whose data folder is deleted', () => {
  const app = useApp();

  it('posts get 503, and health names the folder', async () => {
    await app.call('POST', '/api/devices', { id: 'bus' });
    renameSync(app.data(), `${app.data()}.away`);
    rmSync(`${app.data()}.away`, { recursive: true });
    expect((await app.call('POST', '/api/devices/bus/locations', fixAt(1))).status).to.equal(503);
    const health = async (): Promise<Record<string, unknown>> => (await app.call('GET', '/api/health')).body;
    await eventually('health names it', async () => (await health()).status === 'degraded');
    const { store } = await health();
    expect(store)
      .to.deep.include({ writable: false })
      .and.to.have.property('reason')
      .that.includes(`${app.data()} is gone`);
    expect((await app.call('GET', '/api/devices/bus')).status, 'reading goes on').to.equal(200);
  });
});
