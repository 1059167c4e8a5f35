import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { accessibilityViolations, shoot, signInTo, useBrowser } from '../../browser/browser.js';
import { request, signIn, type Client } from '../../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { killAll } from '../../support/gateway/waypost.js';

const TELEPHONE = { width: 390, height: 844 };

describe('a link of another user', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let userId = '';
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-links-'));
    gateway = await startGateway({ folder });
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'van-1', name: 'Van 1' });
    const account = { name: 'Ana', email: 'ana@example.com', country: 'ES', timeZone: 'Europe/Madrid' };
    userId = String((await client.call('POST', '/api/users', account)).body.id);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a link that is opened while a user is signed in asks first, and does nothing if the answer is no', async () => {
    const linkOf = async (id: string): Promise<string> =>
      String((await client.call('POST', `/api/users/${id}/link`)).body.path);
    const hall = (await client.call('POST', '/api/displays', { name: 'Hall' })).body;
    const { id: hallId } = hall.display as { id: string };
    await client.call('PUT', `/api/users/${userId}/password`, { password: ' a password with spaces ' });
    const { page, complaints } = await browser.open({ viewport: TELEPHONE });
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
});
