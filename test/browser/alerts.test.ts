import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { createClock } from '../../src/time/clock.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser } from './browser.js';

const ROUNDS = 50;
/** The goals are 500 ms and 1 s at p99; a loaded machine takes longer. */
const MAX_BANNER_MS = 10_000;
const MAX_ACKNOWLEDGED_MS = 10_000;
const SCREENSHOTS = process.env.WAYPOST_SCREENSHOTS;

const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;
const figures = (values: readonly number[]): string =>
  `p50 ${percentile(values, 0.5)} ms, p99 ${percentile(values, 0.99)} ms`;

describe('alerts that need a person, in a browser', () => {
  const browser = useBrowser();
  const { now } = createClock();
  let folder = '';
  let line: VirtualPort | undefined;
  let gateway: Gateway | undefined;
  let client: Client;
  let port = 0;
  const url = (): string => gateway?.url ?? '';

  async function start(): Promise<void> {
    const ports = [{ path: line?.path ?? '', protocol: 'json' }];
    const config = { serial: { ports } };
    gateway = await startGateway({ folder, config, arguments: ['--port', String(port)] });
    client = await signIn(url(), { apiKey: TEST_KEY });
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-alerts-'));
    mkdirSync(join(folder, 'data'));
    line = openVirtualPort(join(folder, 'bus-7.tty'));
    port = await freePort();
    await start();
    await client.call('POST', '/api/devices', { id: 'bus-7', name: 'Bus 7' });
    await client.call('POST', '/api/devices', { id: 'van-2', name: 'Van 2' });
    const dateTime = new Date(now()).toISOString();
    await client.call('POST', '/api/devices/bus-7/locations', { dateTime, latitude: 52.9, longitude: 5.7, speed: 3 });
    await client.call('POST', '/api/devices/van-2/locations', { dateTime, latitude: 52.92, longitude: 5.75 });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    line?.close();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The tracker sends an alert over its port; resolves with the time. */
  function raise(text: string, name = 'SOSButton', deviceId = 'bus-7'): number {
    const sentAt = now();
    const alert = { alertName: name, dateTime: new Date(sentAt).toISOString(), text };
    void line?.write(Buffer.from(`${JSON.stringify({ deviceId, alert })}\n`));
    return sentAt;
  }
  async function acknowledgeAll(): Promise<void> {
    const { body } = await client.call('GET', '/api/alerts?attention=true&acknowledged=false');
    for (const { id } of body.alerts as { id: string }[]) await client.call('POST', `/api/alerts/${id}/acknowledge`);
  }
  afterEach(acknowledgeAll);

  /** The time when the banner had the text, or had it no more, and was drawn. */
  const bannerAt = (page: Page, text: string, isThere: boolean): Promise<number> =>
    page.evaluate<number>(`new Promise((resolve) => {
      const check = () => {
        const has = (document.querySelector('.attention')?.textContent ?? '').includes(${JSON.stringify(text)});
        if (has === ${String(isThere)}) requestAnimationFrame(() => resolve(Date.now()));
        return has === ${String(isThere)};
      };
      if (check()) return;
      const observer = new MutationObserver(() => { if (check()) observer.disconnect(); });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    })`);
  const banner = (page: Page) => page.getByRole('region', { name: 'Alerts that need attention' });
  async function shoot(page: Page, name: string): Promise<void> {
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }

  it('an SOS reaches every page at once, and its acknowledgement every browser', async () => {
    const [{ page: first }, { page: second }] = [await browser.open(), await browser.open()];
    await signInTo(first, url(), { path: '/devices' });
    await signInTo(second, url(), { path: '/map' });
    const [raised, acknowledged]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const text = `sos ${round}.`;
      const shown = [bannerAt(first, text, true), bannerAt(second, text, true)];
      const sentAt = raise(text);
      raised.push(...(await Promise.all(shown)).map((at) => at - sentAt));
      const gone = bannerAt(first, text, false);
      const clickedAt = await second.evaluate<number>(
        `(() => { document.querySelector('.attention button[type=submit]').click(); return Date.now(); })()`,
      );
      acknowledged.push((await gone) - clickedAt);
      await bannerAt(second, text, false);
    }
    console.log(
      `      ${ROUNDS} alerts: port to banner ${figures(raised)}; acknowledged to other browser ${figures(acknowledged)}`,
    );
    expect(percentile(raised, 0.99)).to.be.below(MAX_BANNER_MS);
    expect(percentile(acknowledged, 0.99)).to.be.below(MAX_ACKNOWLEDGED_MS);
  });

  it('the banner names device, alert, age and position; title, badge and list count it; the note is kept', async () => {
    const { page, complaints } = await browser.open({ viewport: { width: 1440, height: 900 } });
    await signInTo(page, url());
    raise('driver', 'IgnitionOn');
    raise('seat 4');
    await banner(page).getByText('SOSButton').waitFor();
    // The name may come with the list of devices, after the alert.
    await banner(page).getByText('Bus 7').waitFor();
    expect(await banner(page).textContent()).to.match(/Bus 7.*(now|ago).*52\.90000, 5\.70000.*seat 4/);
    expect(await banner(page).textContent(), 'an ignition needs no person').not.to.include('IgnitionOn');
    expect(await page.title()).to.equal('(1) Map · Waypost');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Alerts' });
    expect(await link.textContent()).to.include('1 unacknowledged alert');
    raise('seat 4 again');
    raise('crashed', 'Crash', 'van-2');
    await page.getByText('2 times').waitFor();
    await eventually('the title counts them', async () => (await page.title()) === '(3) Map · Waypost');
    await shoot(page, 'map-desktop');
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await banner(page).getByRole('link', { name: '52.90000, 5.70000' }).click();
    await link.click();
    await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Acknowledged' }).selectOption('open');
    await eventually('the filter holds', async () => (await page.locator('tbody tr').count()) === 3);
    await shoot(page, 'alerts-desktop');
    const row = banner(page).getByRole('listitem').filter({ hasText: 'Bus 7' });
    await row.getByRole('textbox', { name: 'Note' }).fill('called the driver');
    await row.getByRole('textbox', { name: 'Note' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Acknowledged' }).selectOption('acknowledged');
    await page.locator('tbody tr').filter({ hasText: 'called the driver' }).first().waitFor();
    await shoot(page, 'alerts-acknowledged');
    await page.goto(`${url()}/#/devices/van-2`);
    await page.locator('.plain-list').getByRole('button', { name: 'Acknowledge Crash, Van 2' }).click();
    await shoot(page, 'device-desktop');
    expect(complaints).to.deep.equal([]);
  });

  it('the banner links to exactly the alerts that it counts, whatever their age', async () => {
    const { page, complaints } = await browser.open();
    const dateTime = new Date(now() - 3 * 86_400_000).toISOString();
    for (const alertName of ['SOSButton', 'Crash', 'Tow', 'Jamming', 'GPSUnplugged'])
      await client.call('POST', '/api/devices/van-2/alerts', { dateTime, alertName });
    await client.call('POST', '/api/devices/van-2/alerts', { dateTime, alertName: 'IgnitionOn' });
    await signInTo(page, url());
    await banner(page).getByRole('link', { name: '2 more alerts' }).click();
    await page.getByRole('heading', { name: 'Unacknowledged alerts of the last 7 days' }).waitFor();
    await page.getByText('Shown: 5').waitFor();
    expect(await page.title()).to.match(/^\(5\) /);
    expect(await page.getByRole('navigation').locator('[aria-current=page]').textContent()).to.include('Alerts');
    await shoot(page, 'unacknowledged');
    raise('seat 4');
    await page.getByText('Shown: 6').waitFor();
    await banner(page)
      .getByRole('button', { name: /^Acknowledge/ })
      .first()
      .click();
    await page.getByText('Shown: 5').waitFor();
    await acknowledgeAll();
    await page.getByText('All alerts that need attention are acknowledged.').waitFor();
    await page.getByRole('link', { name: 'All alerts' }).click();
    await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('on a telephone, the badge is outside the closed menu and the banner leaves room for the page', async () => {
    const { page } = await browser.open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await signInTo(page, url(), { path: '/devices' });
    raise('seat 4');
    raise('crashed', 'Crash', 'van-2');
    await banner(page).getByText('Van 2').waitFor();
    const badge = page.locator('header').getByRole('link', { name: '2 unacknowledged alerts' });
    expect(await badge.isVisible()).to.equal(true);
    const { width } = (await page.locator('body').boundingBox()) ?? { width: 0 };
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(width);
    const box = (await banner(page).boundingBox()) ?? { height: Infinity };
    expect(box.height).to.be.below(400);
    await shoot(page, 'devices-phone');
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await badge.click();
    await page.getByRole('heading', { name: 'Unacknowledged alerts' }).waitFor();
    await shoot(page, 'alerts-phone');
  });

  it('a display and a user without the privilege see the banner, and cannot acknowledge', async () => {
    const { body } = await client.call('POST', '/api/displays', { name: 'Gate' });
    const { page } = await browser.open();
    await page.goto(`${url()}${String(body.path)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    raise('seat 4');
    await banner(page).getByText('SOSButton').waitFor();
    expect(await banner(page).getByRole('button').count()).to.equal(0);
    await shoot(page, 'display');
  });

  it('an unacknowledged alert is there again after a kill -9, and an acknowledged one is not', async () => {
    const { page } = await browser.open();
    await signInTo(page, url());
    raise('before the kill');
    await banner(page).getByText('before the kill').waitFor();
    await gateway?.end('SIGKILL');
    await page.getByText('Not connected').waitFor();
    await start();
    const startedAt = now();
    raise('after the start');
    await banner(page).getByText('after the start').waitFor();
    console.log(`      the page shows an alert ${now() - startedAt} ms after the start of a killed gateway`);
    await banner(page)
      .getByRole('button', { name: /^Acknowledge/ })
      .click();
    await banner(page).waitFor({ state: 'detached' });
    await gateway?.end('SIGKILL');
    await start();
    const { page: other } = await browser.open();
    await signInTo(other, url());
    await eventually('the page is live', async () => (await other.getByText('Live', { exact: true }).count()) > 0);
    expect(await banner(other).count()).to.equal(0);
  });

  it('the sound is off until the viewer switches it on, and is remembered', async () => {
    const { page } = await browser.open();
    await signInTo(page, url());
    const sound = page.getByRole('checkbox', { name: 'Sound for alerts' });
    expect(await sound.isChecked()).to.equal(false);
    await sound.check();
    await page.reload();
    await page.getByRole('heading', { name: 'Map' }).waitFor();
    expect(await sound.isChecked()).to.equal(true);
  });
});
