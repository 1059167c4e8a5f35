import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { PASSWORD, startMailServer, USER, type MailServer } from '../support/channels/mail-server.js';
import { killAll } from '../support/gateway/waypost.js';
import { signInTo, useBrowser } from './browser.js';

describe('a daily limit in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let mail: MailServer;
  let gateway: Gateway | undefined;
  let client: Client;
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-limit-'));
    mail = await startMailServer();
    const smtp = { host: '127.0.0.1', port: mail.port, user: USER, password: PASSWORD, allowSelfSigned: true };
    const notifications = { email: { smtp, from: 'gateway@depot.example' } };
    gateway = await startGateway({ folder, config: { notifications } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus', name: 'Bus 7' });
    const rule = { name: 'Night', alerts: ['SOSButton', 'BatteryLow'], emails: ['night@depot.example'] };
    await client.call('POST', '/api/notifications', rule);
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    await mail.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a limit of one email, set on the device page, lets one alert notify and suppresses the next', async () => {
    const { page, complaints } = await browser.open();
    await signInTo(page, url(), { path: '/devices/bus' });
    await page.getByLabel('Emails per day').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    const bar = page.getByRole('meter', { name: 'Emails today' });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuetext')).to.equal('0 of 1');

    await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click();
    await page.getByText('No messages').waitFor();
    await page.locator('.feed-note-live').waitFor();
    const rows = page.locator('.rows tbody tr').filter({ hasText: 'night@depot.example' });
    await client.call('POST', '/api/devices/bus/alerts', { alertName: 'SOSButton' });
    await rows.filter({ hasText: 'SOSButton' }).getByText('Sent', { exact: true }).waitFor();
    await client.call('POST', '/api/devices/bus/alerts', { alertName: 'BatteryLow' });
    const second = rows.filter({ hasText: 'BatteryLow' });
    await second.getByText('Suppressed', { exact: true }).waitFor();
    await second.getByText('The daily limit of the device is used up').waitFor();
    const shots = process.env.WAYPOST_SCREENSHOTS;
    if (shots !== undefined) await page.screenshot({ path: `${shots}limit-messages.png` });

    await page.getByRole('navigation').getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Bus 7' }).locator('.usage-bar.is-full').waitFor();
    await page.getByRole('row').getByRole('link', { name: 'Bus 7' }).click();
    await page.locator('.usage').filter({ hasText: '1 of 1' }).locator('.usage-bar.is-full').waitFor();
    if (shots !== undefined) await page.screenshot({ path: `${shots}limit-device.png` });
    expect(mail.taken).to.have.lengthOf(1);
    expect(complaints).to.deep.equal([]);
  });
});
