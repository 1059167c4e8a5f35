import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { localDate, nextMidnight } from '../../src/domain/clock/local-date.js';
import { createClock } from '../../src/time/clock.js';
import { signIn, type Client } from '../support/api/client.js';
import { DAY, dayOfDriving, KILOMETERS, YARD } from '../support/dashboard/day-of-driving.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, shoot, signInTo, useBrowser } from './browser.js';
import { framesPerSecond } from './measurements.js';

const ZONE = 'Europe/Madrid';
const DAY_MS = 86_400_000;
/** The fixture drives on a sphere, the gateway measures on the ellipsoid. */
const DISTANCE = new RegExp(`${Math.floor(KILOMETERS)}\\.\\d km`);

describe('the history of a device in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  const now = createClock().now();
  const from = startOfYesterday(now);
  const date = localDate(from, ZONE);
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-history-'));
    gateway = await startGateway({ folder, config: { timeZone: ZONE } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    const shape = { type: 'circle', center: [YARD.longitude, YARD.latitude], radius: 200 };
    await client.call('POST', '/api/zones', { name: 'Yard', shape });
    await client.call('POST', '/api/devices', { id: 'van-1', name: 'Van 1' });
    const posted = await client.call('POST', '/api/devices/van-1/locations', { locations: dayOfDriving(from) });
    expect(posted.status).to.equal(201);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The page of the van with its day of yesterday. */
  async function openDay(options: BrowserContextOptions = {}) {
    const watched = await browser.open({ timezoneId: ZONE, ...options });
    const { page } = watched;
    await signInTo(page, url(), { path: '/devices/van-1' });
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await page.locator('.timeline button').first().waitFor();
    await page.locator('.uplot').nth(1).waitFor();
    return watched;
  }

  const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Time of the replay' });
  const shownTime = (page: Page): Promise<string> => page.locator('.replay-time').innerText();
  /** What the topmost canvas of the map shows: the moment of the replay. */
  const marker = (page: Page): Promise<string> =>
    page.evaluate<string>('[...document.querySelectorAll(".history .map-overlay")].at(-1).toDataURL()');
  const lines = (page: Page): Promise<readonly string[]> =>
    page.evaluate<string[]>('[...document.querySelectorAll(".plot-moment")].map((one) => one.style.transform)');
  /** Moves the slider to a minute of the day by keys. */
  async function seek(page: Page, minute: number): Promise<void> {
    await slider(page).press('Home');
    for (let hour = 0; hour < Math.floor(minute / 60); hour++) await slider(page).press('PageUp');
    for (let rest = 0; rest < minute % 60; rest++) await slider(page).press('ArrowRight');
  }

  it('a day has its totals and a timeline of trips, stops and gaps, with the names of zones', async () => {
    const { page, complaints } = await openDay();
    const totals = page.getByLabel('Totals');
    await totals.getByText(DISTANCE).waitFor();
    const rows = (await page.locator('.timeline li').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
    expect(rows.filter((row) => row.startsWith('Trip'))).to.have.length(2);
    expect(rows.find((row) => row.startsWith('Trip'))).to.match(/08:00–08:3\d 31.\d km, max. 54 km\/h/);
    expect(rows.find((row) => row.includes('Stop 1'))).to.match(/08:3\d–09:0\d/);
    expect(rows.some((row) => row.startsWith('No data 09:40–17:00'))).to.equal(true);
    expect(rows.some((row) => row.startsWith('Stop 2') && row.includes('Yard'))).to.equal(true);
    expect(complaints).to.deep.equal([]);
  });

  it('the replay moves the marker on the map, the time and the lines of the plots, until it is paused', async () => {
    const { page, complaints } = await openDay();
    expect(await shownTime(page)).to.equal('08:00:00');
    const [before, linesBefore] = [await marker(page), await lines(page)];
    await page.getByLabel('Replay speed').selectOption('600');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await eventually('the replay has moved', async () => (await shownTime(page)) > '08:05:00');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const time = await shownTime(page);
    await eventually('the marker has moved', async () => (await marker(page)) !== before);
    const linesAfter = await lines(page);
    expect(linesAfter).to.have.length(2);
    expect(new Set(linesAfter).size).to.equal(1);
    expect(linesAfter).not.to.deep.equal(linesBefore);
    await framesPerSecond(page, 0.2);
    expect(await shownTime(page)).to.equal(time);
    expect(complaints).to.deep.equal([]);
  });

  it('the replay pauses while the page is hidden', async () => {
    const { page } = await openDay();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  });

  it('keys move the slider: a minute, an hour, and to the ends of the day', async () => {
    const { page } = await openDay();
    await slider(page).focus();
    await page.keyboard.press('Home');
    expect(await shownTime(page)).to.equal('00:00:00');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(await shownTime(page)).to.equal('01:01:00');
    expect(await slider(page).getAttribute('aria-valuetext')).to.equal('01:01:00');
    await page.keyboard.press('End');
    expect(await shownTime(page)).to.equal('23:59:59');
  });

  it('the marker stands in a gap, and the map shows from when to when there is no data', async () => {
    const { page } = await openDay();
    await seek(page, DAY.back + 30);
    await page.getByText('No data from 09:40 to 17:00').waitFor();
    await framesPerSecond(page, 0.1);
    const before = await marker(page);
    await slider(page).press('PageUp');
    await framesPerSecond(page, 0.1);
    expect(await marker(page)).to.equal(before);
    await seek(page, DAY.received + 5);
    await page.getByText('No data from').waitFor({ state: 'hidden' });
    await slider(page).press('Home');
    await page.getByText('No data from 00:00 to 08:00').waitFor();
  });

  it('the values at the moment are shown, and none in a gap', async () => {
    const { page } = await openDay();
    const facts = page.locator('.moment-facts');
    await seek(page, DAY.start + 10);
    expect((await facts.innerText()).replace(/\s+/g, ' ')).to.equal('Speed 54 km/h Altitude 4 m Battery 91 %');
    await seek(page, DAY.back + 60);
    expect((await facts.innerText()).replace(/\s+/g, ' ')).to.equal('Speed – Altitude – Battery –');
  });

  it('a pointer and keys on a plot move the moment on the slider and the map', async () => {
    const { page } = await openDay();
    const plot = page.getByRole('slider', { name: /^Speed over time/ });
    const area = plot.locator('.u-over');
    const box = await area.boundingBox();
    await area.hover({ position: { x: (box?.width ?? 0) / 2, y: 20 } });
    expect(await shownTime(page)).to.match(/^(11:5\d|12:0\d)/);
    expect((await lines(page))[0]).to.equal((await lines(page))[1]);
    await area.click({ position: { x: (box?.width ?? 0) / 3, y: 20 } });
    expect(await shownTime(page)).to.match(/^(07:5\d|08:0\d)/);
    await plot.focus();
    await page.keyboard.press('Home');
    for (let hour = 0; hour < 9; hour++) await page.keyboard.press('PageUp');
    expect(await slider(page).getAttribute('aria-valuetext')).to.match(/^09:00:00/);
    expect(await plot.getAttribute('aria-valuetext')).to.match(/^09:00:00, 0 km\/h$/);
  });

  it('a click on a stop moves the replay and the map to it', async () => {
    const { page } = await openDay();
    const scale = page.locator('.history .leaflet-control-scale-line');
    const before = await scale.innerText();
    const stop = page.locator('.timeline button').filter({ hasText: 'Stop 1' });
    await stop.click();
    expect(await shownTime(page)).to.match(/^08:3\d/);
    expect(await stop.getAttribute('aria-current')).to.equal('true');
    await eventually('the map is closer', async () => (await scale.innerText()) !== before);
  });

  it('the days go back and forth, and only up to today', async () => {
    const { page } = await openDay();
    await page.getByRole('button', { name: 'Previous day' }).click();
    await page.getByText('No positions in this range').waitFor();
    const next = page.getByRole('button', { name: 'Next day' });
    await next.click();
    await page.locator('.timeline button').first().waitFor();
    expect(await page.getByRole('button', { name: 'Yesterday' }).getAttribute('aria-pressed')).to.equal('true');
    await next.click();
    expect(await page.getByRole('button', { name: 'Today' }).getAttribute('aria-pressed')).to.equal('true');
    expect(await next.isDisabled()).to.equal(true);
  });

  it('another range shows its own gaps, times and values', async () => {
    const { page } = await openDay();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await eventually('the times have their day', async () => /\w, 08:00:00$/.test(await shownTime(page)));
    await slider(page).press('Home');
    await page.getByText(/No data from .* to .*, 08:00/).waitFor();
    expect((await page.locator('.moment-facts').innerText()).replace(/\s+/g, ' ')).to.include('Speed –');
    await page.locator('.timeline button').filter({ hasText: 'Trip' }).first().click();
    expect((await page.locator('.moment-facts').innerText()).replace(/\s+/g, ' ')).to.include('Speed 54 km/h');
  });

  it('a viewer in another time zone sees the day and the times of the depot, with a note', async () => {
    const { page } = await openDay({ timezoneId: 'America/New_York' });
    await page.getByText('Days and times are those of the depot (Europe/Madrid).').waitFor();
    expect(await shownTime(page)).to.equal('08:00:00');
    await page
      .locator('.timeline button')
      .filter({ hasText: /08:00.08:35/ })
      .waitFor();
  });

  it('the trips are exported as CSV', async () => {
    const { page } = await openDay();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Trips (CSV)' }).click(),
    ]);
    expect(download.suggestedFilename()).to.match(/\.csv$/);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`on a ${colorScheme} telephone, all of it fits and is accessible`, async () => {
      const { page } = await openDay({ viewport: { width: 390, height: 844 }, colorScheme });
      await seek(page, DAY.back + 30);
      expect(await page.evaluate('document.querySelector("main").scrollWidth')).to.equal(390);
      expect(await accessibilityViolations(page)).to.deep.equal([]);
      await shoot(page, `history phone ${colorScheme}`);
    });
  }

  it('the day sheet prints on one page, from a telephone too, with name, date, totals, trips and a sketch', async () => {
    const { page, complaints } = await openDay({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await page.getByRole('link', { name: 'Day sheet' }).click();
    await page.locator('.day-table').waitFor();
    expect(page.url()).to.match(new RegExp(`/devices/van-1/day/${date}$`));
    expect(await page.evaluate('document.querySelector("main").scrollWidth')).to.equal(390);
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await shoot(page, 'day sheet phone');
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.title()).to.equal('printed');
    await page.emulateMedia({ media: 'print' });
    const text = (await page.locator('.day-page').innerText()).replace(/\s+/g, ' ');
    for (const part of ['Van 1', String(Number(date.slice(8))), 'Stop 1', 'Yard']) expect(text).to.include(part);
    expect(text).to.match(DISTANCE);
    expect(text).not.to.include('Print');
    expect(await page.locator('.sketch path').first().getAttribute('d')).to.match(/^M.*L.*M/);
    const sheet = await page.evaluate<string>('getComputedStyle(document.querySelector(".day-sheet")).backgroundColor');
    expect(sheet).to.equal('rgb(255, 255, 255)');
    for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).to.equal(1);
    expect(complaints).to.deep.equal([]);
  });

  it('the page of a date that does not exist explains it', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/devices/van-1/day/2026-02-30' });
    await page.getByText('There is no date 2026-02-30').waitFor();
  });

  it('ten thousand positions play smoothly', async () => {
    await client.call('POST', '/api/devices', { id: 'van-2', name: 'Van 2' });
    for (let batch = 0; batch < 11; batch++) {
      const locations = Array.from({ length: 1_000 }, (_, index) => {
        const second = (batch * 1_000 + index) * 5;
        const latitude = YARD.latitude + Math.sin(second / 3_000) / 10;
        return {
          dateTime: new Date(from + second * 1_000).toISOString(),
          latitude,
          longitude: 5.6 + second / 1e5,
          speed: 9,
        };
      });
      await client.call('POST', '/api/devices/van-2/locations', { locations });
    }
    const { page } = await browser.open({ timezoneId: ZONE });
    await signInTo(page, url(), { path: '/devices/van-2' });
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await page.getByText('Positions: 11000').waitFor();
    await page.locator('.uplot').first().waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const rate = await framesPerSecond(page, 2);
    console.log(`      ${Math.round(rate)} frames per second with 11,000 positions`);
    expect(rate).to.be.at.least(15);
    expect((await shownTime(page)) > '00:30:00').to.equal(true);
  });
});

function startOfYesterday(now: number): number {
  let [yesterday, today] = [NaN, nextMidnight(now - 3 * DAY_MS, ZONE)];
  while (nextMidnight(today, ZONE) <= now) [yesterday, today] = [today, nextMidnight(today, ZONE)];
  return yesterday;
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
