import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { useFolder } from '../support/store/folder.js';

const SCRIPT = 'dist/waypost/keep-data.js';

describe('an update of the npm package', () => {
  const folder = useFolder();
  const npm = (...args: readonly string[]): string =>
    execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
      cwd: folder(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  /** A package with the release's name and lifecycle script, without the parts that npm would ask a registry for. */
  function pack(version: string, scripts?: object): string {
    const root = join(folder(), version);
    mkdirSync(join(root, 'dist', 'waypost'), { recursive: true });
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'waypost', version, type: 'module', scripts }));
    if (scripts !== undefined) cpSync(SCRIPT, join(root, SCRIPT));
    return resolve(folder(), npm('pack', '--silent', root));
  }

  it('the data that version 1.0.0 kept in its package are still there, as often as it is installed', () => {
    const release = join(folder(), 'release');
    mkdirSync(release);
    execFileSync(process.execPath, ['.ci/release/released-package.js', release]);
    const { scripts } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')) as { scripts: object };
    const prefix = join(folder(), 'prefix');
    const install = (file: string): string => npm('install', '--global', '--prefix', prefix, file);
    const file = join(prefix, 'lib', 'node_modules', 'waypost', 'data', 'log', '000000000001.jsonl');
    install(pack('1.0.0'));
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'entries');
    const newer = pack('1.1.0', scripts);
    install(newer);
    install(newer);
    expect(existsSync(file) && readFileSync(file, 'utf8')).to.equal('entries');
  }).timeout(60_000);
});
