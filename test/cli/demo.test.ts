import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { DEPOT } from '../../src/simulator/vehicle.js';
import { historyOf, lastLocationOf, portsOf } from '../support/ask.js';
import { signIn, type Client } from '../support/client.js';
import { startDemo, type Demo } from '../support/demo.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { killAll } from '../support/waypost.js';

describe('waypost demo', function () {
  this.timeout(60_000);
  const folder = useFolder();
  let demo: Demo;
  let client: Client;

  beforeEach(async () => {
    demo = await startDemo(folder());
    const [, url = ''] = /(http:\S+?)\/api/.exec(demo.script) ?? [];
    const [, apiKey = ''] = /"apiKey":"([^"]+)"/.exec(demo.script) ?? [];
    client = await signIn(url, { apiKey });
  });
  afterEach(killAll);

  it('prints the port that it listens on, and has vehicles that drive about the depot', async () => {
    for (const deviceId of ['bus-1', 'bus-2', 'van-1', 'truck-1']) {
      const isSeen = async (): Promise<boolean> => (await lastLocationOf(client, deviceId)) !== null;
      await eventually(`${deviceId} is seen`, isSeen, 20_000);
      const last = await lastLocationOf(client, deviceId);
      expect(last?.latitude).to.be.closeTo(DEPOT.latitude, 0.05);
      expect(last?.longitude).to.be.closeTo(DEPOT.longitude, 0.05);
    }
    const moved = async (): Promise<boolean> => (await historyOf(client, 'bus-1')).length >= 3;
    await eventually('it drives', moved, 20_000);
    const history = await historyOf(client, 'bus-1');
    expect(new Set(history.map(({ longitude }) => longitude)).size).to.be.above(1);
    for (const { state, counters } of await portsOf(client)) {
      expect(state).to.equal('open');
      expect(counters).to.include({ badChecksums: 0, rejected: 0, unknownDevices: 0 });
    }
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends at ${signal} with code 0, and takes its folder with it`, async () => {
      expect(readdirSync(demo.folder)).to.have.length(1);
      demo.process.kill(signal);
      expect(await demo.ended).to.equal(0);
      expect(readdirSync(demo.folder)).to.deep.equal([]);
    });
  }
});
