import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { UplinkView } from '../../src/schema/uplinks/uplink.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { fixAt } from '../support/store/records.js';
import { accessibilityViolations, shoot, signInTo, useBrowser } from './browser.js';

const NAME = 'center';
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
/** px, the width of small telephones */
const PHONE = 360;

describe('uplinks in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  const gateways: Gateway[] = [];
  let near: Client;
  let far: Client;
  let farUrl = '';
  let fixes = 0;

  async function start(name: string, config: object): Promise<Gateway> {
    const own = join(folder, name);
    mkdirSync(own);
    const gateway = await startGateway({ folder: own, config });
    gateways.push(gateway);
    return gateway;
  }
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-uplinks-'));
    const fixed = { name: 'archive', type: 'rest', url: NOWHERE, enabled: false };
    near = await signIn((await start('near', { uplinks: [fixed] })).url, { apiKey: TEST_KEY });
    farUrl = (await start('far', {})).url;
    far = await signIn(farUrl, { apiKey: TEST_KEY });
    for (const id of ['bus', 'ghost']) await near.call('POST', '/api/devices', { id });
    await far.call('POST', '/api/devices', { id: 'bus' });
  });
  after(async () => {
    for (const gateway of gateways) await gateway.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: Parameters<typeof browser.open>[0] = {}, path = '/uplinks'): Promise<Page> {
    const { page } = await browser.open({ viewport: { width: 1440, height: 900 }, ...options });
    await signInTo(page, gateways[0]?.url ?? '', { path });
    return page;
  }
  /** The health page names the uplink, with the text, and leads to the page of uplinks. */
  async function expectHealthProblem(text: string, shot: string): Promise<void> {
    const page = await open({}, '/health');
    const problem = page.locator('.health-status').getByRole('listitem').filter({ hasText: NAME });
    await problem.getByText('Some records are not forwarded').waitFor();
    await problem.getByText(text, { exact: false }).waitFor();
    expect(await page.getByText('The reason is not known').count()).to.equal(0);
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await shoot(page, shot);
    await problem.getByRole('link', { name: 'Go to uplinks' }).click();
    await card(page).waitFor();
    await page.close();
  }
  const card = (page: Page, name = NAME): Locator => page.getByRole('region', { name, exact: true });
  const button = (scope: Page | Locator, name: string): Locator => scope.getByRole('button', { name, exact: true });
  const fact = (scope: Locator, name: string): Locator =>
    scope.locator('.facts > div').filter({ hasText: name }).locator('dd');
  const uplink = async (name = NAME): Promise<UplinkView | undefined> =>
    ((await near.call('GET', '/api/uplinks')).body.uplinks as UplinkView[]).find((one) => one.name === name);
  async function report(deviceId: string): Promise<void> {
    fixes += 1;
    await near.call('POST', `/api/devices/${deviceId}/locations`, { locations: [fixAt(fixes)] });
  }

  it('one is added once its test connects, and forwards what is stored from then on', async () => {
    const page = await open();
    await button(page, 'Add an uplink').click();
    const form = page.getByRole('form', { name: 'New uplink' });
    await button(form, 'Save').click();
    expect(await form.getByRole('alert').textContent()).to.equal('Required.');
    await form.getByLabel('Name', { exact: true }).fill(NAME);
    await form.getByLabel('Address').fill(farUrl);
    await form.getByLabel('User name').fill('admin');
    await form.getByLabel('API key').fill('wrong');
    await button(form, 'Test connection').click();
    await form.getByText('The test could not connect.').waitFor();
    await form.getByText('the far side refuses the sign-in of admin', { exact: false }).waitFor();
    await form.getByLabel('API key').fill(TEST_KEY);
    await button(form, 'Test connection').click();
    await form.getByText('The test connected. No record was sent.').waitFor();
    expect(await uplink(), 'a test stores nothing').to.equal(undefined);
    await button(form, 'Save').click();
    await form.waitFor({ state: 'detached' });

    await card(page).getByText('Up to date').waitFor();
    await report('bus');
    await fact(card(page), 'Forwarded since the start').filter({ hasText: /^1/ }).waitFor();
    await eventually('the far gateway has the location', async () => {
      const { body } = await far.call('GET', '/api/records?kinds=location&limit=10');
      return (body.records as readonly unknown[]).length === 1;
    });
  });

  it('a change keeps the secret, which is never shown', async () => {
    const page = await open();
    await button(card(page), `Change: ${NAME}`).click();
    const form = card(page).getByRole('form');
    expect(await form.getByLabel('API key').inputValue()).to.equal('');
    expect(await form.getByLabel('API key').getAttribute('placeholder')).to.equal('Set. Empty: it stays');
    await form.getByText('More settings').click();
    await form.getByLabel('Limit for older records').fill('20');
    await button(form, 'Save').click();
    await form.getByText('A whole number from 100 to', { exact: false }).waitFor();
    await form.getByLabel('Limit for older records').fill('20000');
    await button(form, 'Save').click();
    await form.waitFor({ state: 'detached' });
    expect((await uplink())?.settings).to.include({ bytesPerSecond: 20_000 });
    expect((await uplink())?.secrets).to.deep.equal({ apiKey: true, tlsKey: false });
    await button(card(page), `Test connection: ${NAME}`).click();
    await card(page).getByText('The test connected. No record was sent.').waitFor();
  });

  it('what the far side refuses is listed, and sent again once it is accepted there', async () => {
    const page = await open();
    const [depot] = (await far.call('GET', '/api/depots')).body.depots as { id: string }[];
    await far.call('PATCH', `/api/depots/${depot?.id ?? ''}`, { unknownDevices: 'refuse' });
    await report('ghost');
    await report('ghost');
    await fact(card(page), 'Dead letters').getByText('2', { exact: true }).waitFor();
    await button(card(page), `Dead letters: ${NAME}`).click();
    const row = card(page).getByRole('row').filter({ hasText: 'ghost' });
    await row.getByText('device ghost not found').waitFor();
    expect(await row.getByRole('cell').nth(1).textContent()).to.equal('2');
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await shoot(page, 'uplinks-dead-letters');
    await expectHealthProblem('dead letters', 'health-dead-letters');
    await far.call('POST', '/api/devices', { id: 'ghost' });
    await button(card(page), 'Send again').click();
    await card(page).getByText('They are sent again.', { exact: false }).waitFor();
    await row.waitFor({ state: 'detached' });
    await fact(card(page), 'Dead letters').getByText('0', { exact: true }).waitFor();
  });

  it('a changed address takes the secret again, and stops the uplink until it is decided where to continue', async () => {
    const page = await open();
    await button(card(page), `Change: ${NAME}`).click();
    const form = card(page).getByRole('form', { name: `Change: ${NAME}` });
    await form.getByLabel('Address').fill(`${farUrl}/`);
    await button(form, 'Save').click();
    await form.getByText('Enter it again, because the receiver has changed.').waitFor();
    await form.getByLabel('API key').fill(TEST_KEY);
    await button(form, 'Save').click();
    await card(page).getByText('Stopped', { exact: true }).waitFor();
    await card(page).getByText('its position belongs to another far side', { exact: false }).waitFor();
    await shoot(page, 'uplinks-decide');
    await expectHealthProblem('its position belongs to another far side', 'health-uplink-stopped');
    await report('bus');
    await card(page).getByLabel('Where to continue').selectOption('At its position');
    await button(card(page), 'Continue').click();
    await card(page).getByText('Up to date').waitFor();
    await eventually('the location of the stop was forwarded', async () => (await uplink())?.forwarded === 1);
  });

  it('one of the configuration is shown and not changed; others are switched off, on, and removed after a question', async () => {
    const page = await open();
    const fixed = card(page, 'archive');
    await fixed.getByText('Set by the configuration: change it there.').waitFor();
    expect(await fixed.getByRole('button').allTextContents()).to.deep.equal(['Test connection']);
    await button(fixed, 'Test connection: archive').click();
    await fixed.getByText('userName is not set', { exact: false }).waitFor();

    await button(card(page), `Switch off: ${NAME}`).click();
    await card(page).getByText('Off', { exact: true }).waitFor();
    await button(card(page), `Switch on: ${NAME}`).click();
    await card(page).getByText('Up to date').waitFor();
    await button(card(page), `Remove: ${NAME}`).click();
    await card(page).getByText('Remove this uplink and its position?', { exact: false }).waitFor();
    await button(card(page).getByRole('group'), 'Remove').click();
    await card(page).waitFor({ state: 'detached' });
    expect(await uplink()).to.equal(undefined);
  });

  it('the forms of all types are accessible, fit a telephone, and are filled in by keyboard alone', async () => {
    const page = await open({ viewport: { width: PHONE, height: 740 } });
    await page.locator('h1:focus').waitFor();
    await button(page, 'Add an uplink').focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'New uplink' });
    await form.waitFor();
    await page.keyboard.type('not a name');
    await page.keyboard.press('Enter');
    await form.getByText('Not in the expected form.').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('broker');
    for (const type of ['REST', 'MQTT', 'NATS']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(type === 'REST' ? 'T' : type);
      await page.keyboard.press('Shift+Tab');
      await form.locator('details').evaluate((details: { open: boolean }) => {
        details.open = true;
      });
      expect(await accessibilityViolations(page), type).to.deep.equal([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), type).to.equal(PHONE);
      await shoot(page, `uplinks-form-${type}`);
    }
    await form.getByLabel('Address').fill('nats://host1,host2');
    await form.getByRole('textbox', { name: 'Stream' }).fill('with space');
    await page.keyboard.press('Enter');
    await form.getByText('Not in the expected form.').waitFor();
    expect(await uplink('broker')).to.equal(undefined);
    await form.getByRole('textbox', { name: 'Stream' }).fill('DEPOT');
    await page.keyboard.press('Enter');
    await card(page, 'broker').getByText('nats://host1,host2', { exact: false }).waitFor();
    expect((await uplink('broker'))?.settings).to.include({ type: 'nats', stream: 'DEPOT', from: 'now' });
  });
});
