import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { LANGUAGES, loadLanguage, textsOf, type Language } from '../../src/web/text/text.js';
import { signIn, type Client } from '../support/api/client.js';
import { PASSWORD, startMailServer, USER, type MailServer } from '../support/channels/mail-server.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, shoot, signInTo, useBrowser, type WatchedPage } from './browser.js';

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

type Tree = { readonly [name: string]: Tree };

describe('the settings page in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let mail: MailServer;
  const url = (): string => gateway?.url ?? '';
  const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
  const save = (card: Locator): Promise<void> => card.getByRole('button', { name: 'Save' }).click();
  const saved = (card: Locator): Promise<void> => card.getByText('Saved.', { exact: true }).waitFor();
  const settings = async (): Promise<Tree> => (await client.call('GET', '/api/settings')).body.settings as Tree;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-settings-'));
    mail = await startMailServer();
    gateway = await startGateway({ folder, config: { licenses: { total: 5 } } });
    client = await signIn(url(), { apiKey: TEST_KEY });
  });
  after(async () => {
    await mail.close();
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: Parameters<typeof browser.open>[0] = {}): Promise<WatchedPage> {
    const watched = await browser.open({ viewport: { width: 1440, height: 900 }, ...options });
    await signInTo(watched.page, url(), { path: '/settings' });
    await watched.page.locator('.settings-cards').waitFor();
    return watched;
  }

  /** The browser itself notes each response with an error status. */
  const expectNoComplaints = ({ complaints }: WatchedPage, status: string): void => {
    expect(complaints.filter((one) => !one.includes(status))).to.deep.equal([]);
  };

  it('the time zone is found by typing and saved, and a wrong one is refused at its field', async () => {
    const watched = await open();
    const { page } = watched;
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).waitFor();
    const card = section(page, 'Time zone');
    await card.getByText('the daily counters start at 0 now').waitFor();
    const field = card.getByLabel('Time zone of the depot');
    await card.locator('datalist option[value="Europe/Madrid"]').waitFor({ state: 'attached' });
    await field.fill('Europe/Madrid');
    await card.getByText(/^Time there now: /).waitFor();
    await save(card);
    await saved(card);
    expect((await settings()).timeZone).to.equal('Europe/Madrid');

    await field.fill('Mars/Base');
    await save(card);
    await card.getByText('Expected: an IANA time zone, like Europe/Madrid.').waitFor();
    await card.locator('[name=timeZone][aria-invalid=true]:focus').waitFor();
    expect(await field.inputValue()).to.equal('Mars/Base');
    expect((await settings()).timeZone).to.equal('Europe/Madrid');
    expectNoComplaints(watched, '400');
  });

  it('a mail server is set up, and the test mail arrives', async () => {
    const watched = await open();
    const { page } = watched;
    const card = section(page, 'Mail server');
    await card.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await card.getByLabel('Port', { exact: true }).fill(String(mail.port));
    await card.getByLabel('User', { exact: true }).fill(USER);
    await card.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await card.getByLabel('Accept any certificate').check();
    await card.getByText('Save first: the test uses the saved settings.').waitFor();
    await save(card);
    await saved(card);
    expect(await card.getByLabel('Password', { exact: true }).inputValue()).to.equal('');
    expect(await card.getByLabel('Password', { exact: true }).getAttribute('placeholder')).to.equal('set');

    await card.getByLabel('Test: mail address').fill('boss@depot.example');
    await card.getByRole('button', { name: 'Send a test mail' }).click();
    await card.getByText('Sent to boss@depot.example.').waitFor();
    expect(mail.taken.map(({ to }) => to)).to.deep.equal([['boss@depot.example']]);
    expectNoComplaints(watched, '401');
  });

  it('a change of the mail server asks for the password again, and a test states why it was not sent', async () => {
    const watched = await open();
    const { page } = watched;
    const card = section(page, 'Mail server');
    // No server listens there.
    await card.getByLabel('Port', { exact: true }).fill('1');
    await save(card);
    await card.getByText('Enter it again: it would now be sent to another place.').waitFor();
    await card.locator('input[type=password]:focus').fill(PASSWORD);
    await save(card);
    await saved(card);
    await card.getByLabel('Test: mail address').fill('boss@depot.example');
    await card.getByRole('button', { name: 'Send a test mail' }).click();
    await card.getByText('Not sent to boss@depot.example.').waitFor();
    await card.getByText(/127\.0\.0\.1:1 is unreachable/).waitFor();

    await card.getByLabel('Server', { exact: true }).fill('');
    await save(card);
    await saved(card);
    expect(await card.getByLabel('Password', { exact: true }).getAttribute('placeholder')).to.equal('not set');
    expectNoComplaints(watched, '400');
  });

  it('a test of a modem that is missing states why the SMS was not sent', async () => {
    const watched = await open();
    const { page } = watched;
    const card = section(page, 'SMS modem');
    await card.getByLabel('Port of the modem').fill('/dev/waypost-no-modem');
    await card.getByLabel('PIN of the SIM').fill('0042');
    await save(card);
    await saved(card);
    await card.getByLabel('Test: telephone number').fill('+34 600 11 12 22');
    // Until the gateway has looked for the modem, it states that it has not.
    await eventually('the reason names the missing device', async () => {
      await card.getByRole('button', { name: 'Send a test SMS' }).click();
      await card.getByText('Not sent to +34600111222.').waitFor();
      return card.getByText(/no such device/).isVisible();
    });

    await card.getByRole('checkbox', { name: 'Remove what is set' }).check();
    await card.getByLabel('Port of the modem').fill('');
    await save(card);
    await saved(card);
    expect(await card.getByLabel('PIN of the SIM').getAttribute('placeholder')).to.equal('not set');
    expectNoComplaints(watched, '401');
  });

  it('a key of the configuration is shown with its source and cannot be changed', async () => {
    const { page } = await open();
    const card = section(page, 'Licenses');
    const field = card.getByLabel('Number of licenses');
    expect(await field.inputValue()).to.equal('5');
    expect(await field.isDisabled()).to.equal(true);
    await card.getByText('Set by the configuration (file, environment or flag): change it there.').waitFor();
    expect(await card.getByRole('button', { name: 'Save' }).count()).to.equal(0);
  });

  it('what was typed stays when the store or the connection fails, and is saved later', async () => {
    const watched = await open();
    const { page } = watched;
    const card = section(page, 'History');
    const days = card.getByLabel('Keep at most (days)');
    await days.fill('90');
    await page.route('**/api/settings', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { code: 'store_unavailable', error: 'the disk is full' } })
        : route.continue(),
    );
    await save(card);
    await card.getByRole('alert').filter({ hasText: 'the disk is full' }).waitFor();
    await page.unroute('**/api/settings');
    await page.route('**/api/settings', (route) => route.abort());
    await save(card);
    await card.getByRole('alert').filter({ hasText: 'The gateway does not respond.' }).waitFor();
    await page.unroute('**/api/settings');
    expect(await days.inputValue()).to.equal('90');
    await save(card);
    await saved(card);
    expect((await settings()).store?.retention).to.include({ days: 90 });
    expect(await card.getByRole('alert').count()).to.equal(0);
  });

  it('two administrators overwrite nothing of each other without a notice', async () => {
    const { page } = await open();
    const card = section(page, 'History');
    await client.call('PATCH', '/api/settings', {
      log: { level: 'warn' },
      store: { retention: { days: 30, bytes: 4e9 } },
    });
    await card.getByLabel('Keep at most (GB)').fill('12');
    await save(card);
    await card.getByText('Keep at most (GB) is now: 4').waitFor();
    expect(await card.getByLabel('Keep at most (days)').inputValue()).to.equal('30');
    expect((await settings()).store?.retention).to.deep.equal({ days: 30, bytes: 4e9 });
    await save(card);
    await saved(card);
    expect(await settings()).to.deep.include({
      log: { level: 'warn' },
      store: { retention: { days: 30, bytes: 12e9 } },
    });
    expect(await section(page, 'Application log').getByLabel('Level').inputValue()).to.equal('warn');
  });

  it('alerts that need a person are ticked or named', async () => {
    const { page } = await open();
    const card = section(page, 'Alerts that need a person');
    await card.getByRole('checkbox', { name: 'Tow' }).uncheck();
    await card.getByRole('checkbox', { name: 'FuelJumpDown' }).check();
    await card.getByLabel('Other names, one per line').fill('Fire\n');
    await save(card);
    await saved(card);
    const { attention } = await settings();
    expect(attention).to.have.members(['SOSButton', 'Crash', 'Jamming', 'GPSUnplugged', 'FuelJumpDown', 'Fire']);
  });

  it('the ports page switches on the scan for new devices', async () => {
    await client.call('PATCH', '/api/settings', { serial: { scan: false } });
    const { page } = await open();
    await page.goto(`${url()}/#/ports`);
    await page.getByText('New USB adapters are not used by themselves.').waitFor();
    await page.getByRole('button', { name: 'Switch on scanning for new devices' }).click();
    await page.getByText('New USB adapters are not used by themselves.').waitFor({ state: 'detached' });
    expect((await settings()).serial).to.include({ scan: true });
  });

  for (const [index, language] of LANGUAGE_CODES.entries()) {
    it(`the page in ${language} is accessible and does not scroll sideways on a telephone`, async () => {
      await loadLanguage(language);
      const title = textsOf(language)?.page.navigation?.settings ?? 'Settings';
      const { page } = await open({ locale: language, colorScheme: index % 2 === 0 ? 'light' : 'dark' });
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await shoot(page, `settings-${language}-wide`);
      expect(await accessibilityViolations(page)).to.deep.equal([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);
      expect(await page.evaluate("document.querySelector('main').scrollWidth")).to.be.at.most(390);
      await shoot(page, `settings-${language}-narrow`);
    });
  }
});
