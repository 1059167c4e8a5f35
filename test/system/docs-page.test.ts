import { expect } from 'chai';
import { chromium, type Browser, type ConsoleMessage, type Page } from 'playwright-core';
import { routes, type Services } from '../../src/http/routes/index.js';
import { useApp } from '../support/app.js';

/** Where Debian puts it. */
const executablePath = process.env.WAYPOST_CHROMIUM ?? '/usr/bin/chromium';

describe('the page of the API in a browser', function () {
  this.timeout(60_000);
  const app = useApp();
  let browser: Browser;
  let page: Page;
  /** hosts asked for anything, and what the browser complained about */
  let hosts: Set<string>;
  let complaints: string[];

  before(async () => {
    // Chromium's own calls home are none of the page's.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
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

  it('shows every operation of the table, asks nobody but the gateway and breaks no rule of it', async () => {
    expect(await page.locator('.opblock').count()).to.equal(routes({} as Services).length);
    expect([...hosts]).to.deep.equal([new URL(app.url()).host]);
    expect(complaints).to.deep.equal([]);
    const { WAYPOST_SCREENSHOT: path } = process.env;
    if (path !== undefined) await page.screenshot({ path });
  });

  it('opens an operation and shows what it answers', async () => {
    await page.locator('#operations-devices-getDevices .opblock-summary-control').click();
    await page.waitForSelector('#operations-devices-getDevices .responses-table');
    expect(await page.locator('#operations-devices-getDevices .responses-table').innerText()).to.include('200');
    expect(complaints).to.deep.equal([]);
  });

  it('tries an operation with a token, which it forgets when it is loaded again', async () => {
    await page.locator('.btn.authorize').first().click();
    await page.locator('.auth-container input').fill(app.admin().token);
    await page.locator('.modal-btn.authorize').click();
    await page.locator('.btn-done').click();
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
