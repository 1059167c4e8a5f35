import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser } from './browser.js';

const PASSWORD = ' a password with spaces ';

describe('signing in in a browser', function () {
  this.timeout(60_000);
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let userId = '';
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-sign-in-'));
    gateway = await startGateway({ folder });
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'van-1', name: 'Van 1' });
    await client.call('POST', '/api/devices', { id: 'bus-1', name: 'Bus 1' });
    await client.call('POST', '/api/groups', { name: 'Vans', devices: ['van-1'] });
    const account = { name: 'Ana', email: 'ana@example.com', country: 'ES', timeZone: 'Europe/Madrid' };
    userId = String((await client.call('POST', '/api/users', account)).body.id);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a password that an administrator sets signs in, stays in the browser, and is ended from the page of the user', async () => {
    const admin = await browser.open();
    await signInTo(admin.page, url(), { path: `/users/${userId}` });
    await admin.page.locator('[name=password]').fill(PASSWORD);
    await admin.page.getByRole('button', { name: 'Set the password' }).click();
    await admin.page.getByRole('status').filter({ hasText: 'The password is set.' }).waitFor();

    const own = await browser.open();
    await own.page.goto(url());
    await own.page.locator('[name=userName]').fill('Ana');
    await own.page.locator('[name=secret]').fill(PASSWORD);
    await own.page.locator('[name=remember]').check();
    expect(await accessibilityViolations(own.page)).to.deep.equal([]);
    await own.page.locator('[type=submit]').click();
    await own.page.locator('h1').filter({ hasText: 'Map' }).waitFor();
    const kept = await own.page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    expect(kept).to.include('waypost.token').and.not.include(PASSWORD.trim());

    await admin.page.reload();
    await admin.page.getByRole('button', { name: 'Sign out: 127.0.0.1' }).click();
    expect(await accessibilityViolations(admin.page)).to.deep.equal([]);
    await admin.page.getByRole('group').getByRole('button', { name: 'Sign out' }).click();
    await admin.page.getByText('The user stays signed in on no device.').waitFor();
    await own.page.reload();
    await own.page.getByRole('status').filter({ hasText: 'signed out' }).waitFor();
    expect(admin.complaints).to.deep.equal([]);
  });

  it('a link signs in once, and the address does not keep it', async () => {
    const path = String((await client.call('POST', '/api/Auth/Link')).body.path);
    const { page, complaints } = await browser.open();
    await page.goto(url() + path);
    await page.locator('h1').filter({ hasText: 'Map' }).waitFor();
    expect(page.url()).to.equal(`${url()}/#/map`);
    expect(complaints).to.deep.equal([]);
    const again = await browser.open();
    await again.page.goto(url() + path);
    await again.page.getByRole('status').filter({ hasText: 'already used' }).waitFor();
  });

  it('a display shows the devices of its group after a reload too, and is signed out when it is removed', async () => {
    const { body } = await client.call('POST', '/api/displays', { name: 'Gate', group: 'Vans' });
    const { page, complaints } = await browser.open();
    await page.goto(url() + String(body.path));
    await page.locator('.map-list li').filter({ hasText: 'Van 1' }).waitFor();
    expect(page.url()).to.equal(`${url()}/#/map`);
    await page.evaluate('sessionStorage.clear()');
    await page.reload();
    await page.locator('.map-list li').filter({ hasText: 'Van 1' }).waitFor();
    expect(await page.locator('.map-list li').count()).to.equal(1);
    const links = await page.getByRole('navigation').getByRole('link').allTextContents();
    expect(links).to.deep.equal(['Map', 'Devices', 'Alerts']);
    expect(complaints).to.deep.equal([]);
    await client.call('DELETE', `/api/displays/${(body.display as { id: string }).id}`);
    await page.getByRole('status').filter({ hasText: 'display was removed' }).waitFor();
  });
});
