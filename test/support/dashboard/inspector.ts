import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';

export type Finding = { readonly rule: string; readonly element: string; readonly text: string };

/** The functions of test/web/inspect, called in a page. */
export type Inspector = {
  readonly isReady: () => Promise<void>;
  readonly drawn: () => Promise<void>;
  readonly openPage: (path: string) => Promise<void>;
  readonly openPanels: () => Promise<boolean>;
  readonly languages: () => Promise<readonly string[]>;
  readonly chooseLanguage: (language: string) => Promise<void>;
  readonly inspectLayout: () => Promise<readonly Finding[]>;
  readonly collectTexts: () => Promise<readonly string[]>;
};

let bundle: Promise<string> | undefined;

async function bundleInspector(): Promise<string> {
  const entry = fileURLToPath(new URL('../../web/inspect/index.js', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'inspector',
  });
  return `${outputFiles[0]?.text ?? ''}\nwindow.inspector = inspector; inspector.watchRequests();`;
}

/** Puts the inspector into every document that the page loads from now on. */
export async function useInspector(page: Page): Promise<Inspector> {
  await page.addInitScript(await (bundle ??= bundleInspector()));
  const call = <T>(name: string, ...values: readonly string[]): Promise<T> =>
    page.evaluate<T>(`inspector.${name}(${values.map((value) => JSON.stringify(value)).join()})`);
  return {
    isReady: () => call('isReady'),
    drawn: () => call('drawn'),
    openPage: (path) => call('openPage', path),
    openPanels: () => call('openPanels'),
    languages: () => call('languages'),
    chooseLanguage: (language) => call('chooseLanguage', language),
    inspectLayout: () => call('inspectLayout'),
    collectTexts: () => call('collectTexts'),
  };
}
