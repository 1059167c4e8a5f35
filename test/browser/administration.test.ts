import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

const HOSTILE = '<img src=x onerror="alert(1)">';
const position = { latitude: 52.84, longitude: 5.7 };

describe('the administration pages in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  /** ids of the entities with hostile names, by the first part of their path */
  const evil = new Map<string, string>();
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-pages-'));
    // No server listens on port 1, so messages stay queued.
    const notifications = { email: { smtp: { host: '127.0.0.1', port: 1 }, from: 'depot@example.com' } };
    gateway = await startGateway({ folder, config: { notifications, timeZone: 'Europe/Madrid' } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'van-1', name: 'Van 1' });
    await client.call('POST', '/api/devices', { id: 'evil', name: HOSTILE });
    await client.call('POST', '/api/devices/evil/alerts', { alertName: HOSTILE, text: HOSTILE, ...position });
    const account = { name: HOSTILE, email: 'evil@example.com', country: 'ES', timeZone: 'Europe/Madrid' };
    const { body } = await client.call('POST', '/api/users', account);
    evil.set('users', (body.user as { id: string }).id);
    await createHostile('groups', { name: HOSTILE, description: HOSTILE, devices: ['evil'] });
    const groups = [evil.get('groups')];
    await createHostile('notifications', {
      name: HOSTILE,
      alerts: [HOSTILE],
      groups,
      emails: ['a@example.com'],
      phones: ['112'],
    });
    const settings = { name: `{n}${HOSTILE}` };
    await createHostile('templates', { name: HOSTILE, description: HOSTILE, protocol: 'queclink', settings });
    const message = { channel: 'email', to: 'someone@example.com', subject: HOSTILE, text: HOSTILE };
    await client.call('POST', '/api/devices/evil/messages', message);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  async function createHostile(kind: 'groups' | 'notifications' | 'templates', input: object): Promise<void> {
    const { body } = await client.call('POST', `/api/${kind}`, input);
    evil.set(kind === 'notifications' ? 'rules' : kind, String(body.id));
  }

  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  it('the alerts page shows a new alert as soon as the feed has it, and filters by device, name and notification', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/alerts' });
    await page.getByRole('status').filter({ hasText: 'Shown: 1' }).waitFor();
    await page.locator('.feed-note-live').waitFor();
    await client.call('POST', '/api/devices/van-1/alerts', { alertName: 'SOSButton', ...position });
    const row = page.locator('.rows tbody tr').first();
    await row.filter({ hasText: 'SOSButton' }).filter({ hasText: 'Not notified' }).waitFor();
    await page.getByLabel('Device').selectOption('evil');
    await page.getByRole('status').filter({ hasText: 'Shown: 1' }).waitFor();
    await page.getByLabel('Alert', { exact: true }).selectOption(HOSTILE);
    expect(await page.locator('.rows').getByRole('link', { name: 'Van 1' }).count()).to.equal(0);
    await page.getByLabel('Notified', { exact: true }).selectOption('notified');
    await page.getByText('No alert matches the filter').waitFor();
    expectNoComplaints(watched);
  });

  it('the messages page shows a new message, and cancels a queued one', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/messages' });
    await page.locator('.feed-note-live').waitFor();
    await client.call('POST', '/api/devices/van-1/messages', { channel: 'email', to: 'a@example.com', text: 'late' });
    const row = page.locator('.rows tbody tr').filter({ hasText: 'a@example.com' });
    await row.filter({ hasText: 'Queued' }).waitFor();
    await row.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('group').getByRole('button', { name: 'Cancel' }).click();
    await row.filter({ hasText: 'Suppressed' }).waitFor();
    await page.getByLabel('State').selectOption('suppressed');
    await page.getByRole('status').filter({ hasText: 'Shown: 1' }).waitFor();
    expectNoComplaints(watched);
  });

  it('the name of a group that is taken is marked at its field, which gets the focus', async () => {
    await client.call('POST', '/api/groups', { name: 'Taken' });
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/groups' });
    await page.getByRole('button', { name: 'New group' }).click();
    await page.locator('input[name=name]').fill('Taken');
    await page.getByRole('button', { name: 'Save' }).click();
    const note = page.getByRole('alert').filter({ hasText: 'group Taken already exists' });
    await note.waitFor();
    const field = page.locator('input[name=name][aria-invalid=true]');
    expect(await field.getAttribute('aria-describedby')).to.equal(await note.getAttribute('id'));
    expect(await page.evaluate('document.activeElement?.name')).to.equal('name');
    expect(await page.locator('.failure').count()).to.equal(0);
  });

  it('a new user restricted to a group gets a key, shown only once, and sees only the devices of the group', async () => {
    const { body } = await client.call('POST', '/api/groups', { name: 'Vans', devices: ['van-1'] });
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/users' });
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana');
    await page.getByRole('textbox', { name: 'Email' }).fill('ana@example.com');
    await page.locator('[name=group]').selectOption((body.group as { id: string }).id);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('h1').filter({ hasText: 'Ana' }).waitFor();
    await page.getByRole('button', { name: 'Issue a new key' }).click();
    await page.getByRole('group').getByRole('button', { name: 'Issue a new key' }).click();
    const key = (await page.locator('code').textContent()) ?? '';
    await page.reload();
    await page.getByRole('heading', { name: 'API key' }).waitFor();
    expect(await page.content()).not.to.include(key);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.locator('[name=userName]').fill('Ana');
    await page.locator('[name=secret]').fill(key);
    await page.locator('[type=submit]').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Devices', exact: true }).click();
    await page.locator('.rows').getByRole('link', { name: 'Van 1' }).waitFor();
    expect(await page.locator('.rows tbody tr').count()).to.equal(1);
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Users' }).count()).to.equal(0);
    expectNoComplaints(watched);
  });

  const lists = ['/alerts', '/messages', '/groups', '/rules', '/users'];
  for (const path of [...lists, '/groups/evil', '/rules/evil', '/templates/evil', '/users/evil']) {
    it(`${path} shows markup in names as text, is accessible, and fits a phone`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const watched = await browser.open({ colorScheme });
        const { page } = watched;
        const [, kind = ''] = path.split('/');
        const shown = path.replace('evil', evil.get(kind) ?? '');
        await signInTo(page, url(), { path: shown });
        await page.locator('.rows, h1').filter({ hasText: HOSTILE }).waitFor();
        if (path.endsWith('evil')) await page.locator('form [name=name]').waitFor();
        expect(await page.locator('img[src=x]').count()).to.equal(0);
        expect(await accessibilityViolations(page), colorScheme).to.deep.equal([]);
        const shots = process.env.WAYPOST_SCREENSHOTS;
        if (shots !== undefined)
          await page.screenshot({ path: `${shots}${path.replaceAll('/', '_')}-${colorScheme}.png` });
        await page.setViewportSize({ width: 360, height: 640 });
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
        if (shots !== undefined)
          await page.screenshot({ path: `${shots}${path.replaceAll('/', '_')}-${colorScheme}-phone.png` });
        expectNoComplaints(watched);
      }
    });
  }
});
