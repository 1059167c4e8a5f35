import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { keysIn } from '../../src/config.js';
import { configSchema } from '../../src/schema/config/config.js';
import type { compiledConfig } from '../../src/schema/config/compiled-config.js';
import { strictValidator } from '../../src/schema/validator.js';
import { useFolder } from '../support/store/folder.js';

type Json = Record<string, unknown>;
type Build = { readonly compiledConfigModule: () => Promise<string> };

const defaults = (): Json => JSON.parse(readFileSync('config/default.json', 'utf8')) as Json;

/** The defaults with another value for one key, whose path is `key`. */
function withKey(key: string, value: unknown): Json {
  const config = defaults();
  const path = key.split('.');
  const last = path.pop() ?? '';
  const target = path.reduce<Json>((parent, name) => parent[name] as Json, config);
  target[last] = value;
  return config;
}

const VALUES = [
  null,
  -1,
  0,
  1.5,
  1e9,
  true,
  '',
  'x',
  'Europe/Madrid',
  '10.0.0.1',
  'http://a.example',
  {},
  [],
  [1],
  ['x'],
];
const PORTS = [{ path: '/dev/ttyUSB0' }, { path: 'nothing' }, { path: '/dev/ttyUSB0', protocol: 'nmea0183', extra: 1 }];

describe('the check of the configuration that the build compiles', () => {
  const folder = useFolder();

  it('it gives the results and fills in the defaults of the one that is compiled when it is first needed', async () => {
    const { compiledConfigModule } = (await import(pathToFileURL('.ci/build/compiled-config.js').href)) as Build;
    const file = join(folder(), 'compiled.mjs');
    const root = JSON.stringify(resolve('package.json'));
    const requiring = `import { createRequire } from 'node:module';\nconst require = createRequire(${root});\n`;
    await writeFile(file, requiring + (await compiledConfigModule()));
    const compiled = (await import(pathToFileURL(file).href)) as { readonly compiledConfig: typeof compiledConfig };
    expect(compiled.compiledConfig).to.be.a('function');
    const byBuild = strictValidator(configSchema, compiled.compiledConfig);
    const byNeed = strictValidator(configSchema);

    const changed = keysIn(defaults()).flatMap((key) => VALUES.map((value) => withKey(key, value)));
    const ports = PORTS.map((port) => withKey('serial.ports', [port]));
    const all = [{}, defaults(), { unknown: 1 }, ...ports, ...changed];
    let valid = 0;
    for (const config of all) {
      const [one, other] = [structuredClone(config), structuredClone(config)];
      const result = byBuild(one);
      expect(result, JSON.stringify(config)).to.deep.equal(byNeed(other));
      expect(one).to.deep.equal(other);
      if (result.ok) valid += 1;
    }
    expect(valid).to.be.greaterThan(20);
    expect(all.length - valid).to.be.greaterThan(20);
  });
});
