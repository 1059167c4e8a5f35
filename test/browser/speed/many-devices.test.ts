import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn, type Client } from '../../support/api/client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { startFleet, type Fleet } from '../../support/store/fleet.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { killAll } from '../../support/gateway/waypost.js';
import { serveBarePage } from './bare-page.js';
import { signInTo, useBrowser } from '../browser.js';
import { framesPerSecond, median, memoryOf, timeToShow } from '../measurements.js';

const DEVICES = 500;
/** A short load on the machine affects only one of them. */
const ROUNDS = 5;
const SECONDS = 3;
/** The first view takes at most this many times what a page without a library takes for the same devices. */
const MAX_OF_BARE_PAGE = 10;

const milliseconds = (values: readonly number[]): string =>
  `${median(values).toFixed()} ms (${values.map((one) => one.toFixed()).join(', ')})`;

/** Rows that a screen shows at once. */
const VISIBLE_ROWS = 20;
const rows = (selector: string, count: number): string => `document.querySelectorAll('${selector}').length >= ${count}`;
/** The topmost canvas, which draws the trackers, is not empty. */
const dots = `(() => {
  const sheet = [...document.querySelectorAll('.map-overlay')].at(-1);
  if (!sheet || sheet.width === 0) return false;
  const { data } = sheet.getContext('2d').getImageData(0, 0, sheet.width, sheet.height);
  return new Uint32Array(data.buffer).some((value) => value > 0);
})()`;
/** The list of the map renders only the rows in view. */
const list = {
  firstView: rows('.map-list li', VISIBLE_ROWS),
  all: `Number(document.querySelector('.map-list ul')?.dataset.total) >= ${DEVICES}`,
};
const views = [
  { path: '/map', conditions: { firstView: `${list.firstView} && ${dots}`, all: list.all } },
  {
    path: '/devices',
    // Only the visible rows are in the document.
    conditions: {
      firstView: rows('.rows tbody tr', VISIBLE_ROWS),
      all: `document.querySelector('.rows')?.getAttribute('aria-rowcount') === '${DEVICES + 1}'`,
    },
  },
];

describe('five hundred devices that report every second in a browser', () => {
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
    await eventually('all devices are received', async () => (await devices()).length === DEVICES);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    fleet?.stop();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { path, conditions } of views) {
    it(`${path} draws smoothly and takes little memory`, async () => {
      const { page } = await browser.open();
      await signInTo(page, url(), { path });
      await timeToShow(page, conditions);
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

    it(`${path} shows its first view within a second on an idle machine with an empty cache`, async () => {
      const bare = await serveBarePage((await client.call('GET', '/api/devices')).body);
      const took: { readonly bare: number; readonly firstView: number; readonly all: number }[] = [];
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const { page } = await browser.open();
          await page.goto(bare.url, { waitUntil: 'commit' });
          const { allRows } = await timeToShow(page, { allRows: rows('.rows tbody tr', DEVICES) });
          await page.addInitScript(`sessionStorage.setItem('waypost.token', ${JSON.stringify(client.token)})`);
          await page.goto(`${url()}/#${path}`, { waitUntil: 'commit' });
          took.push({ bare: allRows, ...(await timeToShow(page, conditions)) });
          await page.context().close();
        }
      } finally {
        bare.close();
      }
      const firstView = took.map((one) => one.firstView);
      const all = took.map((one) => one.all);
      const ceiling = took.map((one) => one.bare);
      console.log(
        `      ${DEVICES} devices: first view after ${milliseconds(firstView)}, all in the list after ${milliseconds(all)}; ` +
          `a bare page after ${milliseconds(ceiling)}`,
      );
      // A slow machine may take as much longer as it takes for a page without a library.
      const second = Math.max(1_000, MAX_OF_BARE_PAGE * Math.min(...ceiling));
      // Other load only slows it down, so one round within a second proves the claim.
      expect(Math.min(...firstView)).to.be.lessThan(second);
      expect(median(firstView)).to.be.lessThan(2 * second);
      // The rows below the screen may come later.
      expect(median(all)).to.be.lessThan(3 * second);
    });
  }
});
