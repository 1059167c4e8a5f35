import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { signIn, type Client } from '../support/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { killAll } from '../support/waypost.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

const HOSTILE = '<img src=x onerror="alert(1)">';
const position = { latitude: 52.84, longitude: 5.7 };

describe('the pages of who runs the depot, in a browser', function () {
  this.timeout(60_000);
  const browser = useBrowser();
  const clock = createClock();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  /** by what stands for them in a path */
  const evil = new Map<string, string>();
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-pages-'));
    // Nobody listens on port 1: what is to be sent waits.
    const notifications = { email: { smtp: { host: '127.0.0.1', port: 1 }, from: 'depot@example.com' } };
    gateway = await startGateway({ folder, config: { notifications, timeZone: 'Europe/Madrid' } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'van-1', name: 'Van 1' });
    await client.call('POST', '/api/devices', { id: 'evil', name: HOSTILE });
    await client.call('POST', '/api/devices/evil/alerts', { alertName: HOSTILE, text: HOSTILE, ...position });
    const account = { name: HOSTILE, email: 'evil@example.com', country: 'ES', timeZone: 'Europe/Madrid' };
    const { body } = await client.call('POST', '/api/users', account);
    evil.set('users', (body.user as { id: string }).id);
    await make('groups', { name: HOSTILE, description: HOSTILE, devices: ['evil'] });
    const groups = [evil.get('groups')];
    await make('notifications', {
      name: HOSTILE,
      alerts: [HOSTILE],
      groups,
      emails: ['a@example.com'],
      phones: ['112'],
    });
    const settings = { name: `{n}${HOSTILE}` };
    await make('templates', { name: HOSTILE, description: HOSTILE, protocol: 'queclink', settings });
    const message = { channel: 'email', to: 'someone@example.com', subject: HOSTILE, text: HOSTILE };
    await client.call('POST', '/api/devices/evil/messages', message);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  async function make(kind: 'groups' | 'notifications' | 'templates', what: object): Promise<void> {
    const { body } = await client.call('POST', `/api/${kind}`, what);
    evil.set(kind === 'notifications' ? 'rules' : kind, String(body.id));
  }

  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  it('shows an alert of any device within a second of its being stored, and filters by device and name', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/alerts' });
    await page.getByRole('status').filter({ hasText: '1 alerts' }).waitFor();
    await page.locator('.feed-note-live').waitFor();
    await client.call('POST', '/api/devices/van-1/alerts', { alertName: 'SOSButton', ...position });
    const startedAt = clock.monotonic();
    const row = page.locator('.rows tbody tr').first();
    await row.filter({ hasText: 'SOSButton' }).filter({ hasText: 'nobody' }).waitFor();
    expect(clock.monotonic() - startedAt).to.be.lessThan(1_000);
    await page.getByLabel('Device').selectOption('evil');
    await page.getByRole('status').filter({ hasText: '1 alerts' }).waitFor();
    await page.getByLabel('Alert', { exact: true }).selectOption(HOSTILE);
    expect(await page.getByRole('link', { name: 'Van 1' }).count()).to.equal(0);
    await page.getByLabel('Told').selectOption('somebody');
    await page.getByText('No alert fits the filter').waitFor();
    expectNoComplaints(watched);
  });

  it('shows a message as it comes, and cancels one that is still waiting', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/messages' });
    await page.locator('.feed-note-live').waitFor();
    await client.call('POST', '/api/devices/van-1/messages', { channel: 'email', to: 'a@example.com', text: 'late' });
    const row = page.locator('.rows tbody tr').filter({ hasText: 'a@example.com' });
    await row.filter({ hasText: 'Waiting' }).waitFor();
    await row.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('group').getByRole('button', { name: 'Cancel' }).click();
    await row.filter({ hasText: 'Not to be sent' }).waitFor();
    await page.getByLabel('State').selectOption('suppressed');
    await page.getByRole('status').filter({ hasText: '1 messages' }).waitFor();
    expectNoComplaints(watched);
  });

  it('makes a user who is bound to a group, gives out his key once, and shows him the devices of the group alone', async () => {
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
    await page.getByRole('button', { name: 'Give out a new key' }).click();
    await page.getByRole('group').getByRole('button', { name: 'Give out a new key' }).click();
    const key = (await page.locator('code').textContent()) ?? '';
    await page.reload();
    await page.getByRole('heading', { name: 'API key' }).waitFor();
    expect(await page.content()).not.to.include(key);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('[name=userName]').fill('Ana');
    await page.locator('[name=apiKey]').fill(key);
    await page.locator('[type=submit]').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('link', { name: 'Van 1' }).waitFor();
    expect(await page.locator('.rows tbody tr').count()).to.equal(1);
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Users' }).count()).to.equal(0);
    expectNoComplaints(watched);
  });

  const lists = ['/alerts', '/messages', '/groups', '/rules', '/users'];
  for (const path of [...lists, '/groups/evil', '/rules/evil', '/templates/evil', '/users/evil']) {
    it(`${path}: what is called like code is text, nothing stands in anybody's way, and a telephone shows it`, async () => {
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
