import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runAllChecks } from '../../src/cli/check/run-all.js';
import { loadSettings } from '../../src/config.js';
import { ConfigError } from '../../src/config/problem.js';
import { prepareStart } from '../../src/config/prepare-start.js';
import { SECRET, wrongConfigs } from '../support/config/wrong-configs.js';
import { useFolder } from '../support/store/folder.js';

/** What the start expected; empty: it would start. */
async function refusal(config: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  try {
    await prepareStart(await loadSettings({ config }, env));
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** What `waypost check --only configuration` calls a fault. */
async function faults(config: string, data: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const found = await runAllChecks({ flags: { config }, env, data, only: ['configuration'], now: 0 });
  return found.filter(({ state }) => state === 'fault').map(({ what }) => what);
}

/** The text at `7:5`, line and column from 1. */
const textAt = (text: string, [line = 0, column = 0]: readonly number[]): string =>
  text
    .split('\n')
    .slice(line - 1)
    .join('\n')
    .slice(column - 1);

const compact = (text: string): string => text.replace(/\s+/g, '');

describe('a configuration that cannot be used', () => {
  const folder = useFolder();
  const table = wrongConfigs();

  it('the start and the check name the same for each wrong key: place, key and expectation, and no secret', async () => {
    const file = join(folder(), 'waypost.json');
    for (const { title, config, key, at, expected } of table) {
      const text = JSON.stringify(config, null, 2);
      writeFileSync(file, text);
      const problems = await refusal(file);
      expect(problems, title).to.have.lengthOf(1);
      const [problem = ''] = problems;
      const [, line, column, named, rest = ''] = /^.*waypost\.json:(\d+):(\d+): (\S+) (.*)$/s.exec(problem) ?? [];
      expect(named, `${title}: ${problem}`).to.equal(key);
      expect(rest, title).to.match(expected);
      expect(compact(textAt(text, [Number(line), Number(column)])), `${title}: ${problem}`).to.match(
        new RegExp(`^${compact(at).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
      );
      expect(problem, title).to.not.contain(SECRET);
      expect(problem, title).to.not.match(/must match pattern|must NOT|oneOf|anyOf|schema|undefined|\[object/);
      expect(await faults(file, folder()), title).to.deep.equal(problems);
    }
    expect(table.length).to.be.above(400);
  });

  it('a variable is named with its key and what is expected, and never with its text unless that is JSON', async () => {
    const file = join(folder(), 'waypost.json');
    writeFileSync(file, '{}');
    for (const [name, text, sentence] of [
      ['WAYPOST_HTTP_PORT', '99999', 'http.port must be a whole number from 0 to 65535, not 99999'],
      ['WAYPOST_HTTP_PORT', SECRET, 'http.port must be JSON (integer)'],
      ['WAYPOST_HTTP_PROT', SECRET, 'no key of the configuration has this variable: did you mean WAYPOST_HTTP_PORT?'],
      ['WAYPOST_HTTP', '{}', 'no key of the configuration has this variable: correct or remove it'],
      ['WAYPOST_SERIAL_SCAN', 'yes', 'serial.scan must be JSON (boolean), like true'],
      ['WAYPOST_UPLINKS', `[{"apiKey": "${SECRET}"`, 'uplinks must be JSON (array), like ["a", "b"]'],
      ['WAYPOST_UPLINKS', `"${SECRET}"`, 'uplinks must be a list in brackets: […]'],
      ['WAYPOST_UPLINKS', `[{"type": "rest", "type": "mqtt"}]`, 'uplinks has 0.type twice: remove one of the two'],
      [
        'WAYPOST_UPLINKS',
        `[{"name": "a", "type": "rest", "url": "https://u:${SECRET}@a"}]`,
        'uplinks.0.url must be an address like https://center.example, without user and password',
      ],
      ['WAYPOST_NOTIFICATIONS_SMS_PIN', SECRET, 'notifications.sms.pin must have at most 8 characters'],
      ['WAYPOST_LOG_LEVEL', 'Debug', 'log.level must be one of silent, error, warn, info, debug, not "Debug"'],
      ['WAYPOST_ADMIN_API_KEY', 'short', 'must have at least 16 characters'],
    ] as const) {
      const problems = await refusal(file, { [name]: text });
      expect(problems, `${name}=${text}`).to.have.lengthOf(1);
      const expected = `${name}: ${sentence}${name === 'WAYPOST_LOG_LEVEL' ? ': did you mean debug?' : ''}`;
      expect(problems[0], text).to.equal(expected);
      expect(await faults(file, folder(), { [name]: text })).to.deep.equal(problems);
    }
  });

  it('a text that is not JSON is named with line and column, and quoted nowhere', async () => {
    const file = join(folder(), 'waypost.json');
    for (const [text, expected] of [
      ['', ':1:1: not JSON: the file is empty'],
      [`{"a": "${SECRET}",\n}`, ':2:1: not JSON: expected a key in quotes'],
      [`{\n  "a": ${SECRET}\n}`, ':2:8: not JSON: this word is no value of JSON'],
      [`{\n  "a": 1\n  "b": "${SECRET}"}`, ':3:3: not JSON: expected a comma'],
      [`{"a": "${SECRET}`, ':1:7: not JSON: a text has no closing quotation mark'],
      [`{} // ${SECRET}`, ':1:4: not JSON: comments are not allowed'],
      [`{"a": [1, 2}`, ':1:12: not JSON: expected a comma, or the closing bracket'],
      ['null', ': must have one JSON object, {}, not null'],
      [`"${SECRET}"`, ': must have one JSON object, {}, not a text'],
      ['[]', ': must have one JSON object, {}, not a list'],
      ['true', ': must have one JSON object, {}, not a boolean'],
    ] as const) {
      writeFileSync(file, text);
      const [problem = 'none', ...more] = await refusal(file);
      expect(more, text).to.deep.equal([]);
      expect(problem, text).to.contain(`${file}${expected}`);
      expect(problem).to.not.contain(SECRET);
    }
    writeFileSync(file, Buffer.from('{"mdns": {"name": "Dep\xf4t"}}', 'latin1'));
    expect(await refusal(file)).to.deep.equal([`${file}: is not UTF-8: save it with that encoding`]);
    writeFileSync(file, Buffer.from('\ufeff{}', 'utf16le'));
    expect(await refusal(file)).to.deep.equal([`${file}: is not UTF-8: save it with that encoding`]);
  });

  it('a key that a section has twice is named, at any depth, and equal keys of different sections are not', async () => {
    const file = join(folder(), 'waypost.json');
    for (const [text, place, key] of [
      ['{"log": {}, "mdns": {}, "log": {}}', '1:25', 'log'],
      ['{"http": {"port": 1,\n "host": "a",\n "port": 2}}', '3:2', 'http.port'],
      ['{"http": {"port": 1, "p\\u006frt": 2}}', '1:22', 'http.port'],
      [
        '{"serial": {"ports": [{"path": "a", "protocol": "json"}, {"path": "b", "protocol": "json", "path": "c"}]}}',
        '1:92',
        'serial.ports.1.path',
      ],
    ] as const) {
      writeFileSync(file, text);
      expect(await refusal(file), text).to.deep.equal([`${file}:${place}: ${key} is there twice: remove one of the two`]);
    }
    writeFileSync(
      file,
      '{"serial": {"ports": [{"path": "a", "protocol": "json"}, {"path": "\\"path", "protocol": "json"}]}}',
    );
    expect(await refusal(file)).to.deep.equal([]);
  });

  it('all mistakes of all sources are named at once, and more than 20 are counted', async () => {
    const file = join(folder(), 'waypost.json');
    writeFileSync(file, '{"http": 9090, "timezone": "UTC", "log": 7}');
    const problems = await refusal(file, { WAYPOST_HTTP_PORT: '9091', WAYPOST_LOG_LEVEL: 'loud' });
    expect(problems.map((problem) => problem.replace(/ (?:must|is) .*/, ''))).to.have.members([
      `${file}:1:16: timezone`,
      `${file}:1:10: http`,
      `${file}:1:42: log`,
      'WAYPOST_LOG_LEVEL: log.level',
    ]);
    writeFileSync(file, JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 1]))));
    const many = await refusal(file);
    expect(many).to.have.lengthOf(21);
    expect(many.at(-1)).to.equal('and 10 more: correct these first');
  });
});
