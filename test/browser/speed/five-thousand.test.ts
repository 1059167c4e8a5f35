import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn } from '../../support/api/client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { killAll } from '../../support/gateway/waypost.js';
import { startFleet, type Fleet } from '../../support/store/fleet.js';
import { signInTo, useBrowser } from '../browser.js';
import { mainThreadWork, median, memoryOf, percentile } from '../measurements.js';

const DEVICES = 5_000;
/** Each reports every 20 s: 250 reports per second. */
const INTERVAL_MS = 20_000;
const DRAGS = 12;
const ROUNDS = 3;

describe('five thousand devices in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let fleet: Fleet | undefined;
  let gateway: Gateway | undefined;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-5000-'));
    fleet = startFleet(folder, DEVICES, INTERVAL_MS);
    gateway = await startGateway({
      folder,
      config: { serial: { ports: fleet.ports, unknownDevices: 'register' }, licenses: { total: DEVICES } },
      inheritsNothing: true,
    });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const used = async () => ((await client.call('GET', '/api/licenses')).body.licenses as { used: number }).used;
    await eventually('all devices are received', async () => (await used()) === DEVICES);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    fleet?.stop();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the map pans smoothly, takes little memory, and its list has every device', async () => {
    const { page } = await browser.open();
    await signInTo(page, gateway?.url ?? '');
    await page.locator(`.map-list ul[data-total="${DEVICES}"]`).waitFor();
    expect(await page.locator('.map-list li').count()).to.be.lessThan(60);
    const box = await page.locator('.map').boundingBox();
    if (box === null) throw new Error('the map has no size');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const pan = async (): Promise<void> => {
      for (let drag = 0; drag < DRAGS; drag++) {
        const way = drag % 2 === 0 ? 1 : -1;
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + way * 150, y + way * 60, { steps: 20 });
        await page.mouse.up();
      }
    };
    await pan();
    const rounds: (readonly number[])[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await mainThreadWork(browser.browser(), page, pan));
    const frames = rounds.flat();
    const each = rounds.map((round) => percentile(round, 0.95));
    const { heap } = await memoryOf(browser.browser(), page);
    console.log(
      `      ${DEVICES} devices: ${frames.length} frames, work per frame ${median(frames).toFixed(1)} ms (median), ` +
        `${each.map((most) => most.toFixed(1)).join(', ')} ms (p95); heap ${heap.toFixed()} MB`,
    );
    expect(frames.length).to.be.greaterThan(50 * ROUNDS);
    // Processor time, not elapsed time: other programs slow a round down only by their use of the caches, and not each.
    expect(median(each)).to.be.lessThan(25);
    expect(heap).to.be.lessThan(150);
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('no such device');
    await page.getByText('No device matches').waitFor();
  });
});
