import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startFleet, type Fleet } from '../support/fleet.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { killAll } from '../support/waypost.js';
import { signInTo, useBrowser } from './browser.js';
import { framesPerSecond, median, memoryOf, timeToShow } from './measurements.js';

const DEVICES = 500;
/** A machine that is busy with something else for a moment spoils one of them. */
const ROUNDS = 5;
const SECONDS = 3;

/** Rows that a screen shows at once. */
const IN_SIGHT = 20;
const rows = (selector: string, count: number): string => `document.querySelectorAll('${selector}').length >= ${count}`;
/** Something is drawn on the uppermost sheet, which is that of the trackers. */
const dots = `(() => {
  const sheet = [...document.querySelectorAll('.map-overlay')].at(-1);
  if (!sheet || sheet.width === 0) return false;
  const { data } = sheet.getContext('2d').getImageData(0, 0, sheet.width, sheet.height);
  return new Uint32Array(data.buffer).some((value) => value > 0);
})()`;
const inSightAndAll = (selector: string) => ({ inSight: rows(selector, IN_SIGHT), all: rows(selector, DEVICES) });
const list = inSightAndAll('.map-list li');
const views = [
  { path: '/map', looks: { inSight: `${list.inSight} && ${dots}`, all: list.all } },
  { path: '/devices', looks: inSightAndAll('.rows tbody tr') },
];

describe('five hundred devices that report every second, in a browser', function () {
  this.timeout(90_000);
  const browser = useBrowser();
  let folder = '';
  let fleet: Fleet | undefined;
  let gateway: Gateway | undefined;
  let client: Client;
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-many-'));
    fleet = startFleet(folder, DEVICES);
    gateway = await startGateway({
      folder,
      config: { serial: { ports: fleet.ports, unknownDevices: 'register' }, licenses: { total: DEVICES } },
      inheritsNothing: true,
    });
    client = await signIn(url(), { apiKey: TEST_KEY });
    const devices = async () => (await client.call('GET', '/api/devices')).body.devices as readonly unknown[];
    await eventually('all are heard', async () => (await devices()).length === DEVICES, 30_000);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    fleet?.stop();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { path, looks } of views) {
    it(`${path}: moves smoothly, and takes little memory`, async () => {
      const { page } = await browser.open();
      await signInTo(page, url(), { path });
      await timeToShow(page, looks);
      const frames: number[] = [];
      for (let round = 0; round < ROUNDS; round++) frames.push(await framesPerSecond(page, SECONDS));
      const { heap, own } = await memoryOf(browser.browser(), page);
      const all = frames.map((one) => one.toFixed()).join(', ');
      console.log(
        `      ${DEVICES} devices: ${median(frames).toFixed()} frames/s (${all}), heap ${heap.toFixed()} MB, the page's process ${own.toFixed()} MB of its own`,
      );
      expect(median(frames)).to.be.greaterThan(30);
      expect(heap).to.be.lessThan(200);
      expect(own).to.be.lessThan(200);
    });

    it(`${path}: is there within a second of being opened, on a machine that is free for it, with nothing of it kept by the browser`, async () => {
      const took: { readonly inSight: number; readonly all: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { page } = await browser.open();
        await page.addInitScript(`sessionStorage.setItem('waypost.token', ${JSON.stringify(client.token)})`);
        await page.goto(`${url()}/#${path}`, { waitUntil: 'commit' });
        took.push(await timeToShow(page, looks));
        await page.context().close();
      }
      const inSight = took.map((one) => one.inSight);
      const all = took.map((one) => one.all);
      const each = inSight.map((one) => one.toFixed()).join(', ');
      console.log(
        `      ${DEVICES} devices: first view after ${median(inSight).toFixed()} ms (${each}), all in the list after ${median(all).toFixed()}`,
      );
      // Whatever else the machine does makes it slower and never faster: once within a second shows that it can.
      expect(Math.min(...inSight)).to.be.lessThan(1_000);
      expect(median(inSight)).to.be.lessThan(2_000);
      // Nobody sees the rows below the screen come: that they do is what matters.
      expect(median(all)).to.be.lessThan(3_000);
    });
  }
});
