import { expect } from 'chai';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UplinkView } from '../../src/schema/uplinks/uplink.js';
import { FAR_SIDES, type FarSideType } from '../fault/uplinks/far-sides.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt } from '../support/store/records.js';

const DEVICES = ['bus', 'van'];
const NAME = 'center';

type Health = { status: string; uplinks: readonly { state: string }[] };

describe('a card image that is put back, with a real far side', () => {
  const folder = useFolder();
  let gateway: Gateway | undefined;
  let client: Client;
  let endFarSide: (() => Promise<void>) | undefined;
  let second = 0;
  /** what the gateway has acknowledged, and has not lost with its card */
  let stored = new Set<string>();

  afterEach(async () => {
    await gateway?.end('SIGKILL');
    await endFarSide?.();
    gateway = endFarSide = undefined;
    second = 0;
    stored = new Set();
  });

  const data = (): string => join(folder(), 'data');
  const image = (): string => join(folder(), 'image');

  async function start(type: FarSideType, port: number, enabled: boolean): Promise<void> {
    gateway = await startGateway({
      folder: folder(),
      config: { uplinks: [{ name: NAME, from: 'start', enabled, ...type.settings(port) }] },
    });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
  }

  async function post(records: number): Promise<void> {
    for (const id of DEVICES) {
      const locations = Array.from({ length: records }, () => fixAt((second += 1)));
      const { status } = await client.call('POST', `/api/devices/${id}/locations`, { locations });
      expect(status).to.equal(201);
      for (const { dateTime } of locations) stored.add(`location ${id} ${dateTime}`);
    }
    const dateTime = fixAt((second += 1)).dateTime;
    await client.call('POST', `/api/devices/bus/alerts`, { alerts: ['SOSButton'], dateTime });
    stored.add(`alert bus ${dateTime}`);
  }

  async function uplink(): Promise<UplinkView | undefined> {
    const { uplinks } = (await client.call('GET', '/api/uplinks')).body as unknown as { uplinks: UplinkView[] };
    return uplinks[0];
  }
  const reaches = (state: string): Promise<number> =>
    eventually(`the uplink is ${state}`, async () => {
      const found = await uplink();
      return found?.state === state && (state !== 'idle' || found.behind.records === 0);
    });

  /** Records that were not forwarded before are lost with the card. */
  async function putBack(before: ReadonlySet<string>): Promise<void> {
    await gateway?.end('SIGKILL');
    rmSync(data(), { recursive: true });
    cpSync(image(), data(), { recursive: true });
    stored = new Set(before);
  }

  async function obeyWhatItNames(): Promise<void> {
    await reaches('stopped');
    expect((await uplink())?.reason).to.include(`waypost uplink reset ${NAME} --new-generation`);
    const health = (await client.call('GET', '/api/health')).body as unknown as Health;
    expect([health.status, health.uplinks[0]?.state]).to.deep.equal(['degraded', 'stopped']);
    const metrics = await fetch(`${gateway?.url ?? ''}/metrics`, {
      headers: { Authorization: `Bearer ${client.token}` },
    });
    expect(await metrics.text()).to.include(`waypost_uplink_stopped{uplink="${NAME}"} 1`);
    const { status } = await client.call('POST', `/api/uplinks/${NAME}/reset`, { newGeneration: true });
    expect(status).to.equal(200);
  }

  for (const type of FAR_SIDES) {
    it(`${type.type}: everything arrives, however often it is put back, and whether the uplink was on or off`, async () => {
      const farFolder = join(folder(), 'far');
      mkdirSync(farFolder);
      const far = await type.start(farFolder, DEVICES);
      endFarSide = far.end;
      await start(type, far.port, true);
      for (const id of DEVICES) await client.call('POST', '/api/devices', { id });
      await post(40);
      await reaches('idle');
      cpSync(data(), image(), { recursive: true });
      const atImage = new Set(stored);
      await post(30);
      await reaches('idle');
      const forwarded = new Set(stored);

      for (const isOff of [true, false]) {
        await putBack(atImage);
        await start(type, far.port, !isOff);
        if (isOff) {
          // Longer than what the far side has of the other records.
          await post(60);
          await gateway?.end('SIGKILL');
          await start(type, far.port, true);
        }
        await post(20);
        if (type.type !== 'mqtt') await obeyWhatItNames();
        await reaches('idle');
        await post(5);
        await reaches('idle');
        for (const one of stored) forwarded.add(one);
      }
      const arrived = await far.arrived();
      const contents = arrived.map(({ kind, deviceId, dateTime }) => `${kind} ${deviceId} ${dateTime}`);
      expect(new Set(contents)).to.deep.equal(forwarded);
      if (type.isExactlyOnce) expect(contents).to.have.lengthOf(forwarded.size);
      if (type.isExactlyOnce) expect(new Set(arrived.map(({ id }) => id)).size).to.equal(arrived.length);
    });
  }
});
