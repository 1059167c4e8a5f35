import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { signIn } from '../support/api/client.js';
import { buildPackages, contentsOf, fieldOf, repackAs } from '../support/machine/debian-package.js';
import { eventually } from '../support/gateway/eventually.js';
import { mountScratchMachine, type ScratchMachine } from '../support/machine/scratch-machine.js';
import { fixAt } from '../support/store/records.js';

const MAX_MEGABYTES = 17;
const data = '/var/lib/waypost';
/** The pages that README.md links to; the package contains them. */
const pages = [...readFileSync('README.md', 'utf8').matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, page = '']) => page);
const monitoringFiles = readdirSync('systemd/monitoring').map((name) => `systemd/monitoring/${name}`);

describe('the Debian package', () => {
  let folder = '';
  let amd64 = '';
  let arm64 = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-deb-'));
    [amd64 = '', arm64 = ''] = buildPackages(folder, 'amd64', 'arm64');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('two builds give the same bytes', () => {
    const again = join(folder, 'again');
    const [second = ''] = buildPackages(again, 'amd64');
    expect(readFileSync(second).equals(readFileSync(amd64))).to.equal(true);
  });

  it('the package contains only what runs, owned by root, with native parts for its architecture only', () => {
    for (const [file, cpu] of [
      [amd64, 'x64'],
      [arm64, 'arm64'],
    ] as const) {
      const contents = contentsOf(file);
      const paths = contents.map(({ path }) => path);
      expect(
        contents.filter(({ owner, mode }) => owner !== 'root/root' || /^.....w|^........w/.test(mode)),
      ).to.deep.equal([]);
      expect(paths).to.include.members(['/usr/bin/waypost', '/usr/lib/waypost/dist/waypost/main.js']);
      expect(paths).to.include.members(
        [
          'man/man1/waypost.1.gz',
          'bash-completion/completions/waypost',
          'zsh/vendor-completions/_waypost',
          'fish/vendor_completions.d/waypost.fish',
          'doc/waypost/changelog.gz',
          'doc/waypost/copyright',
          'lintian/overrides/waypost',
        ].map((path) => `/usr/share/${path}`),
      );
      expect(paths).to.include('/usr/lib/waypost/dist/sbom.json');
      expect(pages).to.have.length.above(10);
      expect(paths).to.include.members(pages.map((page) => `/usr/lib/waypost/${page}`));
      expect(paths).to.include.members(monitoringFiles.map((file) => `/usr/lib/waypost/${file}`));
      const native = paths.filter((path) => path.endsWith('.node'));
      expect(native).to.have.length(2);
      for (const path of native) expect(path).to.contain(`linux-${cpu}/`);
      const strangers = paths.filter((path) =>
        /node_modules\/(?:mocha|typescript|koa|\.bin)\/|\.(?:map|d\.ts|cpp)$|^\/usr\/lib\/waypost\/dist\/.*\.map$|\/bin\/node$/.test(
          path,
        ),
      );
      expect(strangers).to.deep.equal([]);
      expect(fieldOf(file, 'Architecture')).to.equal(file === amd64 ? 'amd64' : 'arm64');
      expect(fieldOf(file, 'Depends')).to.contain('nodejs (>= 20.19)');
      const megabytes = contents.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
      console.log(
        `      ${basename(file)}: ${(readFileSync(file).length / 1e6).toFixed(1)} MB, installed ${megabytes.toFixed(1)} MB`,
      );
      expect(megabytes).to.be.below(MAX_MEGABYTES);
    }
  });

  it('lintian reports no error and no warning', () => {
    for (const file of [amd64, arm64]) {
      // It leaves files of its own behind.
      const env = { ...process.env, TMPDIR: folder };
      const { stdout } = spawnSync('lintian', ['--fail-on', 'none', file], { encoding: 'utf8', env });
      expect(stdout).to.equal('');
    }
  });

  describe('on a machine', () => {
    let machine: ScratchMachine;
    const at = (path: string): string => join(machine.root, path);
    /** Runs `dpkg` with the package of this machine. Node may be installed without a package. */
    function install(file: string): string {
      copyFileSync(file, at('/tmp/waypost.deb'));
      return machine.run('dpkg', '--force-depends', '--install', '/tmp/waypost.deb');
    }
    const check = (): string => machine.run('waypost', 'check', '--only', 'store', '--data', data);

    /** Runs the gateway as its unit does, posts a location, and returns the number of locations. */
    async function postOnce(second: number): Promise<number> {
      const port = 18_080;
      const url = `http://127.0.0.1:${port}`;
      machine.run('install', '-d', '-m', '700', '-o', 'waypost', '-g', 'waypost', data);
      const variables = ['WAYPOST_ADMIN_API_KEY=a-key-for-tests-only-0123456789', `WAYPOST_HTTP_PORT=${port}`];
      const unit = readFileSync(at('/usr/lib/systemd/system/waypost.service'), 'utf8');
      const command = /^ExecStart=(.*)$/m
        .exec(unit)?.[1]
        ?.replace('${CONFIGURATION_DIRECTORY}', '/etc/waypost')
        .replace('${STATE_DIRECTORY}', data);
      const gateway = machine.start(
        'setpriv',
        '--reuid=waypost',
        '--regid=waypost',
        '--init-groups',
        'env',
        ...variables,
        'sh',
        '-c',
        `exec ${command ?? ''}`,
      );
      const ended = once(gateway, 'close');
      try {
        let output = '';
        gateway.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()));
        await eventually('it listens', () => output.includes('listens on'));
        const client = await signIn(url, { apiKey: 'a-key-for-tests-only-0123456789' });
        await client.call('POST', '/api/devices', { id: 'bus' });
        const { status } = await client.call('POST', '/api/devices/bus/locations', fixAt(second));
        expect(status).to.equal(201);
        const all = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
        const { body } = await client.call('POST', '/api/devices/bus/locations', all);
        return (body.locations as unknown[]).length;
      } finally {
        gateway.kill('SIGTERM');
        await ended;
      }
    }

    before(() => {
      machine = mountScratchMachine(folder);
    });
    after(() => {
      machine.remove();
    });

    it('installation creates the user, the configuration and a valid, enabled unit', () => {
      install(amd64);
      expect(machine.run('dpkg-query', '--show', '--showformat', '${Status}', 'waypost')).to.equal(
        'install ok installed',
      );
      expect(machine.run('id', '-nG', 'waypost').split(/\s/)).to.include('dialout');
      expect(machine.run('stat', '-c', '%a %U %G', '/etc/waypost', '/etc/waypost/waypost.json')).to.equal(
        '750 root waypost\n640 root waypost\n',
      );
      expect(machine.run('systemctl', 'is-enabled', 'waypost.service')).to.equal('enabled\n');
      expect(machine.run('systemd-analyze', 'verify', '/usr/lib/systemd/system/waypost.service')).to.equal('');
      expect(machine.run('waypost', '--version')).to.match(/^\d+\.\d+\.\d+\n$/);
    });

    it('an upgrade writes a backup, keeps three of them, and keeps data and configuration', async () => {
      expect(await postOnce(1)).to.equal(1);
      writeFileSync(at('/etc/waypost/waypost.json'), '{"timeZone": "Europe/Madrid"}\n');
      for (const patch of [1, 2, 3, 4]) install(repackAs(`99.0.${patch}`, amd64));
      expect(machine.run('dpkg-query', '--show', '--showformat', '${Version}', 'waypost')).to.equal('99.0.4');
      expect(await postOnce(2)).to.equal(2);
      expect(check()).to.contain('no problems found');
      expect(readFileSync(at('/etc/waypost/waypost.json'), 'utf8')).to.contain('Europe/Madrid');
      expect(machine.run('stat', '-c', '%a %U %G', '/etc/waypost/waypost.json')).to.equal('640 root waypost\n');
      const backups = readdirSync(at(`${data}/backups`)).sort();
      expect(backups.map((name) => name.replace(/-[^-]*$/, ''))).to.deep.equal(
        [1, 2, 3].map((patch) => `before-upgrade-of-99.0.${patch}`),
      );
      machine.run('waypost', 'restore', `${data}/backups/${backups.at(-1) ?? ''}`, '--data', '/tmp/restored');
      expect(machine.run('waypost', 'check', '--only', 'store', '--data', '/tmp/restored')).to.contain(
        'no problems found',
      );
    });

    it('an upgrade without a backup is refused unless WAYPOST_NO_BACKUP is set', () => {
      const previous = machine.run('dpkg-query', '--show', '--showformat', '${Version}', 'waypost');
      rmSync(at(`${data}/backups`), { recursive: true });
      writeFileSync(at(`${data}/backups`), '');
      const next = repackAs('99.1.0', amd64);
      expect(() => install(next)).to.throw('the backup of /var/lib/waypost failed');
      expect(machine.run('dpkg-query', '--show', '--showformat', '${Version} ${Status}', 'waypost')).to.equal(
        `${previous} install ok installed`,
      );
      machine.run('env', 'WAYPOST_NO_BACKUP=1', 'dpkg', '--force-depends', '--install', '/tmp/waypost.deb');
      expect(machine.run('dpkg-query', '--show', '--showformat', '${Version}', 'waypost')).to.equal('99.1.0');
    });

    it('removal keeps data and configuration, and purge keeps only the user', async () => {
      machine.run('dpkg', '--remove', 'waypost');
      expect(existsSync(at('/usr/lib/waypost'))).to.equal(false);
      expect(existsSync(at('/usr/lib/systemd/system/waypost.service'))).to.equal(false);
      expect(readFileSync(at('/etc/waypost/waypost.json'), 'utf8')).to.contain('Europe/Madrid');
      install(amd64);
      expect(await postOnce(3)).to.equal(3);
      machine.run('dpkg', '--purge', 'waypost');
      const left = machine.run('find', '/etc', '/usr', '/var', '/lib', '-name', '*waypost*');
      // The machine begins as a copy of this one, whose temporary files are not of the package.
      expect(left.split('\n').filter((path) => path !== '' && !path.startsWith('/var/tmp/'))).to.deep.equal([]);
      expect(machine.run('id', '-un', 'waypost')).to.equal('waypost\n');
    });
  });
});
