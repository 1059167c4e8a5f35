import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser } from './browser.js';

const DEVICES = 40;
const SECOND = 1_000;
const MAX_REQUESTS = 25;
const MAX_BYTES = 350_000;

describe('the map in a browser', () => {
  const browser = useBrowser();
  const clock = createClock();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-map-'));
    const port = { path: join(folder, 'missing.tty'), protocol: 'nmea0183', deviceId: 'bus-0' };
    gateway = await startGateway({ folder, config: { serial: { ports: [port] } } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    const now = clock.now();
    for (let index = 0; index < DEVICES; index++) {
      const id = `bus-${index}`;
      await client.call('POST', '/api/devices', { id });
      const locations = Array.from({ length: 60 }, (_, second) => ({
        dateTime: new Date(now - (60 - second) * SECOND).toISOString(),
        latitude: 52 + index / 100,
        longitude: 5 + second / 1000,
        speed: index % 2 === 0 ? 9 : 0,
        battery: 71,
        attributes: { ignition: true },
      }));
      await client.call('POST', `/api/devices/${id}/locations`, { locations });
    }
    await client.call('POST', '/api/groups', { name: 'North', devices: ['bus-1', 'bus-2'] });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const locale of ['en-GB', 'es-ES']) {
    it(`the first map takes few requests and bytes in ${locale}`, () => measureFirstMap(locale));
  }

  async function measureFirstMap(locale: string): Promise<void> {
    const { page } = await browser.open({ locale });
    await page.addInitScript(`sessionStorage.setItem('waypost.token', ${JSON.stringify(client.token)})`);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let [requests, bytes] = [0, 0];
    session.on('Network.requestWillBeSent', () => requests++);
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const outline = page.waitForResponse(/world\.json/);
    const trails = page.waitForResponse(/api\/trails/);
    await page.goto(`${url()}/#/map`);
    await (await outline).finished();
    await (await trails).finished();
    console.log(`      ${DEVICES} devices, ${locale}: ${requests} requests, ${(bytes / 1000).toFixed()} kB`);
    expect(requests).to.be.within(10, MAX_REQUESTS);
    expect(bytes).to.be.within(100_000, MAX_BYTES);
  }

  it('search and group filter the list, and the card shows the values of a device', async () => {
    const { page } = await browser.open({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
    await signInTo(page, url());
    await page.getByLabel('Group', { exact: true }).selectOption('North');
    await page.locator('.map-list ul[data-total="2"]').waitFor();
    await page.getByRole('searchbox').fill('bus-2');
    await page.locator('.map-list ul[data-total="1"]').waitFor();
    await page.getByRole('button', { name: 'Show bus-2 on the map' }).click();
    const card = page.getByRole('region', { name: 'bus-2' });
    for (const text of ['20 mph', '71 %', 'On']) await card.getByText(text, { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Copy position' }).click();
    await card.getByText('Copied').waitFor();
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await card.getByRole('button', { name: 'Close' }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('a closed port is shown on every page, and its device is not live', async () => {
    const { page } = await browser.open({ viewport: { width: 390, height: 844 } });
    await signInTo(page, url(), { path: '/groups' });
    const banner = page.locator('.problem-banner');
    await banner.filter({ hasText: 'no such device' }).waitFor();
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await banner.getByRole('link').click();
    await page.waitForURL(/#\/health$/);
    await banner.waitFor({ state: 'detached' });
  });

  it('pages open while the gateway is stopped, and the banner shows that the connection is lost', async () => {
    const { page } = await browser.open();
    const rules = page.waitForResponse(/\/app\/rules-\w+\.js/);
    await signInTo(page, url());
    // Resolves when the module and all that it imports are loaded.
    await page.evaluate(`import(${JSON.stringify((await rules).url())})`);
    gateway?.process.kill('SIGKILL');
    await page.locator('.problem-banner.is-bad').filter({ hasText: 'Connection lost' }).waitFor();
    await page.evaluate("location.hash = '#/rules'");
    await page.locator('h1').filter({ hasText: 'Notification rules' }).waitFor();
  });
});
