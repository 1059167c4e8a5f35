import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { imei } from '../../src/simulator/queclink/frames.js';
import type { TrackerProtocol } from '../../src/simulator/trackers/index.js';
import { historyOf, portsOf } from '../support/ask.js';
import { signIn, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway.js';
import { startSimulate, type Simulate } from '../support/simulate.js';
import { killAll } from '../support/waypost.js';

const from = '2026-11-21T08:00:00.000Z';
const faults = ['--resend', '0.2', '--shuffle', '4', '--noise', '0.0006', '--cut', '0.06'];

describe('waypost simulate and a gateway', function () {
  this.timeout(120_000);
  const folder = useFolder();
  afterEach(killAll);

  const pathOf = (deviceId: string): string => join(folder(), 'ports', `${deviceId}.tty`);

  async function begin(protocol: TrackerProtocol, ...args: readonly string[]): Promise<Simulate> {
    mkdirSync(join(folder(), 'data'), { recursive: true });
    return startSimulate('--protocol', protocol, '--folder', join(folder(), 'ports'), '--from', from, ...args);
  }

  /** A gateway on the ports of these trackers, and a client of it. */
  async function serve(protocol: TrackerProtocol, deviceIds: readonly string[]): Promise<Client> {
    const ports = deviceIds.map((deviceId) => ({ path: pathOf(deviceId), protocol, deviceId }));
    const { url } = await startGateway({ folder: folder(), config: { serial: { ports } } });
    return signIn(url, { apiKey: TEST_KEY });
  }

  /** The times of a tracker's records that it told about so. */
  const timesOf = (simulate: Simulate, deviceId: string, told: object): unknown[] =>
    simulate
      .events()
      .filter((line) => line.deviceId === deviceId && Object.entries(told).every(([key, value]) => line[key] === value))
      .map(({ dateTime }) => dateTime);

  async function expectKept(client: Client, simulate: Simulate, deviceId: string): Promise<void> {
    const stored = (await historyOf(client, deviceId)).map(({ dateTime }) => dateTime);
    const acknowledged = timesOf(simulate, deviceId, { event: 'settled', outcome: 'acknowledged' });
    expect(new Set(stored).size, 'nothing is stored twice').to.equal(stored.length);
    expect(stored, 'what was acknowledged is stored').to.include.members(acknowledged);
    expect(timesOf(simulate, deviceId, { event: 'made' }), 'nothing else is stored').to.include.members(stored);
  }

  for (const protocol of ['json', 'wpt'] as const) {
    it(`has what is acknowledged to trackers of ${protocol} stored exactly once, over lines that spoil and repeat`, async () => {
      const deviceIds = [`${protocol}-1`, `${protocol}-2`];
      const simulate = await begin(protocol, '--count', '2', '--interval', '0.05', '--duration', '5', ...faults);
      const client = await serve(protocol, deviceIds);
      expect(await simulate.ended).to.equal(0);

      for (const deviceId of deviceIds) {
        await expectKept(client, simulate, deviceId);
        const summary = simulate.events('summary').find((line) => line.deviceId === deviceId);
        expect(summary).to.deep.include({ made: 100, refused: 0, dropped: 0, kept: 0, acknowledged: 100 });
        expect(summary?.faults).to.include.keys('resend', 'shuffle', 'cut', 'noise');
        expect(await historyOf(client, deviceId)).to.have.length(100);
      }
    });
  }

  it('has what is acknowledged to trackers of queclink stored exactly once, over lines that cut and repeat', async () => {
    const deviceId = imei('86000000', 1);
    const speed = ['--interval', '1', '--duration', '100', '--speed', '20'];
    const simulate = await begin('queclink', ...speed, '--resend', '0.2', '--shuffle', '4', '--cut', '0.02');
    const client = await serve('queclink', [deviceId]);
    expect(await simulate.ended).to.equal(0);

    await expectKept(client, simulate, deviceId);
    expect(simulate.events('summary')[0]).to.deep.include({ made: 100, refused: 0, dropped: 0, kept: 0 });
    expect(await historyOf(client, deviceId)).to.have.length(100);
  });

  it('loses nothing of a tracker whose plug is loose', async () => {
    const simulate = await begin(
      'json',
      '--interval',
      '0.05',
      '--duration',
      '5',
      '--unplug',
      '2,1',
      '--silence',
      '3,1',
    );
    const client = await serve('json', ['json-1']);
    expect(await simulate.ended).to.equal(0);
    await expectKept(client, simulate, 'json-1');
    const [summary] = simulate.events('summary');
    expect(summary).to.deep.include({ made: 100, acknowledged: 100, kept: 0 });
    expect(summary?.faults).to.include.keys('unplug', 'silence');
    expect((await portsOf(client))[0]?.counters.reopened).to.be.above(0);
  });

  it('is heard at the speed of its line, and takes its links away at the end', async () => {
    const simulate = await begin('nmea0183', '--baud', '4800', '--duration', '3600');
    const client = await serve('nmea0183', ['nmea0183-1']);
    const bad = async (): Promise<boolean> => ((await portsOf(client))[0]?.counters.discardedBytes ?? 0) > 100;
    await eventually('the gateway at 9600 hears garbage', bad, 20_000);
    expect(await historyOf(client, 'nmea0183-1')).to.deep.equal([]);
    simulate.process.kill('SIGINT');
    expect(await simulate.ended).to.equal(0);
    expect(existsSync(pathOf('nmea0183-1'))).to.equal(false);
  });
});
