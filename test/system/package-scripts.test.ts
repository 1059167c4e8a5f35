import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { FORMAT } from '../../src/store/state/migrations/index.js';
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
    const script = readFileSync('systemd/debian/preinst', 'utf8').replaceAll(
      '/var/lib/waypost',
      at('var', 'lib', 'waypost'),
    );
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

  describe('when another version is to replace this one', () => {
    /** Runs prerm of 1.0.0 and then the command `backup`, as preinst of 0.1.0 does. */
    function replaceBy(
      version: string,
      format: number | undefined,
    ): { status: number | null; backup: number | null; output: string } {
      const place = (name: string): string => {
        const script = readFileSync(`systemd/debian/${name}`, 'utf8')
          .replaceAll('/var/lib/waypost', at('var', 'lib', 'waypost'))
          .replaceAll('/run/waypost-downgrade-refused', at('refused'))
          .replaceAll('/usr/lib/waypost/dist/waypost/main.js', '--version');
        writeFileSync(at(name), script);
        return at(name);
      };
      if (format !== undefined)
        writeFileSync(
          at('var', 'lib', 'waypost', 'format.json'),
          `{"version":${format},"by":"1.0.0","backup":null,"crc":"0"}\n`,
        );
      const env = { ...process.env, DPKG_MAINTSCRIPT_PACKAGE_VERSION: '1.0.0' };
      const { status, stderr } = spawnSync('sh', [place('prerm'), 'upgrade', version], { env, encoding: 'utf8' });
      const { status: backup } = spawnSync('sh', [place('waypost'), 'backup', at('x.gz')], { env });
      return { status, backup, output: stderr };
    }

    it('a version that cannot read the store is refused with the commands that convert it, and gets no backup', () => {
      const { status, backup, output } = replaceBy('0.1.0', 2);
      expect([status, backup]).to.deep.equal([1, 1]);
      expect(output).to.contain(
        'waypost: version 0.1.0 cannot read the store, which has format 2; nothing was changed',
      );
      expect(output).to.contain('sudo -u waypost waypost downgrade --format 1\n');
    });

    it('a version that can read the store, and any version without a store, replaces it', () => {
      for (const [version, format] of [
        ['0.1.0', undefined],
        ['0.1.0', 1],
        ['1.0.0', 2],
        ['1.1.0', 2],
        ['1.0.0~rc.1', 2],
      ] as const)
        expect(replaceBy(version, format), version).to.deep.equal({ status: 0, backup: 0, output: '' });
    });

    it('the formats in the script are those of the store', () => {
      const script = readFileSync('systemd/debian/prerm', 'utf8');
      expect(/else echo (\d+); fi/.exec(script)?.[1]).to.equal(String(FORMAT));
    });
  });

  it('an installation whose gateway does not start succeeds, and names the commands that find and fix the cause', () => {
    writeFileSync(
      at('postinst'),
      readFileSync('systemd/debian/postinst', 'utf8').replaceAll('/run/systemd/system', folder()),
    );
    for (const name of [
      'systemd-sysusers',
      'systemd-tmpfiles',
      'deb-systemd-helper',
      'udevadm',
      'systemctl',
      'deb-systemd-invoke',
    ]) {
      writeFileSync(at('shims', name), `#!/bin/sh\n${name === 'deb-systemd-invoke' ? 'exit 1' : ':'}\n`);
      chmodSync(at('shims', name), 0o755);
    }
    const env = { PATH: `${at('shims')}:${process.env.PATH ?? ''}` };
    const { status, stdout } = spawnSync('sh', [at('postinst'), 'configure'], { env, encoding: 'utf8' });
    expect(status).to.equal(0);
    for (const command of [
      'journalctl -u waypost -n 20',
      'waypost check --only configuration',
      'systemctl restart waypost',
    ])
      expect(stdout).to.contain(command);
  });

  it('npm, dpkg and the program itself expect the same version of Node', () => {
    const expected = /"node": ">=([\d.]+)"/.exec(readFileSync('package.json', 'utf8'))?.[1] ?? 'none';
    expect(readFileSync('systemd/debian/control', 'utf8')).to.contain(`nodejs (>= ${expected})`);
    expect(readFileSync('src/main.ts', 'utf8')).to.contain(`install Node ${expected} or later`);
  });
});
