import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createBenchTrackers } from '../support/bench.js';
import { signIn, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { workOf } from '../support/provisioning.js';
import { openTestStore } from '../support/store.js';
import { killAll } from '../support/waypost.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

const HOSTILE = '<img src=x onerror="alert(1)">';
const TRACKER = '860000000000017';
const STRANGER = '860000000000025';
const CUT_OFF = '860000000000033';

describe('the bench and what is plugged in, in a browser', function () {
  this.timeout(90_000);
  const browser = useBrowser();
  let folder = '';
  let trackers: ReturnType<typeof createBenchTrackers> | undefined;
  let gateway: Gateway | undefined;
  let client: Client;
  let benchPath = '';
  let strangerPath = '';
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
    const store = await openTestStore(join(folder, 'data'));
    const template = { id: 'gone', name: HOSTILE };
    await store.append([
      { kind: 'provisioning-begun', v: workOf({ hardwareId: CUT_OFF, deviceId: CUT_OFF, template }) },
    ]);
    await store.close();
    trackers = createBenchTrackers();
    benchPath = trackers.plug({ folder, protocol: 'queclink', deviceId: TRACKER }).path;
    strangerPath = trackers.plug({ folder, protocol: 'queclink', deviceId: STRANGER, interval: 1 }).path;
    const ports = [benchPath, strangerPath].map((path) => ({ path, protocol: 'queclink' }));
    gateway = await startGateway({ folder, config: { serial: { ports }, timeZone: 'Europe/Madrid' } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/templates', {
      name: HOSTILE,
      description: HOSTILE,
      protocol: 'queclink',
      settings: { sendInterval: 120 },
    });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    trackers?.stop();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  it('makes a template of what the protocol says can be set, and deletes one', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/templates' });
    for (const name of ['Vans', 'Cars']) {
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Protocol').selectOption('queclink');
      await page.getByLabel(/^sendInterval/).fill('90');
      await page.getByLabel(/^discardNoFix/).selectOption('true');
      await page.getByLabel(/^name/).fill('VAN{n:3}');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText(`Created ${name}.`).waitFor();
      await page.getByRole('rowheader', { name }).waitFor();
    }
    await page.getByRole('button', { name: 'Delete Cars' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Cars' }).waitFor({ state: 'detached' });
    const { body } = await client.call('GET', '/api/templates');
    const made = (body.templates as { name: string; settings: object }[]).find(({ name }) => name === 'Vans');
    expect(made?.settings).to.deep.equal({ sendInterval: 90, discardNoFix: true, name: 'VAN{n:3}' });
    expectNoComplaints(watched);
  });

  it('sets up a tracker until it is verified, shows its receipt, and undoes it', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/bench' });
    await page.getByLabel('Template').selectOption('Vans');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Choose at least one port.').waitFor();
    await page.getByLabel(benchPath).check();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.port-card').filter({ hasText: TRACKER }).filter({ hasText: 'Verified' }).waitFor();
    await page.getByText('Plug in the next tracker.').waitFor();
    await page.getByRole('timer').waitFor();
    await page.getByRole('button', { name: 'End' }).click();
    await page.getByText('Over: admin ended it').waitFor();
    await page.getByRole('link', { name: /^Open the receipt of/ }).click();
    await page.locator('h1').filter({ hasText: 'Receipt' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'sendInterval' });
    expect(await row.textContent()).to.match(/90$/);
    await page.getByLabel(benchPath).check();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('h1').filter({ hasText: 'Bench' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Undone' }).waitFor();
    expectNoComplaints(watched);
  });

  it('prints a receipt without what is for the screen alone', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/receipts' });
    await page.getByRole('row').filter({ hasText: 'Verified' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const button of ['Print', 'Undo', 'Sign out']) {
      expect(await page.getByRole('button', { name: button }).count(), button).to.equal(0);
    }
    await page.getByRole('row').filter({ hasText: 'sendInterval' }).waitFor();
    expectNoComplaints(watched);
  });

  it('shows the ports with what was heard on them, as it grows', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/ports' });
    const row = page.getByRole('row').filter({ hasText: strangerPath }).filter({ hasText: 'Open' });
    await row.waitFor();
    const heard = row.locator('[data-label=Heard]');
    const before = await heard.textContent();
    await eventually('more is heard', async () => (await heard.textContent()) !== before, 15_000);
    expectNoComplaints(watched);
  });

  it('shows the lines of a port as they are heard and what is made of them, and stands still when it is told to', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/ports' });
    await page.getByRole('button', { name: `Listen to ${strangerPath}` }).click();
    const log = page.getByRole('log');
    await log.getByText('+RESP:GTFRI').first().waitFor();
    await log.getByText(STRANGER).first().waitFor();
    await log.getByText('kept aside: unknown device').first().waitFor();
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    const more = page.getByText('more since it stands still');
    const said = await more.textContent();
    const lines = await log.getByRole('listitem').count();
    await eventually('more is heard', async () => (await more.textContent()) !== said);
    expect(await log.getByRole('listitem').count()).to.equal(lines);
    await page.getByRole('button', { name: 'Go on' }).click();
    await eventually('it goes on', async () => (await log.getByRole('listitem').count()) > lines);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await log.waitFor({ state: 'detached' });
    // The focus goes back, or the next press of a key is lost.
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.getAttribute("aria-label")');
    await eventually('the focus is where it was', async () => (await focused()) === `Listen to ${strangerPath}`);
    await page.getByRole('button', { name: `Listen to ${benchPath}` }).click();
    await page.getByText('Nothing heard yet').waitFor();
    expectNoComplaints(watched);
  });

  it('lists the trackers that were cut off, with what was begun and what to do', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/bench' });
    const section = page.getByRole('region', { name: 'Unfinished trackers' });
    await section.getByRole('row').filter({ hasText: CUT_OFF }).filter({ hasText: 'sendInterval: 60 → 120' }).waitFor();
    await section.getByText('Put a port into provisioning above').waitFor();
    expectNoComplaints(watched);
  });

  it('forgets an unknown device, which is there again once it is heard, and adopts it', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/unknown' });
    await page.getByRole('button', { name: `Discard ${STRANGER}` }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: `Adopt ${STRANGER}` }).click();
    await page.getByLabel('Name').fill(HOSTILE);
    await page.getByRole('button', { name: 'Adopt', exact: true }).and(page.locator('[type=submit]')).click();
    await page.getByText(`Adopted ${STRANGER}`).waitFor();
    await page.getByText('No unknown devices').waitFor();
    const { body } = await client.call('GET', `/api/devices/${STRANGER}`);
    expect(body.device).to.deep.include({ id: STRANGER, name: HOSTILE });
    expectNoComplaints(watched);
  });

  for (const path of ['/bench', '/templates', '/receipts', '/ports', '/unknown', 'receipt']) {
    it(`${path}: what is called like code is text and nothing else, and nothing stands in anybody's way`, async () => {
      const { body } = await client.call('GET', '/api/provisioning/receipts');
      const [receipt] = body.receipts as { id: string }[];
      for (const colorScheme of ['light', 'dark'] as const) {
        const watched = await browser.open({ colorScheme });
        const { page } = watched;
        await signInTo(page, url(), { path: path === 'receipt' ? `/receipts/${receipt?.id ?? ''}` : path });
        await page.locator('main table, main .state-note').first().waitFor();
        if (['/bench', '/templates'].includes(path)) {
          await page.getByText(HOSTILE).first().waitFor({ state: 'attached' });
        }
        expect(await page.locator('img[src=x]').count()).to.equal(0);
        expect(await accessibilityViolations(page), colorScheme).to.deep.equal([]);
        await page.setViewportSize({ width: 360, height: 640 });
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
        expectNoComplaints(watched);
      }
    });
  }
});
