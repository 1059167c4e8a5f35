import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { imei } from '../../src/simulator/queclink/frames.js';
import type { TrackerProtocol } from '../../src/simulator/trackers/index.js';
import { historyOf, portsOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { startSimulate, type Simulate } from '../support/gateway/simulate.js';
import { killAll } from '../support/gateway/waypost.js';

const from = '2026-11-21T08:00:00.000Z';
const faults = ['--resend', '0.2', '--shuffle', '4', '--noise', '0.0006', '--cut', '0.06'];

describe('waypost simulate and a gateway', () => {
  const folder = useFolder();
  afterEach(killAll);

  const pathOf = (deviceId: string): string => join(folder(), 'ports', `${deviceId}.tty`);

  async function simulate(protocol: TrackerProtocol, ...args: readonly string[]): Promise<Simulate> {
    mkdirSync(join(folder(), 'data'), { recursive: true });
    return startSimulate('--protocol', protocol, '--folder', join(folder(), 'ports'), '--from', from, ...args);
  }

  /** Starts a gateway on the ports of these trackers and signs in. */
  async function serve(protocol: TrackerProtocol, deviceIds: readonly string[]): Promise<Client> {
    const ports = deviceIds.map((deviceId) => ({ path: pathOf(deviceId), protocol, deviceId }));
    const { url } = await startGateway({ folder: folder(), config: { serial: { ports } } });
    return signIn(url, { apiKey: TEST_KEY });
  }

  /** The times of a tracker's records in the events with these members. */
  const timesOf = (simulation: Simulate, deviceId: string, members: object): unknown[] =>
    simulation
      .events()
      .filter(
        (line) => line.deviceId === deviceId && Object.entries(members).every(([key, value]) => line[key] === value),
      )
      .map(({ dateTime }) => dateTime);

  async function expectStoredOnce(client: Client, simulation: Simulate, deviceId: string): Promise<void> {
    const stored = (await historyOf(client, deviceId)).map(({ dateTime }) => dateTime);
    const acknowledged = timesOf(simulation, deviceId, { event: 'settled', outcome: 'acknowledged' });
    expect(new Set(stored).size, 'no record is stored twice').to.equal(stored.length);
    expect(stored, 'acknowledged records are stored').to.include.members(acknowledged);
    expect(timesOf(simulation, deviceId, { event: 'made' }), 'no other records are stored').to.include.members(stored);
  }

  for (const protocol of ['json', 'wpt'] as const) {
    it(`records acknowledged to ${protocol} trackers are stored exactly once over a faulty line`, async () => {
      const deviceIds = [`${protocol}-1`, `${protocol}-2`];
      const speed = ['--interval', '0.2', '--duration', '20', '--speed', '16'];
      const simulation = await simulate(protocol, '--count', '2', ...speed, ...faults);
      const client = await serve(protocol, deviceIds);
      expect(await simulation.ended).to.equal(0);

      for (const deviceId of deviceIds) {
        await expectStoredOnce(client, simulation, deviceId);
        const summary = simulation.events('summary').find((line) => line.deviceId === deviceId);
        expect(summary).to.deep.include({ made: 100, refused: 0, dropped: 0, kept: 0, acknowledged: 100 });
        expect(await historyOf(client, deviceId)).to.have.length(100);
      }
      // The faults depend on the times of the transmissions: one tracker alone can be spared a kind.
      const kinds = simulation.events('summary').flatMap(({ faults }) => Object.keys(faults ?? {}));
      expect(kinds).to.include.members(['resend', 'shuffle', 'cut', 'noise']);
    });
  }

  // Without checksums, a report that lost its end and one that lost its start can look like one report: nothing is cut.
  it('records acknowledged to queclink trackers are stored exactly once over a line that loses and repeats', async () => {
    const deviceId = imei('86000000', 1);
    const speed = ['--interval', '1', '--duration', '100', '--speed', '20'];
    const simulation = await simulate('queclink', ...speed, '--resend', '0.2', '--shuffle', '4', '--silence', '2,0.5');
    const client = await serve('queclink', [deviceId]);
    expect(await simulation.ended).to.equal(0);

    await expectStoredOnce(client, simulation, deviceId);
    expect(simulation.events('summary')[0]).to.deep.include({ made: 100, refused: 0, dropped: 0, kept: 0 });
    expect(await historyOf(client, deviceId)).to.have.length(100);
  });

  it('no record is lost over a port that is unplugged again and again', async () => {
    const simulation = await simulate(
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
    expect(await simulation.ended).to.equal(0);
    await expectStoredOnce(client, simulation, 'json-1');
    const [summary] = simulation.events('summary');
    expect(summary).to.deep.include({ made: 100, acknowledged: 100, kept: 0 });
    expect(summary?.faults).to.include.keys('unplug', 'silence');
    expect((await portsOf(client))[0]?.counters.reopened).to.be.above(0);
  });

  it('a gateway at another speed reads only wrong bytes, and simulate removes its links at the end', async () => {
    const simulation = await simulate('nmea0183', '--baud', '4800', '--duration', '3600');
    const client = await serve('nmea0183', ['nmea0183-1']);
    const hasDiscarded = async (): Promise<boolean> => ((await portsOf(client))[0]?.counters.discardedBytes ?? 0) > 100;
    await eventually('the gateway at 9600 discards bytes', hasDiscarded);
    expect(await historyOf(client, 'nmea0183-1')).to.deep.equal([]);
    simulation.process.kill('SIGINT');
    expect(await simulation.ended).to.equal(0);
    expect(existsSync(pathOf('nmea0183-1'))).to.equal(false);
  });
});
