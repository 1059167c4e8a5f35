import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { request, signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, shoot, signInTo, useBrowser } from './browser.js';

const VIEWPORTS = { desktop: { width: 1440, height: 900 }, telephone: { width: 390, height: 844 } } as const;
const PASSWORD = ' a password with spaces ';

describe('signing in in a browser', () => {
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
    const place = { latitude: 52.84, longitude: 5.7 };
    await client.call('POST', '/api/devices/van-1/locations', { dateTime: new Date(createClock().now()), ...place });
    for (const id of ['van-1', 'bus-1'])
      await client.call('POST', `/api/devices/${id}/alerts`, { alertName: 'SOSButton' });
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
    await own.page.getByRole('status').filter({ hasText: 'signed out' }).waitFor();
    expect(admin.complaints).to.deep.equal([]);
  });

  it('a link signs in once, the address does not keep it, and the password may be skipped', async () => {
    const path = String((await client.call('POST', '/api/Auth/Link')).body.path);
    const { page, complaints } = await browser.open();
    await page.goto(url() + path);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.locator('h1').filter({ hasText: 'Map' }).waitFor();
    expect(page.url()).to.equal(`${url()}/#/map`);
    expect(complaints).to.deep.equal([]);
    const again = await browser.open();
    await again.page.goto(url() + path);
    await again.page.getByRole('status').filter({ hasText: 'already used' }).waitFor();
  });

  it('a link for a user asks for a password, which signs in from then on', async () => {
    const account = { name: 'Ben', email: 'ben@example.com', country: 'ES', timeZone: 'Europe/Madrid' };
    const benId = String((await client.call('POST', '/api/users', account)).body.id);
    const path = String((await client.call('POST', `/api/users/${benId}/link`)).body.path);
    const { page, complaints } = await browser.open();
    await page.goto(url() + path);
    await page.locator('h1').filter({ hasText: 'Choose a password' }).waitFor();
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.locator('[name=remember]').check();
    await shoot(page, 'choose-password');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.locator('h1').filter({ hasText: 'Map' }).waitFor();
    // A new password ends the token that a request of the page may still use.
    expect(complaints.filter((text) => !text.includes('401'))).to.deep.equal([]);
    const token = await request(url(), 'POST', '/api/Auth/Token', { userName: 'Ben', password: PASSWORD });
    expect(token.status).to.equal(200);
    await page.getByRole('link', { name: 'Your account: Ben' }).click();
    await page.getByText('this device').waitFor();

    const skipped = String((await client.call('POST', `/api/users/${userId}/link`)).body.path);
    const other = await browser.open();
    await other.page.goto(url() + skipped);
    await other.page.locator('h1').filter({ hasText: 'Map' }).waitFor();
  });

  it('a link that is opened while a user is signed in asks first, and does nothing if the answer is no', async () => {
    const linkOf = async (id: string): Promise<string> =>
      String((await client.call('POST', `/api/users/${id}/link`)).body.path);
    const hall = (await client.call('POST', '/api/displays', { name: 'Hall' })).body;
    const { id: hallId } = hall.display as { id: string };
    await client.call('PUT', `/api/users/${userId}/password`, { password: PASSWORD });
    const { page, complaints } = await browser.open({ viewport: VIEWPORTS.telephone });
    await signInTo(page, url(), { path: '/devices' });
    const link = await linkOf(userId);
    const question = page.getByRole('dialog', { name: /^You are signed in as admin/ });
    for (const [path, words] of [
      [link, 'Sign in as another user?'],
      [String(hall.path), 'Become a wall screen?'],
    ] as const) {
      await page.evaluate(`location.hash = '${new URL(url() + path).hash}'`);
      await question.filter({ hasText: words }).waitFor();
      expect(page.url()).to.equal(`${url()}/#/devices`);
      await shoot(page, path === link ? 'link-question' : 'display-question');
      expect(await accessibilityViolations(page)).to.deep.equal([]);
      await page.keyboard.press(path === link ? 'Enter' : 'Escape');
      await question.waitFor({ state: 'detached' });
      await page.getByRole('row').filter({ hasText: 'Van 1' }).waitFor();
    }
    await client.call('DELETE', `/api/displays/${hallId}`);
    // A page that loads with the link asks too.
    await page.goto('about:blank');
    await page.goto(url() + link);
    await question.waitFor();
    const token = await page.evaluate<string>(`sessionStorage.getItem('waypost.token')`);
    await question.getByRole('button', { name: 'Yes, open the link' }).click();
    await page.getByRole('link', { name: 'Your account: Ana' }).waitFor();
    expect(page.url()).to.equal(`${url()}/#/map`);
    const ended = await request(url(), 'GET', '/api/devices', undefined, { Authorization: `Bearer ${token}` });
    expect(ended.status).to.equal(401);
    expect(complaints).to.deep.equal([]);
  });

  it('users sign in on a telephone by a code, and change their own password and key without being signed out', async () => {
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      const { page, complaints } = await browser.open({ viewport });
      await signInTo(page, url(), { path: '/account' });
      const section = (title: string) => page.getByRole('region', { name: title });
      await section('Sign in on a telephone').getByRole('button', { name: 'Create a link' }).click();
      await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
      const link = (await section('Sign in on a telephone').locator('code').textContent()) ?? '';
      await shoot(page, `account-${name}`);
      expect(await accessibilityViolations(page)).to.deep.equal([]);
      const telephone = await browser.open({ viewport: VIEWPORTS.telephone });
      await telephone.page.goto(link);
      const skip = telephone.page.getByRole('button', { name: 'Skip' });
      await telephone.page
        .locator('h1')
        .filter({ hasText: /Map|Choose a password/ })
        .waitFor();
      if (await skip.isVisible()) await skip.click();
      await telephone.page.locator('h1').filter({ hasText: 'Map' }).waitFor();
      expect(complaints).to.deep.equal([]);
    }
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/account' });
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('status').filter({ hasText: 'The password is set.' }).waitFor();
    const key = page.getByRole('region', { name: 'API key' });
    await key.getByRole('button', { name: 'Issue a new key' }).click();
    await key.getByRole('group').getByRole('button', { name: 'Issue a new key' }).click();
    const issued = (await key.locator('code').textContent()) ?? '';
    expect(issued).to.match(/^[\w-]{43}$/);
    await key.getByRole('button', { name: 'Copy' }).click();
    await key
      .getByRole('status')
      .filter({ hasText: /Copied|select the text/ })
      .waitFor();
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Van 1' }).waitFor();
    client = await signIn(url(), { apiKey: issued });
  });

  it('a wall screen is added with its link and code, fills the screen after a reload too, and is signed out when it is removed', async () => {
    const admin = await browser.open();
    await signInTo(admin.page, url(), { path: '/displays', userName: 'admin', apiKey: await newKey() });
    await admin.page.getByText('No wall screens yet').waitFor();
    await admin.page.getByRole('button', { name: 'New wall screen' }).click();
    await admin.page.locator('[name=name]').fill('Gate');
    await admin.page.locator('[name=group]').selectOption({ label: 'Vans' });
    await admin.page.getByRole('button', { name: 'Create its link' }).click();
    await admin.page.getByRole('img', { name: 'QR code of the link of Gate' }).waitFor();
    await shoot(admin.page, 'displays');
    expect(await accessibilityViolations(admin.page)).to.deep.equal([]);
    const link = (await admin.page.locator('.shown-once code').textContent()) ?? '';

    const { page, complaints } = await browser.open({ viewport: { width: 1920, height: 1080 } });
    await page.goto(link);
    await page.locator('.wall h1').filter({ hasText: 'Gate' }).waitFor();
    expect(page.url()).to.equal(`${url()}/#/wall`);
    await page.evaluate('sessionStorage.clear()');
    await page.reload();
    await page.locator('.wall .wall-alerts li').filter({ hasText: 'Van 1' }).waitFor();
    expect(await page.locator('.wall .wall-alerts li').count()).to.equal(1);
    expect(await page.getByRole('navigation').count()).to.equal(0);
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await shoot(page, 'wall');
    await page.setViewportSize(VIEWPORTS.telephone);
    await shoot(page, 'wall-telephone');
    await page.getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('row').filter({ hasText: 'Van 1' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Bus 1' }).count()).to.equal(0);
    expect(complaints).to.deep.equal([]);

    await admin.page.getByRole('button', { name: 'Remove: Gate' }).click();
    await admin.page.getByRole('group').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('status').filter({ hasText: 'display was removed' }).waitFor();
  });

  /** A key of the administrator for the next sign-in. */
  async function newKey(): Promise<string> {
    const users = (await client.call('GET', '/api/users')).body.users as { id: string; name: string }[];
    const id = users.find(({ name }) => name === 'admin')?.id ?? '';
    const key = String((await client.call('POST', `/api/users/${id}/apiKey`)).body.apiKey);
    client = await signIn(url(), { apiKey: key });
    return key;
  }
});
