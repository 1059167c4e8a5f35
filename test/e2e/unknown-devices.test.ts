import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { createWptTracker, type WptTracker } from '../../src/simulator/wpt/tracker.js';
import { aisSentences } from '../../src/simulator/ais/sentences.js';
import { classA } from '../support/protocols/ais-messages.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { everyLocationOf } from '../support/api/all-locations.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';
import { killAll } from '../support/gateway/waypost.js';

type UnknownDevice = { readonly id: string; readonly records: number; readonly source: { readonly protocol: string } };
const SHIP = '244660001';

describe('unregistered trackers on pseudo-terminals', () => {
  const folder = useFolder();
  const clock = createClock();
  const vehicle = createVehicle({ seed: 3 });
  let lines: Record<'json' | 'wpt' | 'ais', VirtualPort>;
  let tracker: WptTracker;
  let ticking: NodeJS.Timeout;
  let gateway: Gateway;
  let client: Client;
  let replies = '';
  let measured = 0;

  async function start(): Promise<void> {
    const ports = Object.entries(lines).map(([protocol, { path }]) => ({ path, protocol }));
    gateway = await startGateway({ folder: folder(), config: { serial: { ports } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await eventually('all ports are open', async () => {
      const { body } = await client.call('GET', '/api/ports');
      return (body.ports as { state: string }[]).every(({ state }) => state === 'open');
    });
  }
  const listed = async (): Promise<UnknownDevice[]> =>
    (await client.call('GET', '/api/unknownDevices')).body.unknownDevices as UnknownDevice[];
  const recordsOf = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await listed()).map(({ id, records }) => [id, records]));
  const measure = (count: number): void => {
    for (let n = 0; n < count; n += 1) tracker.addFix(vehicle.fixAt(Date.UTC(2026, 10, 21) + (measured += 1) * 1000));
  };
  const acknowledged = (): Promise<number> => eventually('all records are acknowledged', () => tracker.kept() === 0);

  /** Sends a fix as JSON and returns the status of its reply. */
  async function sendFix(second: number): Promise<number> {
    replies = '';
    await lines.json.write(`${JSON.stringify({ id: second, deviceId: 'van', location: fixAt(second) })}\n`);
    await eventually('the reply is there', () => replies.endsWith('\n'));
    return (JSON.parse(replies) as { status: number }).status;
  }

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    const open = (name: string): VirtualPort => openVirtualPort(join(folder(), name));
    lines = { json: open('json'), wpt: open('wpt'), ais: open('ais') };
    lines.json.onData((bytes) => (replies += Buffer.from(bytes).toString()));
    measured = 0;
    tracker = createWptTracker({
      deviceId: 'trk-1',
      newEpoch: () => '9F3A01C2',
      send: (text) => void lines.wpt.write(text),
      now: () => clock.monotonic(),
    });
    lines.wpt.onData(tracker.onData);
    ticking = setInterval(tracker.tick, 50);
  });
  afterEach(() => {
    clearInterval(ticking);
    killAll();
    for (const line of Object.values(lines)) line.close();
  });

  it('unknown devices are listed, and an adopted device has its complete history, across kill -9 and restarts', async () => {
    await start();
    measure(300);
    for (const second of [1, 2]) expect(await sendFix(second)).to.equal(202);
    await lines.ais.write(aisSentences(classA()));
    await acknowledged();
    await eventually('the ship is listed', async () => (await recordsOf())[SHIP] === 1);
    await gateway.end('SIGKILL');
    measure(100);
    await start();
    expect(await recordsOf()).to.include({ [SHIP]: 1, van: 2 });
    expect((await listed()).map(({ source }) => source.protocol)).to.deep.equal(['ais', 'wpt', 'json']);
    expect(await sendFix(2)).to.equal(202);
    await acknowledged();
    await gateway.end('SIGTERM');
    await start();
    expect(await recordsOf()).to.deep.equal({ [SHIP]: 1, van: 2, 'trk-1': 400 });
    const { body: ports } = await client.call('GET', '/api/ports');
    expect(ports.ports).to.have.lengthOf(3);
    for (const [id, accepted] of Object.entries({ [SHIP]: 1, van: 2, 'trk-1': 400 })) {
      const { status, body } = await client.call('POST', `/api/unknownDevices/${id}/adopt`, {});
      expect({ status, ...body }).to.deep.include({ status: 201, accepted, duplicates: 0 });
      expect(await everyLocationOf(client, id)).to.have.lengthOf(accepted);
    }
    measure(50);
    expect(await sendFix(3)).to.equal(201);
    await acknowledged();
    await gateway.end('SIGKILL');
    await start();
    expect(await listed()).to.deep.equal([]);
    const dates = (await everyLocationOf(client, 'trk-1')).map(({ dateTime }) => Date.parse(dateTime));
    const expected = Array.from({ length: measured }, (_, n) => Date.UTC(2026, 10, 21) + (n + 1) * 1000);
    expect(dates).to.deep.equal(expected);
    expect(await everyLocationOf(client, 'van')).to.deep.equal([1, 2, 3].map(fixAt));
    await gateway.end('SIGTERM');
  });
});
