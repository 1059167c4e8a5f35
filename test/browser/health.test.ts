import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

const HOSTILE = '<img src=x onerror="alert(1)">';
const DAY_MS = 24 * 3_600_000;

describe('the health and licenses pages in a browser', () => {
  const browser = useBrowser();
  const clock = createClock();
  let folder = '';
  let path = '';
  let line: VirtualPort | undefined;
  let gateway: Gateway | undefined;
  let client: Client;
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-health-'));
    path = join(folder, 'tracker');
    // No server listens on port 1, so messages stay queued.
    const notifications = { email: { smtp: { host: '127.0.0.1', port: 1 }, from: 'depot@example.com' } };
    const config = { serial: { ports: [{ path, protocol: 'nmea0183', deviceId: 'van' }] }, licenses: { total: 3 } };
    gateway = await startGateway({
      folder,
      config: { ...config, notifications, timeZone: 'Europe/Madrid' },
      inheritsNothing: true,
    });
    client = await signIn(url(), { apiKey: TEST_KEY });
    const expires = new Date(clock.now() + 10 * DAY_MS).toISOString();
    await client.call('POST', '/api/devices', { id: 'evil', name: HOSTILE, expires });
    await client.call('POST', '/api/devices', { id: 'van', name: 'Van' });
    await client.call('POST', '/api/groups', { name: HOSTILE, devices: ['evil'] });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    line?.close();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  for (const shown of ['/health', '/licenses']) {
    it(`${shown} shows markup in names as text, is accessible, and fits a phone`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const watched = await browser.open({ colorScheme });
        const { page } = watched;
        await signInTo(page, url(), { path: shown });
        if (shown === '/health') await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
        else await page.getByRole('row').filter({ hasText: HOSTILE }).waitFor();
        await page.getByRole('navigation').getByTitle('Needs attention').waitFor();
        expect(await page.locator('img[src=x]').count()).to.equal(0);
        expect(await accessibilityViolations(page), colorScheme).to.deep.equal([]);
        const shots = process.env.WAYPOST_SCREENSHOTS;
        const name = `${shots ?? ''}${shown.replace('/', '')}-${colorScheme}`;
        if (shots !== undefined) await page.screenshot({ path: `${name}.png` });
        await page.setViewportSize({ width: 360, height: 640 });
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
        if (shots !== undefined) await page.screenshot({ path: `${name}-phone.png` });
        expectNoComplaints(watched);
      }
    });
  }

  it('the licenses page shows what to do when no license is left, and updates by itself', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/licenses' });
    const bar = page.getByRole('meter', { name: 'Licenses in use' });
    await page.locator('.usage').filter({ hasText: '2 of 3' }).waitFor();
    await page.locator('.feed-note-live').waitFor();
    await client.call('POST', '/api/devices', { id: 'last' });
    await page.getByText('All licenses are in use').waitFor();
    expect(await bar.getAttribute('aria-valuenow')).to.equal('3');
    await page.getByText('Raise the number of licenses in the settings.').waitFor();
    const soon = new Date(clock.now() + 5 * DAY_MS).toISOString();
    await client.call('PUT', '/api/devices/last/limits', { expires: { enabled: true, date: soon } });
    await page.getByRole('listitem').getByRole('link', { name: 'last' }).waitFor();
    await client.call('DELETE', '/api/devices/last');
    await page.getByText('All licenses are in use').waitFor({ state: 'detached' });
    await page.getByRole('listitem').getByRole('link', { name: 'last' }).waitFor({ state: 'detached' });
    expectNoComplaints(watched);
  });

  it('the health page names a missing port with the fix, and recovers by itself once it is plugged in', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/health' });
    const problem = page.locator('.health-status').getByRole('listitem').filter({ hasText: path });
    await problem.getByText('Some ports are absent').waitFor();
    await problem.getByRole('link', { name: 'Go to ports' }).waitFor();
    await page.getByText('0 of 1 open').waitFor();
    for (const title of ['Clock', 'Disk', 'Store', 'Messages', 'Gateway']) {
      await page.getByRole('region', { name: title, exact: true }).waitFor();
    }
    await page.getByRole('region', { name: 'Gateway' }).getByText('MB').waitFor();
    line = openVirtualPort(path);
    await page.getByText('All is well').waitFor();
    await page.getByText('1 of 1 open').waitFor();
    await page.getByRole('navigation').getByTitle('Needs attention').waitFor({ state: 'detached' });
    expectNoComplaints(watched);
  });

  it('the health page shows which messages wait, and why', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/health' });
    await page.locator('.feed-note-live').waitFor();
    const message = { channel: 'email', to: 'a@example.com', text: 'hello' };
    await client.call('POST', '/api/devices/van/messages', message);
    const problem = page.locator('.health-status').getByRole('listitem').filter({ hasText: 'Emails are waiting' });
    await problem.getByText('127.0.0.1').waitFor();
    await page.getByRole('region', { name: 'Messages' }).getByText('1 waiting').waitFor();
    expectNoComplaints(watched);
  });

  it('a restricted user sees the parts that are permitted, and no failure', async () => {
    const { body } = await client.call('POST', '/api/users', {
      name: 'Ana',
      email: 'ana@example.com',
      country: 'ES',
      timeZone: 'Europe/Madrid',
      deviceId: 'van',
    });
    const user = body.user as { id: string };
    const key = (await client.call('POST', `/api/users/${user.id}/apiKey`)).body.apiKey as string;
    const ana = await signIn(url(), { userName: 'Ana', apiKey: key });
    const watched = await browser.open();
    const { page } = watched;
    await page.addInitScript(`sessionStorage.setItem('waypost.token', ${JSON.stringify(ana.token)})`);
    await page.goto(`${url()}/#/health`);
    await page.getByRole('region', { name: 'Gateway' }).getByText('Running for').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Licenses' }).click();
    await page.getByText('Only devices that your account sees are counted.').waitFor();
    expect(await page.locator('.failure').count()).to.equal(0);
    expectNoComplaints(watched);
  });
});
