import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser } from './browser.js';

describe('commands in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let line: VirtualPort;
  let gateway: Gateway | undefined;
  let client: Client;
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-commands-'));
    line = openVirtualPort(join(folder, 'tracker'));
    line.onData((bytes) => {
      const [, id] = /"command":"status","id":"(\w+)"/.exec(Buffer.from(bytes).toString()) ?? [];
      if (id !== undefined) void line.write(`{"id":"${id}","deviceId":"bus","result":"all well"}\n`);
    });
    gateway = await startGateway({ folder, config: { serial: { ports: [{ path: line.path, protocol: 'json' }] } } });
    client = await signIn(url(), { apiKey: TEST_KEY });
    for (const id of ['bus', 'van']) await client.call('POST', '/api/devices', { id });
    await line.write(`${JSON.stringify({ id: 1, deviceId: 'bus', location: fixAt(1) })}\n`);
    await eventually('the device has reported', async () => {
      const { body } = await client.call('GET', '/api/devices/bus/lastLocation');
      return body.lastLocation !== null;
    });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    line.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a command is sent from the device page, and its result is shown', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/devices/bus' });
    const card = page.getByRole('region', { name: 'Send command' });
    await card.getByText('No commands yet.').waitFor();
    await card.getByLabel('Command', { exact: true }).fill('status');
    await card.getByRole('button', { name: 'Send', exact: true }).click();
    const item = card.getByRole('listitem').filter({ hasText: 'status' });
    await item.getByText('Done', { exact: true }).waitFor();
    await item.getByText('all well').waitFor();
    expect(await card.getByLabel('Command', { exact: true }).inputValue()).to.equal('');
    const shots = process.env.WAYPOST_SCREENSHOTS;
    if (shots !== undefined) await page.screenshot({ path: `${shots}commands.png`, fullPage: true });
    expect(await accessibilityViolations(page)).to.deep.equal([]);
  });

  it('a command to an absent tracker is refused, or waits and can be canceled', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: '/devices/van' });
    const card = page.getByRole('region', { name: 'Send command' });
    await card.getByLabel('Command', { exact: true }).fill('status');
    await card.getByRole('button', { name: 'Send', exact: true }).click();
    await card.getByText('device van has not reported on any port yet').waitFor();
    await card.getByLabel('If the tracker is not connected, wait (minutes)').fill('5');
    await card.getByRole('button', { name: 'Send', exact: true }).click();
    const item = card.getByRole('listitem').filter({ hasText: 'status' });
    await item.getByText('Waiting', { exact: true }).waitFor();
    await item.getByRole('button', { name: 'Cancel' }).click();
    await item.getByText('Canceled', { exact: true }).waitFor();
  });
});
