import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium/chromium.js';
import { DEADLINE_MS } from '../support/gateway/eventually.js';
import { TEST_KEY } from '../support/gateway/gateway.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page, and what the tests watch on it. */
export type WatchedPage = {
  readonly page: Page;
  /** the hosts of all requests */
  readonly hosts: ReadonlySet<string>;
  /** errors and warnings of the browser, with exceptions and violations of the content security policy */
  readonly complaints: readonly string[];
};

export type TestBrowser = {
  readonly browser: () => Browser;
  readonly open: (options?: BrowserContextOptions) => Promise<WatchedPage>;
};

/** One browser for all tests of a suite; closes all pages after each test. Call it in `describe`. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined;
  before(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  after(() => browser?.close());

  function started(): Browser {
    if (browser === undefined) throw new Error('the browser is not started yet');
    return browser;
  }

  return {
    browser: started,
    async open(options = {}) {
      const context = await started().newContext({
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        ...options,
      });
      context.setDefaultTimeout(DEADLINE_MS);
      const page = await context.newPage();
      const hosts = new Set<string>();
      const complaints: string[] = [];
      page.on('request', (request) => hosts.add(new URL(request.url()).host));
      page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('dialog', (dialog) => {
        complaints.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      return { page, hosts, complaints };
    },
  };
}

export type SignInOptions = { readonly userName?: string; readonly apiKey?: string; readonly path?: string };

/** Opens the dashboard at a path and signs in. */
export async function signInTo(page: Page, url: string, options: SignInOptions = {}): Promise<void> {
  const { userName = 'admin', apiKey = TEST_KEY, path = '/map' } = options;
  await page.goto(`${url}/#${path}`);
  await page.locator('[name=userName]').fill(userName);
  await page.locator('[name=secret]').fill(apiKey);
  await page.locator('[type=submit]').click();
  await page.locator('h1').waitFor();
}

/** The accessibility violations that axe finds, but for the minor ones, of all its rules or only of some. */
export async function accessibilityViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const options = rules === undefined ? '' : JSON.stringify({ runOnly: rules });
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${options})`);
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

type AxeResult = {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

/** Keeps a screenshot in the folder `WAYPOST_SCREENSHOTS`, if that is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.WAYPOST_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
