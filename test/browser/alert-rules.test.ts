import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { RULE_ENTRIES } from './alert-rule-entries.js';
import { signInTo, useBrowser, type WatchedPage } from './browser.js';

type Fields = Readonly<Record<string, unknown>>;

describe('alert rules in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let yard = '';
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-alert-rules-'));
    gateway = await startGateway({ folder, config: { timeZone: 'Europe/Madrid' } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    for (const number of [1, 2, 3])
      await client.call('POST', '/api/devices', { id: `v-${number}`, name: `Van ${number}` });
    await client.call('POST', '/api/groups', { name: 'Vans', devices: ['v-1', 'v-2'] });
    const shape = { type: 'circle', center: [5.62, 52.35], radius: 400 };
    yard = String((await client.call('POST', '/api/zones', { name: 'Yard', shape })).body.id);
  });
  beforeEach(async () => {
    for (const { id } of await rules()) await client.call('DELETE', `/api/alertRules/${String(id)}`);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  async function rules(): Promise<readonly Fields[]> {
    return (await client.call('GET', '/api/alertRules')).body.alertRules as readonly Fields[];
  }
  async function ruleNamed(name: string): Promise<Fields> {
    const found = (await rules()).find((rule) => rule.name === name);
    expect(found, name).not.to.equal(undefined);
    return found ?? {};
  }
  async function openNew(page: Page): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name: 'Alert rules' }).click();
    await page.getByRole('link', { name: 'New alert rule' }).click();
    await page.getByLabel('What the rule watches').waitFor();
  }
  const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click();
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  function expectNoComplaints({ hosts, complaints }: WatchedPage, besides = 'nothing'): void {
    expect(complaints.filter((one) => !one.includes(besides))).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  it('a rule of each type is made in the form, and the API has what was typed', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/alert-rules' });
    await page.getByText('No alert rules yet').waitFor();
    for (const { label, type, fields, sentence } of RULE_ENTRIES) {
      await openNew(page);
      await page.getByLabel('Name', { exact: true }).fill(`My ${label}`);
      await page.getByLabel('What the rule watches').selectOption({ label });
      await type(page);
      await page.locator('.rule-in-words').filter({ hasText: sentence }).waitFor();
      await save(page);
      await rowOf(page, `My ${label}`).getByText(sentence, { exact: true }).waitFor();
      expect(await ruleNamed(`My ${label}`)).to.deep.include(fields(yard));
    }
    await rowOf(page, 'My Digital input').getByText('Raises Sensor3Off · Needs attention').waitFor();
    expect(await rules()).to.have.lengthOf(RULE_ENTRIES.length);
    expectNoComplaints(watched);
  });

  it('a rule is shown in miles per hour, changed, disabled and deleted, and no other field changes', async () => {
    await client.call('POST', '/api/alertRules', { name: 'Fast', type: 'speed', limit: 25, zones: [yard], all: true });
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/alert-rules' });
    await page.getByRole('link', { name: 'Fast' }).click();
    await page.getByLabel('Speed limit (km/h)').waitFor();
    expect(await page.getByLabel('Speed limit (km/h)').inputValue()).to.equal('90');
    await page.getByLabel('Units').selectOption('imperial');
    expect(await page.getByLabel('Speed limit (mph)').inputValue()).to.equal('55.92');
    await page.getByLabel('Name', { exact: true }).fill('Too fast');
    await page.getByLabel('Yard').uncheck();
    await save(page);
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    const changed = await ruleNamed('Too fast');
    expect(changed).to.include({ limit: 25, enabled: true });
    expect(changed).not.to.have.property('zones');
    await page.getByRole('link', { name: 'All alert rules' }).click();
    const row = rowOf(page, 'Too fast');
    await row.getByText('faster than 55.9 mph for 10 seconds, all devices').waitFor();
    await row.getByRole('checkbox', { name: 'Enabled: Too fast' }).click();
    await row.locator('input:not(:checked):not(:disabled)').waitFor();
    expect(await ruleNamed('Too fast')).to.include({ limit: 25, enabled: false });
    await page.getByRole('link', { name: 'Too fast' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('group').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No alert rules yet').waitFor();
    expect(await rules()).to.deep.equal([]);
    expectNoComplaints(watched);
  });

  it('a refusal is shown at its field in the language of the page, and nothing typed is lost', async () => {
    await client.call('POST', '/api/alertRules', { name: 'Cold', type: 'battery', all: true });
    const watched = await browser.open({ locale: 'de-DE' });
    const { page } = watched;
    await signInTo(page, url(), { path: '/alert-rules/new' });
    await page.getByLabel('Was die Regel überwacht').selectOption('Temperatur');
    await page.getByLabel('Name', { exact: true }).fill('Cold');
    await page.getByLabel('Über (°C)').fill('4');
    await page.getByLabel('Unter (°C)').fill('5');
    const submit = page.getByRole('button', { name: 'Speichern' });
    await submit.click();
    await page.getByRole('alert').filter({ hasText: 'Sie muss niedriger sein als die obere Grenze.' }).waitFor();
    await page.locator('input[name=below][aria-invalid=true]:focus').waitFor();
    await page.getByLabel('Unter (°C)').fill('1');
    await submit.click();
    await page.getByRole('alert').filter({ hasText: 'die Alarmregel Cold gibt es bereits' }).waitFor();
    await page.locator('input[name=name]:focus').waitFor();
    expect(await page.getByLabel('Über (°C)').inputValue()).to.equal('4');
    await page.getByLabel('Einzelne Geräte').check();
    await submit.click();
    await page.getByRole('alert').filter({ hasText: 'Wählen Sie mindestens ein Gerät.' }).waitFor();
    await page.getByLabel('Alle Geräte, auch neue').check();
    await page.getByLabel('Name', { exact: true }).fill('Kalt');
    await submit.click();
    await rowOf(page, 'Kalt').getByText('Temperatur über 4 °C oder unter 1 °C für 1 Minute, alle Geräte').waitFor();
    expectNoComplaints(watched, 'the server responded with a status of 4');
  });

  it('a change that another user made meanwhile is not overwritten, and what was typed stays', async () => {
    const { body } = await client.call('POST', '/api/alertRules', { name: 'Low', type: 'battery', all: true });
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: `/alert-rules/${String(body.id)}` });
    await page.getByLabel('Charge at or below (%)').fill('33');
    await client.call('PATCH', `/api/alertRules/${String(body.id)}`, { percent: 44 });
    await save(page);
    await page.getByRole('alert').filter({ hasText: 'Another user has changed it' }).waitFor();
    expect(await page.getByLabel('Charge at or below (%)').inputValue()).to.equal('33');
    expect(await ruleNamed('Low')).to.include({ percent: 44 });
    expectNoComplaints(watched, '409');
  });

  it('a preview counts what the rule would have raised, and refuses what the form does', async () => {
    const clock = await client.call('GET', '/api/clock');
    const now = Date.parse(String(clock.body.now));
    const fixes = [80, 20, 90, 10].map((battery, index) => {
      const dateTime = new Date(now - (60 - index) * 60_000).toISOString();
      return { dateTime, latitude: 52.1, longitude: 5.1, battery };
    });
    await client.call('POST', '/api/devices/v-3/locations', { locations: fixes });
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/alert-rules/new' });
    await page.getByLabel('What the rule watches').selectOption('Battery');
    const preview = page.getByRole('button', { name: 'Preview' });
    const sentence = (count: string) =>
      page
        .getByRole('status')
        .getByText(`With these settings this rule would have raised ${count} in the last 7 days.`);
    await page.getByLabel('Single devices').check();
    await preview.click();
    await page.getByRole('alert').filter({ hasText: 'Choose at least one device.' }).waitFor();
    await page.getByRole('checkbox', { name: 'Van 3' }).check();
    await preview.click();
    await sentence('2 alerts').waitFor();
    const newest = page.locator('.rule-preview li');
    expect(await newest.count()).to.equal(2);
    expect(await newest.first().getByRole('link', { name: 'Van 3' }).getAttribute('href')).to.equal('#/devices/v-3');
    await newest
      .first()
      .getByText(/^BatteryLow: /)
      .waitFor();
    const day = await newest.first().getByRole('link').last().getAttribute('href');
    const madrid = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' });
    expect(day).to.equal(`#/devices/v-3/day/${madrid.format(Date.parse(String(fixes[3]?.dateTime)))}`);

    await page.getByLabel('Charge at or below (%)').fill('15');
    await newest.first().waitFor({ state: 'detached' });
    await page.route('**/api/alertRules/preview', (route) => route.abort(), { times: 1 });
    await preview.click();
    await page.getByRole('alert').filter({ hasText: 'The gateway does not respond' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await sentence('1 alert').waitFor();
    await page.getByLabel('What the rule watches').selectOption('No position');
    await preview.click();
    await page.getByText('Nothing can be counted').waitFor();
    expect(await rules()).to.deep.equal([]);
    expectNoComplaints(watched, 'ERR_FAILED');
  });

  it('the rules of a zone are listed by themselves, and a new one names the zone', async () => {
    await client.call('POST', '/api/alertRules', { name: 'In the yard', type: 'zone', zones: [yard], all: true });
    await client.call('POST', '/api/alertRules', { name: 'Anywhere', type: 'battery', all: true });
    const { page } = await browser.open();
    await signInTo(page, url(), { path: `/alert-rules?zone=${yard}` });
    await page.getByText('Alert rules that name the zone Yard.').waitFor();
    await page.getByRole('link', { name: 'In the yard' }).waitFor();
    expect(await page.getByRole('link', { name: 'Anywhere' }).count()).to.equal(0);
    await page.getByRole('navigation').getByRole('link', { name: 'Alert rules' }).click();
    await page.getByRole('link', { name: 'Anywhere' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Anywhere' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'New alert rule' }).click();
    await page.getByLabel('Yard').waitFor();
    expect(await page.getByLabel('Yard').isChecked()).to.equal(true);
    await page.getByRole('link', { name: 'All alert rules' }).click();
    await page.getByRole('link', { name: 'Anywhere' }).waitFor();
  });

  it('a link for a zone opens a zone rule that names it', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: `/alert-rules/new?zone=${yard}` });
    await page.getByLabel('Yard').waitFor();
    expect(await page.getByLabel('What the rule watches').inputValue()).to.equal('zone');
    expect(await page.getByLabel('Yard').isChecked()).to.equal(true);
  });

  it('an alert names the rule that raised it, in the list and on the page of its device', async () => {
    await client.call('POST', '/api/alertRules', { name: 'No low', type: 'battery', percent: 50, all: true });
    const locate = (dateTime: string, battery: number) =>
      client.call('POST', '/api/devices/v-1/locations', { dateTime, latitude: 52.1, longitude: 5.1, battery });
    const now = Date.parse((await client.call('GET', '/api/clock')).body.now as string);
    const at = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
    await locate(at(3), 80);
    await locate(at(1), 20);
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/alerts' });
    await rowOf(page, 'BatteryLow').getByRole('link', { name: 'Alert rule No low' }).waitFor();
    await page.goto(`${url()}/#/devices/v-1`);
    await page.getByRole('link', { name: 'Alert rule No low' }).click();
    await page.locator('h1').filter({ hasText: 'No low' }).waitFor();
    for (const { id } of await rules()) await client.call('DELETE', `/api/alertRules/${String(id)}`);
    await page.goto(`${url()}/#/alerts`);
    await rowOf(page, 'BatteryLow').getByText('Raised by a deleted alert rule').waitFor();
    expectNoComplaints(watched);
  });

  it('the text of a rule is shown in the language of the page, that of a tracker as it was sent', async () => {
    const cold = { type: 'temperature', above: 5, minimumDuration: 0, attention: true, all: true };
    const { body } = await client.call('POST', '/api/alertRules', { name: 'Cold', ...cold });
    const now = Date.parse((await client.call('GET', '/api/clock')).body.now as string);
    for (const [minutes, temperature] of [
      [3, 2],
      [1, 7.2],
    ] as const) {
      const dateTime = new Date(now - minutes * 60_000).toISOString();
      const fix = { dateTime, latitude: 52.1, longitude: 5.1, temperature };
      await client.call('POST', '/api/devices/v-2/locations', fix);
    }
    await client.call('POST', '/api/devices/v-2/alerts', { alertName: 'SOSButton', text: '8 °C, limit 5 °C' });
    const watched = await browser.open({ locale: 'de-DE' });
    const { page } = watched;
    await signInTo(page, url(), { path: '/alerts' });
    const german = '7,2 °C, Grenze 5 °C';
    await rowOf(page, 'TemperatureGreaterThan').getByText(german).waitFor();
    await rowOf(page, 'SOSButton').getByText('8 °C, limit 5 °C', { exact: true }).waitFor();
    const banner = page.locator('.attention');
    await banner.getByText(german).waitFor();
    await banner.getByText('8 °C, limit 5 °C', { exact: true }).waitFor();
    await page.goto(`${url()}/#/devices/v-2`);
    const item = page.getByRole('main').getByRole('listitem');
    await item.filter({ hasText: 'TemperatureGreaterThan' }).getByText(german).waitFor();
    await item.filter({ hasText: 'SOSButton' }).getByText('8 °C, limit 5 °C', { exact: true }).waitFor();
    await page.goto(`${url()}/#/alert-rules/${String(body.id)}`);
    await page.getByRole('button', { name: 'Vorschau' }).click();
    const previewed = page.locator('.rule-preview li').filter({ hasText: german });
    await previewed.getByRole('link').last().click();
    await page.waitForURL(/#\/devices\/v-2\/day\//);
    await page.locator('h1').filter({ hasText: 'Van 2' }).waitFor();
    expectNoComplaints(watched);
  });
});
