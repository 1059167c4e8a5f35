import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createBenchTrackers } from '../support/provisioning/tracker-bench.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { workOf } from '../support/provisioning/provisioning.js';
import { openTestStore } from '../support/store/store.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, shoot, signInTo, useBrowser, type WatchedPage } from './browser.js';

const HOSTILE = '<img src=x onerror="alert(1)">';
const TRACKER = '860000000000017';
const UNKNOWN = '860000000000025';
const INTERRUPTED = '860000000000033';

describe('the provisioning, ports and unknown devices pages in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let trackers: ReturnType<typeof createBenchTrackers> | undefined;
  let gateway: Gateway | undefined;
  let client: Client;
  let trackerPath = '';
  let unknownPath = '';
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-provisioning-'));
    const store = await openTestStore(join(folder, 'data'));
    const template = { id: 'gone', name: HOSTILE };
    await store.append([
      { kind: 'provisioning-begun', v: workOf({ hardwareId: INTERRUPTED, deviceId: INTERRUPTED, template }) },
    ]);
    await store.close();
    trackers = createBenchTrackers();
    trackerPath = trackers.plug({ folder, protocol: 'queclink', deviceId: TRACKER }).path;
    unknownPath = trackers.plug({ folder, protocol: 'queclink', deviceId: UNKNOWN, interval: 1 }).path;
    const ports = [trackerPath, unknownPath].map((path) => ({ path, protocol: 'queclink' }));
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

  it('a template is created with the settings of its protocol, and deleted', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/templates' });
    for (const name of ['Vans', 'Cars']) {
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Protocol').selectOption('queclink');
      await page.getByLabel(/^Send interval \(s\)/).fill('90');
      await page.getByLabel(/^Skip reports without fix/).selectOption('true');
      await page.getByLabel(/^Device name(?! \(pattern\))/).fill('VAN{n:3}');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText(`Created ${name}.`).waitFor();
      await page.getByRole('rowheader', { name }).waitFor();
    }
    await page.getByRole('button', { name: 'Delete Cars' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Cars' }).waitFor({ state: 'detached' });
    const { body } = await client.call('GET', '/api/templates');
    const created = (body.templates as { name: string; settings: object }[]).find(({ name }) => name === 'Vans');
    expect(created?.settings).to.deep.equal({ sendInterval: 90, discardNoFix: true, name: 'VAN{n:3}' });
    expectNoComplaints(watched);
  });

  it('a tracker is provisioned until it is verified, gets a receipt, and is undone', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/provisioning' });
    await page.getByLabel('Template').selectOption('Vans');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Choose at least one port.').waitFor();
    await page.getByLabel(trackerPath).check();
    await page.getByRole('button', { name: 'Try without changing' }).click();
    const card = page.locator('.port-card').filter({ hasText: TRACKER });
    await card
      .filter({ hasText: 'Would change' })
      .filter({ hasText: /Send interval \(s\): \d+ → 90/ })
      .waitFor();
    await page.getByText(/^Ended: /).waitFor();
    await shoot(page, 'bench-trial');
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    expect((await client.call('GET', `/api/devices/${TRACKER}`)).status).to.equal(404);
    await page.reload();
    await page.getByLabel(trackerPath).waitFor();
    expect(await page.getByLabel(trackerPath).isChecked()).to.equal(true);
    expect(await page.getByLabel(unknownPath).isChecked()).to.equal(false);
    expect(await page.getByLabel('Template').locator('option:checked').textContent()).to.equal('Vans');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Start' }).click();
    await card.filter({ hasText: 'Verified' }).waitFor();
    await page.getByText('Plug in the next tracker.').waitFor();
    await page.getByRole('timer').waitFor();
    await shoot(page, 'bench-verified-telephone');
    const box = await card.filter({ hasText: 'Verified' }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), 'the result needs no scroll').to.be.at.most(844);
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await shoot(page, 'bench-verified');
    await page.getByRole('button', { name: 'End' }).click();
    await page
      .getByText(/^Ended: /)
      .first()
      .waitFor();
    await page.getByRole('link', { name: /^Open the receipt of/ }).click();
    await page.locator('h1').filter({ hasText: 'Receipt' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'sendInterval' });
    expect(await row.textContent()).to.match(/90$/);
    await page.getByLabel(trackerPath).check();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('h1').filter({ hasText: 'Provisioning' }).waitFor();
    await page.locator('.port-card').filter({ hasText: 'Undone' }).waitFor();
    expectNoComplaints(watched);
  });

  it('a label has the device id as text and as a code, and prints alone', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/provisioning' });
    await page.locator('summary').filter({ hasText: 'Vans' }).first().click();
    await page.getByRole('link', { name: 'Label', exact: true }).first().click();
    await page.getByRole('img', { name: `QR code of ${TRACKER}` }).waitFor();
    await page.locator('.labels li').filter({ hasText: TRACKER }).waitFor();
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await page.emulateMedia({ media: 'print' });
    await shoot(page, 'label');
    expect(await page.getByRole('button').count()).to.equal(0);
    expect(await page.locator('h1').isVisible()).to.equal(false);
    expectNoComplaints(watched);
  });

  it('a printed receipt has no buttons', async () => {
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

  it('the counters of a port grow while the page is open', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/ports' });
    const row = page.getByRole('row').filter({ hasText: unknownPath }).filter({ hasText: 'Open' });
    await row.waitFor();
    const received = row.locator('[data-label=Received]');
    const before = await received.textContent();
    await eventually('more lines are received', async () => (await received.textContent()) !== before);
    expectNoComplaints(watched);
  });

  it('the lines of a port appear with what the gateway decodes from them, and can be paused', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/ports' });
    await page.getByRole('button', { name: `Listen to ${unknownPath}` }).click();
    const log = page.getByRole('log');
    await log.getByText('+RESP:GTFRI').first().waitFor();
    await log.getByText(UNKNOWN).first().waitFor();
    await log.getByText('quarantined: unknown device').first().waitFor();
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    const more = page.getByText('more since the pause');
    const before = await more.textContent();
    const lines = await log.getByRole('listitem').count();
    await eventually('more lines are received', async () => (await more.textContent()) !== before);
    expect(await log.getByRole('listitem').count()).to.equal(lines);
    await page.getByRole('button', { name: 'Resume' }).click();
    await eventually('new lines appear', async () => (await log.getByRole('listitem').count()) > lines);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await log.waitFor({ state: 'detached' });
    // Without focus, the next key press would be lost.
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.getAttribute("aria-label")');
    await eventually('the focus is back on the button', async () => (await focused()) === `Listen to ${unknownPath}`);
    await page.getByRole('button', { name: `Listen to ${trackerPath}` }).click();
    await page.getByText('Nothing received yet').waitFor();
    expectNoComplaints(watched);
  });

  it('interrupted trackers are listed with their unfinished changes and how to finish them', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/provisioning' });
    const section = page.getByRole('region', { name: 'Unfinished trackers' });
    await section
      .getByRole('row')
      .filter({ hasText: INTERRUPTED })
      .filter({ hasText: 'Send interval (s): 60 → 120' })
      .waitFor();
    await section.getByText('plug them into a port in provisioning').waitFor();
    expectNoComplaints(watched);
  });

  it('a forgotten unknown device is listed again with its next report, and can be adopted', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/unknown' });
    await page.getByRole('button', { name: `Forget ${UNKNOWN}` }).click();
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByRole('button', { name: `Adopt ${UNKNOWN}` }).click();
    await page.getByLabel('Name').fill(HOSTILE);
    await page.getByRole('button', { name: 'Adopt', exact: true }).and(page.locator('[type=submit]')).click();
    await page.getByText(`Adopted ${UNKNOWN}`).waitFor();
    await page.getByText('No unknown devices').waitFor();
    const { body } = await client.call('GET', `/api/devices/${UNKNOWN}`);
    expect(body.device).to.deep.include({ id: UNKNOWN, name: HOSTILE });
    expectNoComplaints(watched);
  });

  for (const path of ['/provisioning', '/templates', '/receipts', '/ports', '/unknown', 'receipt']) {
    it(`${path} shows markup in names as text and is accessible`, async () => {
      const { body } = await client.call('GET', '/api/provisioning/receipts');
      const [receipt] = body.receipts as { id: string }[];
      for (const colorScheme of ['light', 'dark'] as const) {
        const watched = await browser.open({ colorScheme });
        const { page } = watched;
        await signInTo(page, url(), { path: path === 'receipt' ? `/receipts/${receipt?.id ?? ''}` : path });
        await page.locator('main table, main .state-note').first().waitFor();
        if (['/provisioning', '/templates'].includes(path)) {
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
