import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../src/config.js';
import { blocksOf } from './blocks.js';
import { deadLinks } from './links.js';

const page = 'src/channels/webhook/webhooks.md';

/** The receiver of the page runs in test/e2e/webhooks.test.ts. */
describe('the page about webhooks', () => {
  const [config, body] = blocksOf(page).filter(({ language }) => language === 'json');

  it('the gateway starts with its configuration', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-page-'));
    const file = join(folder, 'waypost.json');
    writeFileSync(file, config?.text ?? '');
    const loaded = await loadSettings({ config: file }, {});
    expect(loaded.config.notifications.webhooks.map(({ name }) => name)).to.deep.equal(['dispatch']);
    rmSync(folder, { recursive: true });
  });

  it('each field of the example has its row in the table', () => {
    const text = readFileSync(page, 'utf8');
    const fields = Object.keys(JSON.parse(body?.text ?? '') as object);
    expect(fields).to.have.lengthOf(8);
    expect(fields.filter((field) => !text.includes(`| \`${field}\``))).to.deep.equal([]);
  });

  it('every link leads to an existing file or heading', () => {
    expect(deadLinks(page)).to.deep.equal([]);
  });
});
