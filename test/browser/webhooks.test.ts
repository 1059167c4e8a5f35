import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { WebhookView } from '../../src/schema/messages/webhook.js';
import { signIn, type Client } from '../support/api/client.js';
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../support/channels/webhook-receiver.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, shoot, signInTo, useBrowser } from './browser.js';

describe('webhooks in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let receiver: WebhookReceiver;
  const card = (page: Page): Locator => page.getByRole('region', { name: 'Webhooks', exact: true });
  const webhooks = async (): Promise<readonly WebhookView[]> =>
    (await client.call('GET', '/api/webhooks')).body.webhooks as WebhookView[];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-webhooks-'));
    receiver = await startWebhookReceiver();
    const fixed = { name: 'archive', url: 'https://archive.example/alerts', secret: WEBHOOK_SECRET };
    gateway = await startGateway({ folder, config: { notifications: { webhooks: [fixed] } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
  });
  after(async () => {
    await receiver.stop();
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(path: string, options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
    const { page } = await browser.open({ viewport: { width: 1440, height: 900 }, ...options });
    await signInTo(page, gateway?.url ?? '', { path });
    return page;
  }

  it('one is added, tested, changed without its secret, chosen by a rule, and removed once no rule names it', async () => {
    const page = await open('/settings');
    const own = card(page);
    await own.getByRole('button', { name: 'Add a webhook' }).click();
    await own.getByLabel('Name').fill('dispatch');
    await own.getByLabel('Address').fill(receiver.url);
    await own.getByLabel('Secret').fill(WEBHOOK_SECRET);
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByRole('button', { name: 'Test: dispatch' }).click();
    await own.getByText('Sent to dispatch.').waitFor();
    expect(receiver.received.at(-1)?.event.kind).to.equal('test');

    await own.getByRole('button', { name: 'Change: dispatch' }).click();
    expect(await own.getByLabel('Secret').inputValue(), 'the secret is not shown').to.equal('');
    await own.getByLabel('Address').fill('https://other.example/');
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByText('/secret is missing').waitFor();
    await own.getByLabel('Address').fill(receiver.url);
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByRole('form').waitFor({ state: 'detached' });
    expect((await webhooks()).find(({ name }) => name === 'dispatch')?.url).to.equal(receiver.url);

    const rules = await open('/rules');
    await rules.getByRole('button', { name: 'New rule' }).click();
    await rules.getByRole('textbox', { name: 'Name', exact: true }).fill('To dispatch');
    await rules.getByRole('checkbox', { name: 'dispatch' }).check();
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByText('webhook to dispatch', { exact: false }).first().waitFor();

    const remove = async (): Promise<void> => {
      await own.getByRole('button', { name: 'Remove: dispatch' }).click();
      await own.getByRole('group').getByRole('button').last().click();
    };
    await remove();
    await own.getByText('To dispatch', { exact: false }).waitFor();
    const [rule] = (await client.call('GET', '/api/notifications')).body.notifications as [{ id: string }];
    await client.call('DELETE', `/api/notifications/${rule.id}`);
    await remove();
    await own.getByText('dispatch', { exact: true }).waitFor({ state: 'detached' });
    expect((await webhooks()).map(({ name }) => name)).to.deep.equal(['archive']);
  });

  it('the section is accessible and fits a telephone, light and dark', async () => {
    await client.call('PUT', '/api/webhooks/dispatch', { url: receiver.url, secret: WEBHOOK_SECRET });
    await client.call('PUT', '/api/webhooks/night', { url: receiver.url, secret: WEBHOOK_SECRET, enabled: false });
    await client.call('PUT', '/api/webhooks/away', { url: 'http://127.0.0.1:9/alerts', secret: WEBHOOK_SECRET });
    await client.call('POST', '/api/devices', { id: 'bus' });
    await client.call('POST', '/api/devices/bus/messages', { channel: 'webhook', to: 'away', text: 'hello' });
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        const page = await open('/settings', { colorScheme, viewport: { width, height } });
        const own = card(page);
        await own.getByText('the connection was refused', { exact: false }).waitFor();
        await own.getByRole('button', { name: 'Change: night' }).click();
        await own.scrollIntoViewIfNeeded();
        expect(await accessibilityViolations(page)).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(width);
        await shoot(page, `webhooks-${colorScheme}-${width}`);
      }
    }
  });
});
