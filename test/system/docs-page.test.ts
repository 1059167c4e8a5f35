import { expect } from 'chai';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import { launchChromium } from '../support/chromium/chromium.js';
import { useApp } from '../support/gateway/app.js';

describe('the API page in a browser', () => {
  const app = useApp();
  let browser: Browser;
  let page: Page;
  /** hosts that were requested, and errors of the browser */
  let hosts: Set<string>;
  let complaints: string[];

  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  beforeEach(async () => {
    page = await browser.newPage();
    hosts = new Set();
    complaints = [];
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:') hosts.add(host);
    });
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${app.url()}/docs`);
    await page.waitForSelector('.opblock');
  });
  afterEach(() => page.close());

  /** The ids of all operations: a long list is drawn only where it is visible. */
  const scrollThroughOperations = (): Promise<string[]> =>
    page.evaluate<string[]>(`(async () => {
      const ids = new Set();
      for (;;) {
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
        for (const { id } of document.querySelectorAll('.opblock')) ids.add(id);
        if (scrollY + innerHeight >= document.documentElement.scrollHeight - 1) return [...ids];
        scrollBy(0, innerHeight / 2);
      }
    })()`);

  it('the page shows every operation, requests only the gateway and violates no security header', async () => {
    expect((await scrollThroughOperations()).length).to.equal(routes({} as RouteServices).length);
    expect([...hosts]).to.deep.equal([new URL(app.url()).host]);
    expect(complaints).to.deep.equal([]);
    const shots = process.env.WAYPOST_SCREENSHOTS;
    if (shots !== undefined) await page.screenshot({ path: `${shots}api.png` });
  });

  it('an opened operation shows its responses', async () => {
    await page.locator('#operations-devices-getDevices .opblock-summary-control').click();
    await page.waitForSelector('#operations-devices-getDevices .responses-table');
    expect(await page.locator('#operations-devices-getDevices .responses-table').innerText()).to.include('200');
    expect(complaints).to.deep.equal([]);
  });

  it('the page tries an operation with a token and forgets the token on reload', async () => {
    await page.locator('.btn.authorize').first().click();
    // The first of several forms: the API also takes keys and tickets.
    await page.locator('.auth-container input').first().fill(app.admin().token);
    await page.locator('.modal-btn.authorize').first().click();
    await page.locator('.btn-done').first().click();
    await page.locator('.operation-filter-input').fill('licenses');
    const operation = page.locator('#operations-licenses-getLicenses');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    await operation.locator('.live-responses-table').waitFor();
    expect(await operation.locator('.live-responses-table').innerText()).to.include('"available"');
    expect(complaints).to.deep.equal([]);
    await page.reload();
    await page.waitForSelector('.btn.authorize.unlocked');
    expect([...hosts]).to.deep.equal([new URL(app.url()).host]);
  });
});
