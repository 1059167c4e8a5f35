import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { blocksOf } from '../docs/blocks.js';
import { request } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { mountScratchMachine, type ScratchMachine } from '../support/machine/scratch-machine.js';

const PORT = 18_082;
const CHECKOUT = '/opt/waypost';

/** The commands of the last block of the page: the installation by hand. */
const commands = (): string => blocksOf('systemd/installing.md').at(-1)?.text ?? '';

/** What the copy of the machine cannot do: the test is root, and no systemd runs. `show` prints the unit as it was installed. */
const STUBS = {
  sudo: 'exec "$@"',
  udevadm: 'echo "$@" >>/srv/udevadm',
  systemctl: `case "$1 $2" in
"daemon-reload ") ;;
"enable --now") exec /srv/systemctl enable "$3" ;;
"show waypost.service") cat <<END
LoadState=loaded
User=waypost
Group=waypost
Environment=MALLOC_ARENA_MAX=1
EnvironmentFiles=/etc/waypost/environment (ignore_errors=yes)
END
;;
*) exec /srv/systemctl "$@" ;;
esac`,
} as const;

describe('the installation without the package', () => {
  let folder = '';
  let machine: ScratchMachine;
  const at = (path: string): string => join(machine.root, path);

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-by-hand-'));
    machine = mountScratchMachine(folder);
    mkdirSync(at(CHECKOUT), { recursive: true });
    // The packages for tests make the copy large, and nothing of them runs.
    execFileSync('cp', ['-r', 'config', 'package.json', 'systemd', at(CHECKOUT)]);
    mkdirSync(at(`${CHECKOUT}/dist`));
    execFileSync('cp', ['-r', 'dist/waypost', 'dist/web', at(`${CHECKOUT}/dist`)]);
    mkdirSync(at(`${CHECKOUT}/node_modules`));
    for (const name of ['@serialport', 'node-gyp-build', 'node-addon-api', 'debug', 'ms']) {
      execFileSync('cp', ['-r', `node_modules/${name}`, at(`${CHECKOUT}/node_modules`)]);
    }
    copyFileSync('/usr/bin/systemctl', at('/srv/systemctl'));
    chmodSync(at('/srv/systemctl'), 0o755);
    for (const [name, script] of Object.entries(STUBS)) {
      rmSync(at(`/usr/bin/${name}`), { force: true });
      writeFileSync(at(`/usr/bin/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
  });
  after(() => {
    machine.remove();
    rmSync(folder, { recursive: true });
  });

  it('the commands of the page install a gateway that the unit starts, with its user, files and command', async () => {
    machine.run('bash', '-ec', `cd ${CHECKOUT}\n${commands()}`);
    expect(readFileSync(at('/srv/udevadm'), 'utf8')).to.equal('control --reload\ntrigger --subsystem-match=tty\n');
    expect(machine.run('systemctl', 'is-enabled', 'waypost.service')).to.equal('enabled\n');
    expect(machine.run('systemd-analyze', 'verify', '/usr/lib/systemd/system/waypost.service')).to.equal('');
    expect(machine.run('id', '-nG', 'waypost').split(/\s/)).to.include('dialout');
    expect(machine.run('stat', '-c', '%a %U %G', '/etc/waypost/waypost.json')).to.equal('640 root waypost\n');

    const unit = readFileSync(at('/usr/lib/systemd/system/waypost.service'), 'utf8');
    const command = /^ExecStart=(.*)$/m
      .exec(unit)?.[1]
      ?.replace('${CONFIGURATION_DIRECTORY}', '/etc/waypost')
      .replace('${STATE_DIRECTORY}', '/var/lib/waypost');
    machine.run('install', '-d', '-m', '700', '-o', 'waypost', '-g', 'waypost', '/var/lib/waypost');
    const as = ['setpriv', '--reuid=waypost', '--regid=waypost', '--init-groups', 'env', `WAYPOST_HTTP_PORT=${PORT}`];
    const [program, ...args] = [...as, 'sh', '-c', `exec ${command ?? ''}`];
    const gateway = machine.start(program, ...args);
    const ended = once(gateway, 'close');
    try {
      let output = '';
      gateway.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()));
      await eventually('it listens', () => output.includes('listens on'));
      expect((await request(`http://127.0.0.1:${PORT}`, 'GET', '/api/health')).status).to.equal(200);
    } finally {
      gateway.kill('SIGTERM');
      await ended;
    }
  });

  it('root checks with the variables of the unit, as its user', () => {
    writeFileSync(at('/etc/waypost/environment'), 'WAYPOST_HTTP_PORT="9090"\nWAYPOST_LOG_LEVEL=loud\n', {
      mode: 0o600,
    });
    const refused = machine.run('sh', '-c', 'waypost check --only configuration,data 2>&1 || true');
    expect(refused).to.contain('fault: configuration: WAYPOST_LOG_LEVEL: log.level must be one of silent');
    writeFileSync(at('/etc/waypost/environment'), `WAYPOST_HTTP_PORT="${PORT}"\n`, { mode: 0o600 });
    const checked = machine.run('sh', '-c', 'waypost check --only configuration,data,network --json; true');
    const { checks } = JSON.parse(checked) as { checks: { area: string; state: string; what: string }[] };
    const lines = checks.map(({ state, what }) => `${state}: ${what}`);
    expect(lines).to.include('ok: /etc/waypost/waypost.json: valid');
    // Only the user of the unit may write there; root would, too, but not own what it writes.
    expect(lines).to.include('ok: /var/lib/waypost is writable');
    expect(lines.join('\n')).to.contain(`0.0.0.0:${PORT} is free`);
    // It is the user of the unit: without the group of the file, the configuration could not be read.
    expect(
      machine.run('sh', '-c', 'chmod 600 /etc/waypost/waypost.json; waypost check --only configuration; true'),
    ).to.contain('fault: configuration: /etc/waypost/waypost.json: cannot be read (EACCES: permission denied)');
  });
});
