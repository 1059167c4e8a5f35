import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { imei, queclinkReport } from '../../src/simulator/queclink/frames.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { historyOf } from '../support/api/api-queries.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';

const deviceId = imei('86000000', 1);
const fix = createVehicle({ seed: 7 }).fixAt(Date.UTC(2026, 10, 21, 8));
/** An SOS without a fix. */
const call = `:GTSOS,1A0102,${deviceId},,0,0,1,0,,,,,,,0204,0016,03EC,BD94,,50,20261121080200,0002$`;
const from = '2026-11-21T00:00:00Z';
const to = '2026-11-22T00:00:00Z';

describe('a Queclink tracker on a pseudo-terminal', () => {
  const folder = useFolder();
  let line: VirtualPort;
  let replies = '';
  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    line = openVirtualPort(join(folder(), 'tracker'));
    replies = '';
    line.onData((bytes) => (replies += Buffer.from(bytes).toString('latin1')));
  });
  afterEach(() => {
    killAll();
    line.close();
  });

  /** Repeats a report until it is acknowledged, as trackers do, because data sent before the port is open is lost. */
  async function say(text: string, sack: string): Promise<void> {
    replies = '';
    await eventually(`${sack} arrives`, async () => {
      await line.write(text);
      return replies.includes(sack);
    });
  }

  it('a report is stored once, also when the tracker repeats it from its buffer after a power cut', async () => {
    const config = { serial: { ports: [{ path: line.path, protocol: 'queclink', deviceId }] } };
    const report = { message: 'FRI', deviceId, fix, count: 1 } as const;
    const before = await startGateway({ folder: folder(), config });
    await say(queclinkReport(report), '+SACK:0001$');
    await say(`+RESP${call}`, '+SACK:0002$');
    await before.end('SIGKILL');

    const { url } = await startGateway({ folder: folder(), config });
    await say(queclinkReport(report, true), '+SACK:0001$');
    await say(`+BUFF${call}`, '+SACK:0002$');
    await say(`+ACK:GTHBD,1A0102,${deviceId},,20261121080300,00A1$`, '+SACK:GTHBD,1A0102,00A1$');
    const client = await signIn(url, { apiKey: TEST_KEY });
    const [location, ...others] = await historyOf(client, deviceId);
    expect(location).to.include({ latitude: fix.latitude, longitude: fix.longitude, dateTime: fix.dateTime });
    expect(others).to.be.empty;
    const { body } = await client.call('GET', `/api/devices/${deviceId}/alerts?from=${from}&to=${to}`);
    const alerts = body.alerts as { dateTime: string; alerts: string[] }[];
    expect(alerts.map(({ dateTime, alerts: names }) => [dateTime, ...names])).to.deep.equal([
      ['2026-11-21T08:02:00.000Z', 'SOSButton'],
    ]);
  });
});
