import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { createSimulation } from '../../src/simulator/simulation.js';
import { trackerKinds } from '../../src/simulator/trackers/index.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

const HOSTILE = '<img src=x onerror="alert(1)">';
const INTERVAL_MS = 1000;

describe('the dashboard in a browser', () => {
  const browser = useBrowser();
  const clock = createClock();
  let folder = '';
  let line: VirtualPort | undefined;
  let gateway: Gateway | undefined;
  let driving: NodeJS.Timeout | undefined;
  let client: Client;
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-browser-'));
    line = openVirtualPort(join(folder, 'bus-1.tty'));
    const port = { path: line.path, protocol: 'nmea0183', deviceId: 'bus-1' };
    gateway = await startGateway({ folder, config: { serial: { ports: [port] }, timeZone: 'Europe/Madrid' } });
    const simulation = createSimulation({
      kind: trackerKinds.nmea0183,
      assignments: [{ line, deviceIds: ['bus-1'] }],
      seed: 1,
      startAt: Math.ceil(clock.now() / INTERVAL_MS) * INTERVAL_MS,
      intervalMs: INTERVAL_MS,
      now: clock.monotonic,
    });
    driving = setInterval(() => {
      simulation.advance(clock.now());
    }, 50);
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', {
      id: 'evil',
      name: HOSTILE,
      description: HOSTILE,
      tags: { a: HOSTILE },
    });
    const dateTime = new Date(clock.now()).toISOString();
    const location = { dateTime, latitude: 52.84, longitude: 5.7, speed: 8, battery: 71 };
    await client.call('POST', '/api/devices/evil/locations', { location });
    await client.call('POST', '/api/devices/evil/alerts', { alertName: HOSTILE, text: HOSTILE });
    await eventually(
      'the tracker is received',
      async () => (await client.call('GET', '/api/devices/bus-1')).status === 200,
    );
  });
  after(async () => {
    clearInterval(driving);
    await gateway?.end('SIGTERM');
    line?.close();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  it('a user signs in with name and key, and the browser never stores the key', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url());
    await page.getByRole('navigation').getByRole('link', { name: 'Devices', exact: true }).waitFor();
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    expect(kept).not.to.include(TEST_KEY);
    expect(await page.content()).not.to.include(TEST_KEY);
    await page.reload();
    await page.locator('h1').filter({ hasText: 'Map' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('[name=secret]').waitFor();
    expect(await page.evaluate<number>('sessionStorage.length')).to.equal(0);
    // The token has ended: the browser itself notes an answer of 401 to what the page was still asking for.
    expectNoComplaints({ ...watched, complaints: watched.complaints.filter((one) => !one.includes('401')) });
  });

  it('the sign-in page shows that a key is wrong, and why the session ended', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await page.goto(url());
    await page.locator('[name=userName]').fill('admin');
    await page.locator('[name=secret]').fill('wrong');
    await page.locator('[type=submit]').click();
    await page.getByRole('alert').filter({ hasText: 'Wrong user name, password or API key' }).waitFor();
    await page.evaluate('sessionStorage.setItem("waypost.token", "x.eyJzdWIiOiJ4In0.y")');
    await page.reload();
    await page.getByRole('status').filter({ hasText: 'signed out' }).waitFor();
    // The browser itself notes each answer of 401.
    expect(watched.complaints.filter((one) => !one.includes('401'))).to.deep.equal([]);
  });

  it('the list and the map follow a moving tracker', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url());
    const item = page.locator('.map-list li').filter({ hasText: 'bus-1' });
    await item.filter({ hasText: 'Live' }).waitFor();
    await page.getByRole('button', { name: 'Show bus-1 on the map' }).click();
    const picture = (): Promise<string> =>
      page.evaluate<string>('[...document.querySelectorAll(".map-overlay")].map((one) => one.toDataURL()).join()');
    const before = await picture();
    await eventually('the map has changed', async () => (await picture()) !== before);
    expectNoComplaints(watched);
  });

  it('a click on a device on the map opens its card, which leads to its page', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url());
    await page.getByRole('button', { name: /^Show <img.* on the map$/ }).click();
    const card = page.getByRole('region', { name: HOSTILE });
    await card.getByText('71 %').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    const map = page.locator('.map');
    const box = (await map.boundingBox()) ?? { width: 0, height: 0 };
    await eventually('the click opens the card', async () => {
      await map.click({ position: { x: box.width / 2, y: box.height / 2 }, timeout: 1_000 }).catch(() => undefined);
      return card.isVisible();
    });
    expect(page.url()).to.match(/#\/map$/);
    await card.getByRole('link', { name: 'Open device' }).click();
    await page.waitForURL(/#\/devices\/evil$/);
    expectNoComplaints(watched);
  });

  it('the device page shows the history and downloads it as a file', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/devices/bus-1' });
    await page.locator('.uplot').first().waitFor();
    await page.getByText(/^Positions: \d+$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('bus-1.csv');
    expectNoComplaints(watched);
  });

  it('the device page sets a daily limit and shows its usage', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/devices/evil' });
    await page.getByLabel('Emails per day').fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('meter', { name: 'Emails today' }).waitFor();
    const { body } = await client.call('GET', '/api/devices/evil/limits');
    expect(body.limits).to.deep.include({ dailyEmailLimit: 0, dailySmsLimit: null });
    expectNoComplaints(watched);
  });

  it('the device page shows a new alert as soon as the feed has it', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/devices/bus-1' });
    await page.getByText('None in this range.').waitFor();
    await page.locator('.feed-note-live').waitFor();
    await client.call('POST', '/api/devices/bus-1/alerts', { alertName: 'SOSButton' });
    await page.locator('.plain-list').getByText('SOSButton').waitFor();
    expectNoComplaints(watched);
  });

  for (const path of ['/map', '/devices', '/devices/evil', '/no/such/page']) {
    it(`${path} shows markup in names as text and is accessible`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const watched = await browser.open({ colorScheme });
        const { page } = watched;
        await signInTo(page, url(), { path });
        if (!path.includes('such')) await page.getByText(HOSTILE).first().waitFor();
        if (path.endsWith('evil')) await page.locator('.uplot').first().waitFor();
        expect(await page.locator('img[src=x]').count()).to.equal(0);
        expect(await accessibilityViolations(page), colorScheme).to.deep.equal([]);
        expectNoComplaints(watched);
      }
    });
  }

  it('the sign-in page is accessible on a phone', async () => {
    const watched = await browser.open({ viewport: { width: 360, height: 640 } });
    await watched.page.goto(url());
    await watched.page.locator('[name=secret]').waitFor();
    expect(await accessibilityViolations(watched.page)).to.deep.equal([]);
    expectNoComplaints(watched);
  });

  it('the dashboard uses the language of the browser until the user chooses another', async () => {
    const watched = await browser.open({ locale: 'es-ES' });
    const { page } = watched;
    await signInTo(page, url(), { path: '/devices' });
    await page.locator('h1').filter({ hasText: 'Dispositivos' }).waitFor();
    await page.getByLabel('Idioma').selectOption('en');
    await page.locator('h1').filter({ hasText: 'Devices' }).waitFor();
    await page.reload();
    await page.locator('h1').filter({ hasText: 'Devices' }).waitFor();
    expectNoComplaints(watched);
  });

  it('a date and time that is typed is repeated in the language of the page', async () => {
    const watched = await browser.open({ locale: 'es-ES', timezoneId: 'Europe/Madrid' });
    const { page } = watched;
    await signInTo(page, url(), { path: '/alerts' });
    const field = page.locator('[name=from]');
    await field.fill('2026-03-04T17:08');
    const repeated = page.locator('label').filter({ has: field });
    await repeated.getByText('4 mar 2026, 17:08:00', { exact: true }).waitFor();
    await page.getByLabel('Idioma').selectOption('en');
    await repeated.getByText('4 Mar 2026, 17:08:00', { exact: true }).waitFor();
    expect(await field.inputValue()).to.equal('2026-03-04T17:08');
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    expectNoComplaints(watched);
  });

  it('a language whose texts cannot be loaded is shown in English', async () => {
    const { page } = await browser.open({ locale: 'es-ES' });
    await page.route(/\/app\/es-\w+\.js$/, (route) => route.abort());
    await signInTo(page, url(), { path: '/devices' });
    await page.locator('h1').filter({ hasText: 'Devices' }).waitFor();
    expect(await page.getByLabel('Language').inputValue()).to.equal('es');
  });

  it('the dashboard fits a phone without scrolling sideways, with the navigation behind a menu button', async () => {
    const watched = await browser.open({ viewport: { width: 360, height: 640 } });
    const { page } = watched;
    await signInTo(page, url(), { path: '/devices/evil' });
    for (const name of ['Devices', 'Map']) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.locator('h1').filter({ hasText: name }).waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
    }
    expectNoComplaints(watched);
  });
});
