import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { UNIT_ENVIRONMENT, UNIT_FLAGS } from '../support/machine/unit-settings.js';
import { useFolder } from '../support/store/folder.js';

const UNIT = 'systemd/waypost.service';
/** systemd-analyze rates an exposure up to 4.9 as "OK"; the rest here is mostly the network and the ports. */
const MOST_EXPOSED = 2;

const analyze = (...flags: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', flags, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

describe('the systemd files', () => {
  const folder = useFolder();

  it('systemd-analyze verifies the unit without a warning', () => {
    expect(analyze('verify', UNIT)).to.deep.equal({ status: 0, output: '' });
    const wrong = join(folder(), 'waypost.service');
    writeFileSync(wrong, readFileSync(UNIT, 'utf8').replace('WatchdogSec=', 'WatchdogSeconds='));
    expect(analyze('verify', wrong).output, 'the control').to.contain('WatchdogSeconds');
  });

  it('the unit restricts the gateway to what it needs', () => {
    const { status, output } = analyze('security', '--offline=true', `--threshold=${MOST_EXPOSED * 10}`, UNIT);
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(output)?.[1]);
    console.log(`      exposure ${exposure} of 10`);
    expect(exposure, output).to.be.at.most(MOST_EXPOSED);
    expect(status).to.equal(0);
  });

  // With exec, the shell of npm becomes the gateway, and a signal that npm passes on ends it.
  it('npm start has the memory settings of the unit', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    expect([UNIT_FLAGS, UNIT_ENVIRONMENT]).not.to.include('');
    expect(scripts.start).to.equal(`exec env ${UNIT_ENVIRONMENT} node ${UNIT_FLAGS}dist/waypost/main.js serve`);
  });

  it('the files create a user with access to serial ports, and an empty configuration readable by it', () => {
    const root = folder();
    mkdirSync(join(root, 'etc'));
    const inRoot = (program: string, ...flags: string[]): void => {
      execFileSync(program, [`--root=${root}`, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
    };
    inRoot('systemd-sysusers', join(process.cwd(), 'systemd/waypost.sysusers'));
    inRoot('systemd-tmpfiles', '--create', join(process.cwd(), 'systemd/waypost.tmpfiles'));
    const table = (name: string): string[][] =>
      readFileSync(join(root, 'etc', name), 'utf8')
        .split('\n')
        .map((line) => line.split(':'));
    const user = table('passwd').find(([name]) => name === 'waypost');
    expect(table('group').find(([name]) => name === 'dialout')?.[3]).to.equal('waypost');
    const config = join(root, 'etc/waypost/waypost.json');
    expect(readFileSync(config, 'utf8')).to.equal('{}');
    const { mode, uid, gid } = statSync(config);
    expect([mode & 0o777, uid, String(gid)]).to.deep.equal([0o640, 0, user?.[3]]);
  });
});
