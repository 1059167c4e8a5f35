import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, shoot, signInTo, useBrowser } from './browser.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('changes in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let rule = '';
  const items = (page: Page): Locator => page.locator('.changes > li');

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-changes-'));
    gateway = await startGateway({ folder });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus-7', name: HOSTILE });
    await client.call('POST', '/api/groups', { name: 'Night', devices: ['bus-7'] });
    const speed = { name: 'Fast', type: 'speed', limit: 25, all: true };
    const { body } = await client.call('POST', '/api/alertRules', speed);
    rule = (body.alertRule as { id: string }).id;
    await client.call('PUT', `/api/alertRules/${rule}`, { ...speed, limit: 27.777778 });
    await client.call('PATCH', '/api/settings', { licenses: { total: 50 } });
    await client.call('PUT', '/api/ports?path=/dev/ttyUSB9', { protocol: 'auto', enabled: false });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(path: string, options: Parameters<typeof browser.open>[0] = {}) {
    const watched = await browser.open({ viewport: { width: 1440, height: 900 }, ...options });
    await signInTo(watched.page, gateway?.url ?? '', { path });
    return watched;
  }

  it('the page shows when, who, from where and what, newest first, by kind and author', async () => {
    const { page, complaints } = await open('/changes');
    await items(page).first().waitFor();
    const fast = items(page).filter({ hasText: 'alert rule Fast: Speed limit: 90 km/h → 100 km/h' });
    expect(await fast.innerText()).to.match(/\d{4}, \d\d:\d\d:\d\d · admin, 127\.0\.0\.1/);
    expect(await items(page).filter({ hasText: HOSTILE }).count(), 'a name is text').to.be.at.least(1);
    await items(page).filter({ hasText: 'Licenses · Number of licenses: default value → 50' }).waitFor();

    await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('group');
    await page.getByText('Shown: 1').waitFor();
    await page.getByRole('combobox', { name: 'Changed by' }).selectOption('configuration');
    await page.getByText('No changes', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('');
    await page.getByRole('combobox', { name: 'Changed by' }).selectOption({ label: 'admin' });
    await fast.waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('devices, users, rules and ports link to their own changes, and the names of these back to them', async () => {
    const { page } = await open('/devices/bus-7');
    await page.locator('header').getByRole('link', { name: 'Changes' }).click();
    await page.getByText(`Only: ${HOSTILE}`).waitFor();
    expect(await items(page).count()).to.equal(1);
    await page.getByRole('link', { name: 'Show all changes' }).click();
    await items(page).nth(3).waitFor();
    await items(page).getByRole('link', { name: 'Fast' }).first().click();
    await page.locator('h1', { hasText: 'Fast' }).waitFor();
    await page.locator('header').getByRole('link', { name: 'Changes' }).click();
    await page.getByText('Only: Fast').waitFor();
    expect(await items(page).count()).to.equal(2);
    await page.goto(`${gateway?.url ?? ''}/#/ports`);
    await page.getByRole('link', { name: 'Changes: /dev/ttyUSB9' }).click();
    await page.getByText('Only: /dev/ttyUSB9').waitFor();
    await items(page).filter({ hasText: 'port /dev/ttyUSB9: created' }).waitFor();
    expect(await items(page).count()).to.equal(1);
  });

  it('a user without the privilege has neither the page nor a link to it', async () => {
    const input = { name: 'reader', email: 'reader@example.org', country: 'ES', timeZone: 'UTC' };
    const { body } = await client.call('POST', '/api/users', input);
    const { id } = body.user as { id: string };
    const apiKey = String((await client.call('POST', `/api/users/${id}/apiKey`)).body.apiKey);
    const { page } = await browser.open();
    await signInTo(page, gateway?.url ?? '', { userName: 'reader', apiKey, path: '/devices/bus-7' });
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.getByRole('link', { name: 'Changes' }).count()).to.equal(0);
  });

  it('the page is accessible and fits a telephone, light and dark', async () => {
    for (const [colorScheme, width, height] of [
      ['light', 1440, 900],
      ['dark', 390, 844],
    ] as const) {
      const { page } = await open('/changes', { colorScheme, viewport: { width, height } });
      await items(page).first().waitFor();
      expect(await accessibilityViolations(page)).to.deep.equal([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(width);
      await shoot(page, `changes-${colorScheme}-${width}`);
    }
  });
});
