import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { useFolder } from '../support/store/folder.js';

/** Names that the user of the gateway can give to files, to misuse a shell of root. */
const HOSTILE_NAMES = [
  'before-upgrade-of-x\nbin\nvmlinuz\ny.gz',
  'before-upgrade-of-$(touch bin.hit).gz',
  'before-upgrade-of--rf .gz',
  'before-upgrade-of-`id`\t.gz',
];

describe('the scripts of the Debian package', () => {
  const folder = useFolder();
  const at = (...path: string[]): string => join(folder(), ...path);
  const backups = (): string => at('var', 'lib', 'waypost', 'backups');

  /** Runs preinst in a folder that stands for /, as dpkg does; a shim stands for runuser. */
  function upgrade(): void {
    const script = readFileSync('systemd/debian/preinst', 'utf8')
      .replaceAll('/var/lib/waypost', at('var', 'lib', 'waypost'))
      .replaceAll('/usr/bin/waypost', at('shims', 'waypost'));
    writeFileSync(at('preinst'), script);
    execFileSync('sh', [at('preinst'), 'upgrade', '0.1.0'], {
      cwd: folder(),
      env: { PATH: `${at('shims')}:${process.env.PATH ?? ''}` },
      stdio: 'pipe',
    });
  }

  beforeEach(() => {
    for (const path of [backups(), at('var', 'lib', 'waypost', 'log'), at('shims')])
      mkdirSync(path, { recursive: true });
    for (const [name, text] of [
      ['runuser', 'echo "$5" >> "$(dirname "$0")/../calls"; shift 3; exec "$@"'],
      ['waypost', 'echo backup > "$2"'],
    ] as const) {
      writeFileSync(at('shims', name), `#!/bin/sh\n${text}\n`);
      chmodSync(at('shims', name), 0o755);
    }
    for (const name of ['bin', 'vmlinuz']) writeFileSync(at(name), '');
    for (const [hours, name] of ['1.gz', '2.gz', '3.gz', '4.gz'].entries()) {
      const file = join(backups(), `before-upgrade-of-${name}`);
      writeFileSync(file, '');
      utimesSync(file, 1_000_000 - hours, 1_000_000 - hours);
    }
  });

  it('an upgrade keeps the new backup and the two newest of the others', () => {
    upgrade();
    expect(readdirSync(backups()).map((name) => name.slice(0, 23))).to.have.members([
      'before-upgrade-of-0.1.0',
      'before-upgrade-of-1.gz',
      'before-upgrade-of-2.gz',
    ]);
  });

  it('no file name in the folder of backups makes an upgrade remove anything else', () => {
    for (const name of HOSTILE_NAMES) {
      writeFileSync(join(backups(), name), '');
      utimesSync(join(backups(), name), 1_000, 1_000);
    }
    upgrade();
    expect(readdirSync(folder())).to.have.members(['bin', 'calls', 'preinst', 'shims', 'var', 'vmlinuz']);
    expect(readdirSync(backups())).to.have.length(3);
    expect(readdirSync(join(backups(), '..'))).to.have.members(['backups', 'log']);
  });

  it('only the user of the gateway handles files in the data folder', () => {
    const rootLines = readFileSync('systemd/debian/preinst', 'utf8')
      .split('\n')
      .filter((line) => /\b(?:rm|ls|find|xargs|mv|cp|chown|chmod)\b/.test(line) && !line.trim().startsWith('#'));
    upgrade();
    expect(readFileSync(at('calls'), 'utf8').split('\n')).to.have.length(4);
    expect(rootLines.every((line) => !/^\s*(?:rm|ls|mv|cp|chown|chmod)\b/.test(line))).to.equal(true);
  });
});
