import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { signInTo, useBrowser, type WatchedPage } from './browser.js';

const DEVICES = 130;

describe('groups, rules, templates and users in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-rules-'));
    // No server listens on port 1, so messages stay queued; SMS is not configured.
    const notifications = { email: { smtp: { host: '127.0.0.1', port: 1 }, from: 'depot@example.com' } };
    gateway = await startGateway({ folder, config: { notifications, licenses: { total: DEVICES } } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    const numbers = Array.from({ length: DEVICES }, (_, index) => index + 1);
    await Promise.all(
      numbers.map((number) => client.call('POST', '/api/devices', { id: `v-${number}`, name: `Van ${number}` })),
    );
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  async function list(path: string, field: string): Promise<readonly Record<string, unknown>[]> {
    const { body } = await client.call('GET', path);
    return body[field] as readonly Record<string, unknown>[];
  }
  const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click();
  async function remove(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('group').getByRole('button', { name: 'Delete' }).click();
  }

  it('a group takes the devices that a search found, is renamed, and loses a device', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/groups' });
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Vans');
    await page.getByText(`0 selected · ${DEVICES} listed`).waitFor();
    expect(await page.locator('.chooser-list li').count()).to.equal(100);
    const search = page.getByLabel('Search by name, id, tag or port');
    await search.fill('van 13');
    await search.press('Enter');
    await page.getByText('0 selected · 3 listed').waitFor();
    await page.getByRole('button', { name: 'Select all listed', exact: true }).click();
    await save(page);
    await page.getByRole('status').filter({ hasText: 'Created Vans.' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Vans' }).getByText('3', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Vans' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Small vans');
    await page.locator('.chooser-list li').first().filter({ hasText: 'Van 13 v-13' }).getByRole('checkbox').uncheck();
    await save(page);
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    await page.locator('h1').filter({ hasText: 'Small vans' }).waitFor();
    const groups = await list('/api/groups', 'groups');
    expect(groups.find(({ name }) => name === 'Small vans')?.devices).to.deep.equal(['v-113', 'v-130']);
    expectNoComplaints(watched);
  });

  it('a form does not overwrite a change that another user made meanwhile', async () => {
    const watched = await browser.open();
    const { page } = watched;
    const { body } = await client.call('POST', '/api/groups', { name: 'Buses' });
    const path = `/groups/${String(body.id)}`;
    await signInTo(page, url(), { path });
    await page.getByLabel('Description').fill('mine');
    await client.call('PATCH', `/api${path}`, { description: 'theirs' });
    await save(page);
    await page.getByRole('alert').filter({ hasText: 'Another user has changed it' }).waitFor();
    await remove(page);
    await page.getByRole('row').filter({ hasText: 'Buses' }).waitFor({ state: 'detached' });
    // The browser itself logs a response with status 409.
    expect(watched.complaints.filter((one) => !one.includes('409'))).to.deep.equal([]);
  });

  it('a rule for a group turns an alert into a message, and both are deleted', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/groups' });
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Lorries');
    await page.getByRole('searchbox').fill('v-130');
    await page.getByRole('checkbox', { name: 'Van 130' }).check();
    await save(page);
    await page.getByRole('status').filter({ hasText: 'Created Lorries.' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Notification rules' }).click();
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Panic');
    await page.getByLabel('Only these alerts').check();
    await page.getByLabel('Other names').fill('panic');
    await page.getByLabel('Only these devices and groups').check();
    await page.getByLabel(/^Lorries/).check();
    await page.getByText('Not configured: these recipients are not notified.').waitFor();
    await save(page);
    await page.getByRole('alert').filter({ hasText: '/emails and /phones and /webhooks are empty' }).waitFor();
    await page.getByLabel('Email addresses').fill('boss@example.com\nno-address');
    await page.getByLabel('Telephone numbers').fill('+34 600 11 12 22');
    await save(page);
    await page
      .getByText('Invalid: no-address. Expected: a plain mail address, like depot@example.com', { exact: true })
      .waitFor();
    expect(await page.getByRole('alert').filter({ hasText: '/emails' }).count()).to.equal(0);
    await page.locator('textarea[name=emails]:focus').waitFor();
    await page.getByLabel('Email addresses').fill('boss@example.com');
    await save(page);
    const row = page.getByRole('row').filter({ hasText: 'Panic' });
    await row.getByText('On panic of devices in Lorries: email to boss@example.com · SMS to +34600111222').waitFor();
    await row.getByText('repeats held back for 2 min').waitFor();
    await row.getByText('SMS is not configured: +34600111222 will not be notified.').waitFor();

    await client.call('POST', '/api/devices/v-13/alerts', { alertName: 'panic' });
    await client.call('POST', '/api/devices/v-130/alerts', { alertName: 'panic' });
    await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click();
    const message = page.locator('.rows tbody tr').filter({ hasText: 'boss@example.com' });
    await message.filter({ hasText: 'Van 130' }).filter({ hasText: 'Queued' }).waitFor();
    expect(await message.count()).to.equal(1);

    await page.getByRole('navigation').getByRole('link', { name: 'Notification rules' }).click();
    await page.getByRole('link', { name: 'Panic' }).click();
    await page.getByLabel('Enabled').uncheck();
    await page.getByLabel('All devices, including new ones').check();
    await save(page);
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    const [rule] = await list('/api/notifications', 'notifications');
    expect(rule).to.deep.include({ enabled: false, devices: 'all', groups: [], alerts: ['panic'], quietMinutes: 2 });
    await remove(page);
    await page.getByText('No notification rules yet').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('link', { name: 'Lorries' }).click();
    await remove(page);
    await page.locator('h1').filter({ hasText: 'Groups' }).waitFor();
    await page.getByRole('link', { name: 'Lorries' }).waitFor({ state: 'detached' });
    expect((await list('/api/groups', 'groups')).map(({ name }) => name)).not.to.include('Lorries');
    expect(watched.complaints.filter((one) => !one.includes('400'))).to.deep.equal([]);
  });

  it('the heads of rules and templates sort them', async () => {
    const { page } = await browser.open();
    const rule = { emails: ['boss@example.com'], devices: 'all' };
    for (const [name, enabled] of [
      ['Night', false],
      ['Day', true],
    ])
      await client.call('POST', '/api/notifications', { ...rule, name, enabled });
    for (const [name, protocol] of [
      ['Lorries', 'wpt'],
      ['Buses', 'queclink'],
    ])
      await client.call('POST', '/api/templates', { name, protocol, settings: {} });
    const names = () => page.locator('.rows tbody th').allTextContents();
    const sortBy = (head: string) => page.getByRole('button', { name: head, exact: true }).click();
    await signInTo(page, url(), { path: '/rules' });
    await page.getByRole('link', { name: 'Night' }).waitFor();
    expect(await names()).to.deep.equal(['Day', 'Night']);
    await sortBy('State');
    await sortBy('State');
    expect(await names()).to.deep.equal(['Night', 'Day']);
    await page.goto(`${url()}/#/templates`);
    await page.getByText('Lorries').waitFor();
    expect(await names()).to.deep.equal(['Buses', 'Lorries']);
    await sortBy('Name');
    expect(await names()).to.deep.equal(['Lorries', 'Buses']);
    for (const [path, key] of [
      ['/api/notifications', 'notifications'],
      ['/api/templates', 'templates'],
    ] as const)
      for (const { id } of await list(path, key)) await client.call('DELETE', `${path}/${String(id)}`);
  });

  it('the fields of a row are on one line, also below labels of two lines', async () => {
    const { page } = await browser.open({ locale: 'es-ES', viewport: { width: 1440, height: 900 } });
    await signInTo(page, url(), { path: '/templates' });
    await page.locator('[name="setting:gpsUpdateInterval"]').waitFor();
    for (const name of ['name', 'setting:gpsUpdateInterval']) {
      const fields = page
        .locator('.fields', { has: page.locator(`[name="${name}"]`) })
        .last()
        .locator('input, select');
      const boxes = await Promise.all((await fields.all()).map((field) => field.boundingBox()));
      const ends = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0)));
      // The fields of a row end at one height, to the pixel.
      const heights = [...new Set(ends)].sort((a, b) => a - b);
      const steps = heights.map((height, index) => height - (heights[index - 1] ?? -Infinity));
      expect(
        steps.every((step) => step > 40),
        name,
      ).to.equal(true);
    }
  });

  it('a template accepts patterns for numbers and choices, and keeps the limits that its form does not show', async () => {
    const limits = { dailySmsLimit: 5 };
    const settings = { int: 60, led: true };
    const input = { name: 'Vans', protocol: 'wpt', deviceId: 'van-{n:3}', settings, limits };
    await client.call('POST', '/api/templates', input);
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/templates' });
    await page.getByRole('link', { name: 'Edit Vans' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Small vans');
    expect(await page.getByLabel(/^Status light/).inputValue()).to.equal('true');
    expect(await page.locator('[name="setting:id"]').count(), 'the template has the device id').to.equal(0);
    const interval = page.locator('[name="setting:int"]');
    await interval.fill('4');
    await save(page);
    await page.locator('[name="setting:int"]:invalid').waitFor();
    await interval.fill('{interval}');
    await page.getByLabel(/^Baud rate/).selectOption('pattern …');
    await page.getByLabel('Baud rate (bit/s): pattern').fill('{speed}');
    await page.locator('[name="setting:key"]').fill('{key}');
    await save(page);
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    await page.locator('h1').filter({ hasText: 'Small vans' }).waitFor();
    expect(await page.getByLabel('Baud rate (bit/s): pattern').inputValue()).to.equal('{speed}');
    const [template] = await list('/api/templates', 'templates');
    expect(template).to.deep.include({
      name: 'Small vans',
      deviceId: 'van-{n:3}',
      settings: { int: '{interval}', led: true, baud: '{speed}', key: '{key}' },
    });
    expect(template?.limits).to.deep.include(limits);
    expectNoComplaints(watched);
  });

  it('the list of users shows scope and expiry, and an expiry that was not edited keeps its milliseconds', async () => {
    const { body } = await client.call('POST', '/api/groups', { name: 'Buses', devices: ['v-1'] });
    const expires = '2031-12-31T22:59:59.500Z';
    const account = { name: 'Ana', email: 'ana@example.com', country: 'ES', timeZone: 'Europe/Madrid' };
    await client.call('POST', '/api/users', { ...account, group: body.id, expires });
    const watched = await browser.open({ timezoneId: 'Europe/Madrid' });
    const { page } = watched;
    await signInTo(page, url(), { path: '/users' });
    const row = page.getByRole('row').filter({ hasText: 'Ana' });
    await row.filter({ hasText: 'Group Buses' }).filter({ hasText: 'until 31 Dec 2031, 23:59:59' }).waitFor();
    await row.getByRole('link', { name: 'Ana' }).click();
    await page.getByLabel('Email').fill('ana@depot.example');
    await save(page);
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    const [ana] = (await list('/api/users', 'users')).filter(({ name }) => name === 'Ana');
    expect(ana).to.include({ email: 'ana@depot.example', expires, group: body.id });
    expectNoComplaints(watched);
  });

  it('a user restricted to a group is offered nothing that the gateway would refuse', async () => {
    const ferries = await client.call('POST', '/api/groups', { name: 'Ferries', devices: ['v-1'] });
    const account = { name: 'Eva', email: 'eva@example.com', country: 'ES', timeZone: 'Europe/Madrid' };
    const privileges = ['messages', 'groups:write'];
    const { body } = await client.call('POST', '/api/users', { ...account, group: ferries.body.id, privileges });
    const key = await client.call('POST', `/api/users/${String(body.id)}/apiKey`);
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/rules', userName: 'Eva', apiKey: String(key.body.apiKey) });
    await page.getByText('Your account cannot see rules').waitFor();
    expect(await page.getByRole('button', { name: 'New rule' }).count()).to.equal(0);
    expect(
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /rules$/ })
        .count(),
    ).to.equal(0);
    await page.getByRole('navigation').getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('link', { name: 'Ferries' }).click();
    await page.getByRole('link', { name: 'Van 1', exact: true }).waitFor();
    for (const name of ['New group', 'Save', 'Delete']) {
      expect(await page.getByRole('button', { name }).count(), name).to.equal(0);
    }
    expectNoComplaints(watched);
  });

  for (const [path, expected] of [
    ['/templates', 'Provisioning'],
    ['/templates/1', 'Provisioning'],
    ['/receipts', 'Provisioning'],
    ['/receipts/1', 'Provisioning'],
    ['/devices/v-1', 'Devices'],
    ['/users/1', 'Users'],
    ['/groups/1', 'Groups'],
    ['/rules/1', 'Notification rules'],
    ['/alert-rules/new', 'Alert rules'],
    ['/alert-rules/1', 'Alert rules'],
  ] as const) {
    it(`the navigation marks ${expected} as current on ${path}`, async () => {
      const { page } = await browser.open();
      await signInTo(page, url(), { path });
      const here = page.locator('nav [aria-current=page]');
      await here.first().waitFor();
      expect(await here.allTextContents()).to.deep.equal([expected]);
    });
  }
});
