import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { request, signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, shoot, signInTo, useBrowser } from './browser.js';

const TELEPHONE = { width: 390, height: 844 };
const PASSWORD = 'the password of Eva';

describe('access keys and confirmations in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let admin: Client;
  let evaId = '';
  const url = (): string => gateway?.url ?? '';
  const statusWith = async (secret: string): Promise<number> =>
    (await request(url(), 'GET', '/api/devices', undefined, { Authorization: `Bearer ${secret}` })).status;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-access-keys-'));
    gateway = await startGateway({ folder });
    admin = await signIn(url(), { apiKey: TEST_KEY });
    const account = { name: 'Eva', email: 'eva@example.com', country: 'ES', timeZone: 'Europe/Madrid' };
    const created = await admin.call('POST', '/api/users', { ...account, privileges: ['commands', 'metrics'] });
    evaId = String(created.body.id);
    await admin.call('PUT', `/api/users/${evaId}/password`, { password: PASSWORD });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The account page of Eva, who signed in by a link: the gateway wants a proof of who she is. */
  async function openAccount(page: Page): Promise<void> {
    const link = String((await admin.call('POST', `/api/users/${evaId}/link`)).body.path);
    await page.goto(url() + link);
    await page.getByRole('link', { name: 'Your account: Eva' }).click();
    await page.getByRole('region', { name: 'Access keys' }).waitFor();
  }

  it('a user makes a key with the rights that they choose after their password, sees it once, and revokes it', async () => {
    const { page, complaints } = await browser.open({ viewport: TELEPHONE });
    await openAccount(page);
    const card = page.getByRole('region', { name: 'Access keys' });
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await card.getByRole('button', { name: 'New access key' }).click();
    const form = card.getByRole('form', { name: 'New access key' });
    await form.getByLabel('Name').fill('Report script');
    await form.getByLabel('Send commands to trackers').check();
    expect(await form.getByLabel('Change users').isVisible()).to.equal(false);
    await form.getByLabel('Valid until').fill('2099-01-01T00:00');
    await form.scrollIntoViewIfNeeded();
    await shoot(page, 'access-key-form');
    await form.getByRole('button', { name: 'Create the key' }).click();

    await question.waitFor();
    await page.keyboard.press('Escape');
    await card.getByRole('alert').filter({ hasText: 'you did not confirm it' }).waitFor();
    await form.getByRole('button', { name: 'Create the key' }).press('Enter');
    await question.waitFor();
    await page.keyboard.type('a wrong password');
    await page.keyboard.press('Enter');
    await question.getByRole('alert').filter({ hasText: 'Wrong user name, password or API key.' }).waitFor();
    await shoot(page, 'confirm-refused');
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await question.getByLabel('Password or API key').fill(PASSWORD);
    await page.keyboard.press('Enter');

    await card.getByText('shown only once').waitFor();
    const [key = '', call = ''] = await card.locator('.shown-once code').allTextContents();
    expect(key).to.match(/^wpk_[\w-]{43}$/);
    expect(call).to.equal(`curl -H "Authorization: Bearer ${key}" ${url()}/api/devices`);
    expect(await statusWith(key)).to.equal(200);
    await shoot(page, 'access-key-created');
    await page.reload();
    const item = card.getByRole('listitem').filter({ hasText: 'Report script' });
    await item
      .filter({ hasText: /Send commands to trackers.*Valid until.*2099.*127\.0\.0\.1.*Created by Eva/ })
      .waitFor();
    expect(await page.getByText(key).count()).to.equal(0);
    await item.getByRole('button', { name: 'Revoke: Report script' }).click();
    await item.scrollIntoViewIfNeeded();
    await shoot(page, 'access-key-revoked');
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await item.getByRole('group').getByRole('button', { name: 'Revoke' }).click();
    await item.waitFor({ state: 'detached' });
    expect(await statusWith(key)).to.equal(401);
    // The browser reports each refused call; those of the test are the two that asked for the password, and the wrong one.
    expect(complaints.filter((text) => !text.includes('403'))).to.deep.equal([]);
  });

  it('a new password revokes the keys unless its box is cleared, also when an administrator sets it', async () => {
    const { page, complaints } = await browser.open();
    await signInTo(page, url(), { path: `/users/${evaId}` });
    const card = page.getByRole('region', { name: 'Access keys' });
    const password = page.getByRole('form', { name: 'Password' });
    await card.getByRole('button', { name: 'New access key' }).click();
    await card.getByLabel('Name').fill('Backup');
    await card.getByRole('button', { name: 'Create the key' }).click();
    const key = (await card.locator('.shown-once code').first().textContent()) ?? '';
    await shoot(page, 'user-keys');
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    for (const [endsKeys, status] of [
      [false, 200],
      [true, 401],
    ] as const) {
      await password.getByLabel('New password').fill(PASSWORD);
      const box = password.getByRole('checkbox');
      expect(await box.isChecked()).to.equal(true);
      if (!endsKeys) await box.uncheck();
      await password.getByRole('button', { name: 'Set the password' }).click();
      await password.getByRole('status').filter({ hasText: 'The password is set.' }).waitFor();
      expect(await statusWith(key), `box ticked: ${endsKeys}`).to.equal(status);
      if (!endsKeys) await page.reload();
    }
    await card.getByRole('listitem').filter({ hasText: 'Backup' }).waitFor({ state: 'detached' });
    expect(complaints).to.deep.equal([]);
  });

  it('signing out everywhere ends this tab, every other one and the keys', async () => {
    const [one, other] = [await browser.open(), await browser.open()];
    await openAccount(one.page);
    await openAccount(other.page);
    const made = await admin.call('POST', `/api/users/${evaId}/keys`, { name: 'Old', privileges: [] });
    const secrets = [
      String(made.body.key),
      await other.page.evaluate<string>(`sessionStorage.getItem('waypost.token')`),
    ];
    expect(await Promise.all(secrets.map(statusWith))).to.deep.equal([200, 200]);
    const card = one.page.getByRole('region', { name: 'Signed in' });
    await card.getByRole('checkbox', { name: /may have access/ }).check();
    await card.getByRole('button', { name: 'Sign out everywhere' }).click();
    await shoot(one.page, 'sign-out-everywhere');
    await card.getByRole('group').getByRole('button', { name: 'Sign out everywhere' }).click();
    await one.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.page.getByRole('status').filter({ hasText: 'signed out' }).waitFor();
    expect(await Promise.all(secrets.map(statusWith))).to.deep.equal([401, 401]);
    expect(one.complaints).to.deep.equal([]);
  });

  it('signing out of a tab ends its token at the gateway', async () => {
    const { page } = await browser.open();
    await signInTo(page, url());
    const token = await page.evaluate<string>(`sessionStorage.getItem('waypost.token')`);
    expect(await statusWith(token)).to.equal(200);
    const ended = page.waitForResponse((response) => response.url().endsWith('/sessions/current'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect((await ended).status()).to.equal(200);
    expect(await statusWith(token)).to.equal(401);
  });
});
