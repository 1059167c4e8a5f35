import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseEnvironmentFile } from '../../../src/cli/check/environment-file.js';
import { readServiceEnvironment } from '../../../src/cli/check/service-environment.js';
import { lockFolder } from '../../../src/store/lock.js';
import { useFolder } from '../../support/store/folder.js';

describe('the environment of the service', () => {
  const folder = useFolder();
  const CALLER = { PATH: '/bin', WAYPOST_CONFIG: '/etc/c', WAYPOST_API_KEY: 'key', WAYPOST_HTTP_PORT: '1' };

  /** What root sees, and as whom it goes on. */
  async function asRoot(unit: string): Promise<{ env: NodeJS.ProcessEnv; became: readonly string[] }> {
    const became: string[] = [];
    const access = {
      showUnit: () => Promise.resolve(unit),
      become: (...who: string[]) => void became.push(...who),
      proc: '',
    };
    const { env } = await readServiceEnvironment({ env: CALLER, data: folder(), isRoot: true }, access);
    return { env, became };
  }

  it('a file is read as systemd reads it: comments, quotes, escapes, continuations', () => {
    const text = [
      '# a comment \\',
      '; another',
      'PLAIN=a b  ',
      '  SINGLE = \'a \\ "b" \'',
      'DOUBLE="a \\"b\\" \\\\ \\n $c"',
      'JOINED=a\\',
      'b',
      'ESCAPED=a\\ b\\\\',
      'MANY=\'a\' "b" c',
      'QUOTE=it"s',
      'LINES="a',
      'b"',
      'no assignment',
      '1BAD=x',
      'EMPTY=',
      'EQUALS=a=b',
      'HASH=a # b',
      'CRLF=x\r',
      'TWICE=1',
      'TWICE=2',
      'LAST=end',
    ].join('\n');
    expect(parseEnvironmentFile(text)).to.deep.equal({
      PLAIN: 'a b',
      SINGLE: 'a \\ "b" ',
      DOUBLE: 'a "b" \\ \\n $c',
      JOINED: 'ab',
      ESCAPED: 'a b\\',
      MANY: 'abc',
      QUOTE: 'it"s',
      LINES: 'a\nb',
      EMPTY: '',
      EQUALS: 'a=b',
      HASH: 'a # b',
      CRLF: 'x',
      TWICE: '2',
      LAST: 'end',
    });
  });

  it('root reads Environment= and EnvironmentFile= of the unit in their order, and goes on as its user', async () => {
    const file = join(folder(), 'environment');
    writeFileSync(file, 'WAYPOST_HTTP_PORT=9090\nWAYPOST_NOTIFICATIONS_EMAIL_SMTP_PASSWORD="a b"\nOTHER=1\n');
    const { env, became } = await asRoot(
      [
        'LoadState=loaded',
        'User=waypost',
        'Group=waypost',
        'Environment=MALLOC_ARENA_MAX=1 WAYPOST_HTTP_PORT=8081 "WAYPOST_MDNS_NAME=Depot \\"North\\""',
        `EnvironmentFiles=${file} (ignore_errors=yes)`,
        `EnvironmentFiles=${join(folder(), 'none')} (ignore_errors=yes)`,
      ].join('\n'),
    );
    expect(env).to.deep.equal({
      PATH: '/bin',
      WAYPOST_CONFIG: '/etc/c',
      WAYPOST_API_KEY: 'key',
      WAYPOST_HTTP_PORT: '9090',
      WAYPOST_MDNS_NAME: 'Depot "North"',
      WAYPOST_NOTIFICATIONS_EMAIL_SMTP_PASSWORD: 'a b',
    });
    expect(became).to.deep.equal(['waypost', 'waypost']);
  });

  it('a file that the unit needs and that is not there is an error with its path', async () => {
    const missing = `LoadState=loaded\nUser=waypost\nEnvironmentFiles=/none/here (ignore_errors=no)\n`;
    const message = await asRoot(missing).then(
      () => 'read',
      (error: unknown) => String(error),
    );
    expect(message).to.contain('/none/here, the EnvironmentFile= of waypost.service, cannot be read');
  });

  it('the environment stays as it is without systemd and without the unit', async () => {
    for (const unit of ['', 'LoadState=not-found\nUser=waypost\n']) {
      expect(await asRoot(unit)).to.deep.equal({ env: CALLER, became: [] });
    }
  });

  it('another user sees the variables of the running gateway, with the doubt, and only if the unit started it', async () => {
    const proc = join(folder(), 'proc');
    const own = join(proc, String(process.pid));
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'environ'), 'PATH=/usr/bin\0WAYPOST_HTTP_PORT=9090\0WAYPOST_LOG_LEVEL=a=b\0');
    const lock = await lockFolder(folder(), '2026-11-26T12:00:00Z');
    const access = { showUnit: () => Promise.resolve(''), become: () => expect.fail('it is not root'), proc };
    const read = () => readServiceEnvironment({ env: CALLER, data: folder(), isRoot: false }, access);
    try {
      writeFileSync(join(own, 'cgroup'), '0::/user.slice/session-3.scope\n');
      expect(await read()).to.deep.equal({ env: CALLER });
      writeFileSync(join(own, 'cgroup'), '0::/system.slice/waypost.service\n');
      const { env, doubt } = await read();
      expect(env).to.include({ PATH: '/bin', WAYPOST_HTTP_PORT: '9090', WAYPOST_LOG_LEVEL: 'a=b' });
      expect(doubt).to.contain('not those of the next start');
    } finally {
      await lock.release();
    }
    expect(await read()).to.deep.equal({ env: CALLER });
  });
});
