import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser } from './browser.js';

const LICENSES = 4;

describe('devices by hand in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let vans = '';
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-devices-'));
    gateway = await startGateway({ folder, config: { licenses: { total: LICENSES } } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    const { body } = await client.call('POST', '/api/groups', { name: 'Vans', devices: [] });
    vans = (body.group as { id: string }).id;
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  const deviceOf = async (id: string) =>
    (await client.call('GET', `/api/devices/${id}`)).body.device as Record<string, unknown> | undefined;
  const membersOf = async () =>
    ((await client.call('GET', `/api/groups/${vans}`)).body.group as { devices: readonly string[] }).devices;

  async function edit(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Details' }).waitFor();
  }

  it('a device is added with all of its fields and a group, by keyboard', async () => {
    const { page, complaints } = await browser.open();
    await signInTo(page, url(), { path: '/devices' });
    await page.locator('h1:focus').waitFor();
    await page.getByRole('button', { name: 'Add device' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[name=id]:focus').waitFor();
    await page.keyboard.type('van-1');
    await page.locator('[name=name]').fill('Van 1');
    await page.locator('[name=description]').fill('blue');
    await page.locator('[name=min]').fill('+34600111222');
    await page.locator('[name=tags]').fill('plate = 12-AB-3');
    await page.locator('[name=group]').selectOption({ label: 'Vans' });
    await page.locator('form.card summary').click();
    await page.getByLabel('SMS segments per day').fill('5');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Added Van 1.' }).waitFor();
    expect(await deviceOf('van-1')).to.deep.include({
      name: 'Van 1',
      description: 'blue',
      min: '+34600111222',
      tags: { plate: '12-AB-3' },
    });
    expect(await membersOf()).to.deep.equal(['van-1']);
    expect(complaints).to.deep.equal([]);
  });

  it('two users who change the same device lose nothing: the second one sees the conflict, and decides', async () => {
    await client.call('POST', '/api/devices', { id: 'van-2', name: 'Van 2' });
    const { page } = await browser.open({ viewport: { width: 390, height: 844 } });
    await signInTo(page, url(), { path: '/devices/van-2' });
    await edit(page);
    await page.locator('[name=name]').fill('Mine');
    await client.call('PATCH', '/api/devices/van-2', { name: 'Theirs', description: 'also theirs' });
    await eventually(
      'an untouched field follows',
      async () => (await page.locator('[name=description]').inputValue()) !== '',
    );
    const details = page.locator('section').filter({ hasText: 'Details' });
    await details.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name is now: Theirs').waitFor();
    expect(await page.locator('[name=name]').inputValue()).to.equal('Mine');
    expect((await deviceOf('van-2'))?.name).to.equal('Theirs');
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByText('Saved.').waitFor();
    expect(await deviceOf('van-2')).to.deep.include({ name: 'Mine', description: 'also theirs' });
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
  });

  it('a device moves between groups', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/devices/van-2' });
    await edit(page);
    await page.getByRole('checkbox', { name: 'Vans' }).check();
    await page.locator('section').filter({ hasText: 'Details' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await membersOf()).to.have.members(['van-1', 'van-2']);
  });

  it('limits that could not be saved stay typed, and the page shows when they are saved', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/devices/van-1' });
    const limits = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Limits' }) });
    await limits.getByLabel('SMS segments per day').fill('7');
    await page.route('**/api/devices/van-1', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { code: 'store_unavailable', error: 'the disk is full' } })
        : route.continue(),
    );
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByText('the disk is full').waitFor();
    expect(await limits.getByLabel('SMS segments per day').inputValue()).to.equal('7');
    await page.unroute('**/api/devices/van-1');
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByText('Saved.').waitFor();
    expect((await deviceOf('van-1'))?.limits).to.deep.include({ dailySmsLimit: 7 });
  });

  it('a device expires at once and is renewed', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/devices/van-1' });
    await page.getByRole('button', { name: 'Expire now' }).click();
    await page.getByText('Its license becomes free and new reports are refused').waitFor();
    await page.getByRole('group').getByRole('button', { name: 'Expire now' }).click();
    await page.locator('.badge-expired').first().waitFor();
    expect((await deviceOf('van-1'))?.state).to.equal('expired');
    await page.getByLabel('Temporary').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await deviceOf('van-1'))?.state).to.equal('active');
  });

  it('a device without a free license is refused, and what was typed stays', async () => {
    await client.call('POST', '/api/devices', { id: 'van-3' });
    await client.call('POST', '/api/devices', { id: 'van-4' });
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/devices' });
    await page.getByRole('button', { name: 'Add device' }).click();
    await page.locator('[name=id]').fill('van-5');
    await page.locator('form.card').getByRole('button', { name: 'Add device' }).click();
    await page.getByText(`all ${LICENSES} licenses are in use`).waitFor();
    expect(await page.locator('[name=id]').inputValue()).to.equal('van-5');
  });

  it('a device is deleted after a sentence on its history', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/devices/van-4' });
    await edit(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Its history stays on the gateway until retention deletes it').waitFor();
    await page.getByRole('group').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
    expect(await deviceOf('van-4')).to.equal(undefined);
  });

  it('a CSV list is imported after a preview of each line; lines without a license are refused before', async () => {
    const { page, complaints } = await browser.open({ viewport: { width: 390, height: 844 } });
    await signInTo(page, url(), { path: '/devices' });
    await page.getByRole('link', { name: 'Import CSV' }).click();
    const csv =
      'id;nombre;etiquetas;grupo\nvan-1;=1+1;a=b;Vans\nvan-2;;;\nvan-6;Furg\u00f3n;;Vans\nvan-7;;;\nno good;;;\n';
    await page.getByLabel('CSV file').setInputFiles({
      name: 'devices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv, 'latin1'),
    });
    await page.getByText('1 to add, 1 to change, 1 unchanged, 2 refused').waitFor();
    await page.getByText('1 line is refused because only 1 license is free').waitFor();
    await page.getByText('An id has 1 to 64 letters').waitFor();
    expect(await deviceOf('van-6')).to.equal(undefined);
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    expect(await page.evaluate('document.querySelector("main").scrollWidth')).to.equal(390);
    await page.getByRole('button', { name: 'Import 2 lines' }).click();
    await page.getByText('Finished: 2 lines imported, 0 failed.').waitFor();
    expect(await deviceOf('van-1')).to.deep.include({ name: '=1+1', tags: { a: 'b' } });
    expect((await deviceOf('van-6'))?.name).to.equal('Furg\u00f3n');
    expect(await membersOf()).to.include('van-6');
    const shots = process.env.WAYPOST_SCREENSHOTS;
    if (shots !== undefined) await page.screenshot({ path: `${shots}import-phone.png` });
    expect(complaints).to.deep.equal([]);
  });
});
