import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { allRows } from '../../../src/messages/catalog.js';
import { protocols } from '../../../src/protocols/index.js';
import { ALERT_RULES_SENTENCES } from '../../../src/web/text/sentences/alert-rules.js';
import { COMMANDS_SENTENCES } from '../../../src/web/text/sentences/commands.js';
import { FILES_SENTENCES } from '../../../src/web/text/sentences/files.js';
import { GATEWAY_SETTINGS_SENTENCES } from '../../../src/web/text/sentences/gateway-settings.js';
import { GATEWAY_SENTENCES } from '../../../src/web/text/sentences/gateway.js';
import { PORTS_SENTENCES } from '../../../src/web/text/sentences/ports.js';
import { UPLINKS_SENTENCES } from '../../../src/web/text/sentences/uplinks.js';
import { SETTINGS_SENTENCES } from '../../../src/web/text/sentences/settings.js';

/** The sources of the gateway, with the joints of split strings removed. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('web/'))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n')
  .replace(/['"`] \+\s*['"`]/g, '');

/** The sentences of the rows, without the quotes of ICU MessageFormat. */
const catalog = Object.values(
  (JSON.parse(readFileSync('src/languages/en.json', 'utf8')) as { messages: Record<string, Record<string, string>> })
    .messages,
)
  .flatMap((area) => Object.values(area))
  .map((sentence) => sentence.replace(/'([{}])'/g, '$1'))
  .join('\n');
const patterns = allRows().map(({ sentence }) => {
  const parts = sentence.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 'u');
});

/** The page lists a sentence with one of the values that its row can have. */
const isOfRow = (sentence: string): boolean => patterns.some((pattern) => pattern.test(sentence));

describe('the sentences of the gateway', () => {
  const literal: readonly string[] = [
    ...PORTS_SENTENCES,
    ...FILES_SENTENCES,
    ...GATEWAY_SENTENCES,
    ...COMMANDS_SENTENCES,
    ...GATEWAY_SETTINGS_SENTENCES,
    ...ALERT_RULES_SENTENCES,
    ...UPLINKS_SENTENCES,
  ];
  const all = [...literal, ...SETTINGS_SENTENCES];

  it('each sentence is one that the gateway sends', () => {
    for (const sentence of literal) {
      // A detail in parentheses is often added to a text of a table, and the pointer of a field to a row.
      for (const part of sentence.split(/ \(\{[a-z]\w*\}\)|\{[a-z]\w*\}|^(?:\/[\w-]+)+(?=:? )/))
        expect(sources.includes(part.trim()) || catalog.includes(part.trim()) || isOfRow(sentence), sentence).to.equal(
          true,
        );
    }
  });

  it('no sentence is listed twice', () => {
    expect(all.filter((sentence, index) => all.indexOf(sentence) !== index)).to.deep.equal([]);
  });

  it('the sentences of settings are the titles and descriptions that the protocols have', () => {
    const texts = Object.values(protocols).flatMap(({ provision }) => [
      ...Object.values(provision?.settings ?? {}).flatMap(({ title, description }) => [title, description]),
      ...Object.values(provision?.secrets ?? {}),
    ]);
    expect([...SETTINGS_SENTENCES].sort()).to.deep.equal([...new Set(texts)].sort());
  });
});
