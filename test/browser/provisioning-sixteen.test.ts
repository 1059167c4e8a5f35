import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { trackerKinds } from '../../src/simulator/trackers/index.js';
import type { ProvisioningFault } from '../../src/simulator/trackers/tracker.js';
import { createBenchTrackers, type BenchTracker } from '../support/provisioning/tracker-bench.js';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { eventually } from '../support/gateway/eventually.js';
import { accessibilityViolations, signInTo, useBrowser } from './browser.js';

const templates = [
  { name: 'Vans', protocol: 'queclink', settings: { name: 'VAN{n:3}', sendInterval: 30 }, deviceName: 'Van {n}' },
  { name: 'Boxes', protocol: 'wpt', settings: { name: 'Box {n}', int: 30 }, deviceId: 'box-{n:2}' },
  { name: 'Receivers', protocol: 'ubx', settings: { intervalMs: 50 }, deviceId: 'rover-{n}' },
  { name: 'Nodes', protocol: 'meshtastic', settings: { longName: 'Depot node {n}', broadcastSecs: 600 } },
] as const;
type Protocol = (typeof templates)[number]['protocol'];
const EACH = 4;

/** One tracker has a different password, and one stores a different value than the one written. */
const faults: Readonly<Partial<Record<Protocol, { readonly index: number; readonly trouble: ProvisioningFault }>>> = {
  queclink: { index: 1, trouble: 'password' },
  meshtastic: { index: 2, trouble: 'changes' },
};

/** Records every step that the page shows, however briefly. */
const watchSteps = `
  window.steps = new Set();
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('.port-card .step')) window.steps.add(one.textContent.trim());
  }).observe(document.body, { subtree: true, childList: true, characterData: true });`;

describe('provisioning of sixteen trackers of four protocols in a browser', () => {
  const browser = useBrowser();
  const trackers = createBenchTrackers();
  const plugged: BenchTracker[] = [];
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let key = '';
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-sixteen-'));
    mkdirSync(join(folder, 'data'));
    for (const { protocol } of templates) {
      const { nth, prefix } = trackerKinds[protocol].ids;
      for (let index = 0; index < EACH; index++) {
        // Only the node on the serial port is provisioned: its number ends in 001.
        const deviceId = protocol === 'meshtastic' ? `0a00${index}001` : nth(prefix ?? protocol, index + 1);
        const fault = faults[protocol];
        const trouble = fault?.index === index ? fault.trouble : undefined;
        plugged.push(trackers.plug({ folder, protocol, deviceId, trouble }));
      }
    }
    // u-blox reports carry no device id, so a configured ubx port would need a bound device.
    const ports = plugged.map(({ path, protocol }) => ({ path, protocol: protocol === 'ubx' ? 'auto' : protocol }));
    gateway = await startGateway({ folder, config: { serial: { ports } }, inheritsNothing: true });
    client = await signIn(url(), { apiKey: TEST_KEY });
    for (const template of templates) await client.call('POST', '/api/templates', template);
    const account = { name: 'Tess', email: 'tess@example.com', country: 'NL', timeZone: 'Europe/Amsterdam' };
    const { body } = await client.call('POST', '/api/users', { ...account, privileges: ['provision'] });
    const { id } = body.user as { id: string };
    key = (await client.call('POST', `/api/users/${id}/apiKey`)).body.apiKey as string;
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    trackers.stop();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startSession(page: Page, { name, protocol }: (typeof templates)[number]): Promise<void> {
    const template = page.getByLabel('Template');
    // The form folds when a session starts and unfolds when one ends, also between a look and a click.
    await eventually('the form is unfolded', async () => {
      if (!(await template.isVisible())) await page.locator('#set-up-title').click();
      return template.isVisible();
    });
    await template.selectOption(name);
    for (const { path } of plugged.filter((one) => one.protocol === protocol)) await page.getByLabel(path).check();
    await page.getByText('Advanced:').click();
    await page.getByLabel('One tracker per port, then stop').check();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('article', { name }).waitFor();
  }

  it('a technician sees each step: fourteen trackers are verified, and two fail with a reason', async () => {
    const { page, complaints } = await browser.open();
    await signInTo(page, url(), { path: '/provisioning', userName: 'Tess', apiKey: key });
    await page.getByLabel('Template').waitFor();
    await page.evaluate(watchSteps);
    for (const template of templates) await startSession(page, template);
    const shots = process.env.WAYPOST_SCREENSHOTS;
    if (shots !== undefined) await page.screenshot({ path: `${shots}sixteen-in-progress.png`, fullPage: true });

    const results = page.locator('.rows tbody tr');
    for (const { name } of templates) {
      await page
        .getByRole('article', { name })
        .locator('.rows tbody tr')
        .nth(EACH - 1)
        .waitFor({ state: 'attached' });
    }
    const verified = results.filter({ hasText: 'Verified' });
    await verified.nth(13).waitFor({ state: 'attached' });
    expect(await results.count()).to.equal(16);
    expect(await verified.count()).to.equal(14);
    const reasons = await results.filter({ hasText: 'Failed' }).allTextContents();
    expect(reasons).to.have.lengthOf(2);
    expect(reasons.some((reason) => reason.includes('password'))).to.equal(true);
    expect(reasons.some((reason) => reason.includes('broadcastSecs'))).to.equal(true);
    const steps = await page.evaluate<string[]>('[...window.steps]');
    expect(steps).to.include.members(['Reading its settings', 'Writing settings', 'Reading back']);
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    if (shots !== undefined) await page.screenshot({ path: `${shots}sixteen-finished.png` });
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
    expect(complaints).to.deep.equal([]);
  });

  it('each receipt is listed and prints on one page', async () => {
    const { page, complaints } = await browser.open();
    await signInTo(page, url(), { path: '/receipts', userName: 'Tess', apiKey: key });
    const verified = page.getByRole('row').filter({ hasText: 'Verified' });
    await verified.nth(13).waitFor();
    expect(await verified.count()).to.equal(14);
    await verified.filter({ hasText: 'box-01' }).getByRole('link').click();
    await page.locator('h1').filter({ hasText: 'Receipt box-01' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Box 1' }).waitFor();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).to.have.lengthOf(1);
    const shots = process.env.WAYPOST_SCREENSHOTS;
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button').count()).to.equal(0);
    if (shots !== undefined) await page.screenshot({ path: `${shots}sixteen-receipt.png` });
    expect(complaints).to.deep.equal([]);
  });
});
