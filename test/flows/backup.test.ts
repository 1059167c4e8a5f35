import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Location } from '../../src/schema/records/location.js';
import { signIn } from '../support/api/client.js';
import { runCommand } from '../support/gateway/run-command.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';
import { runToEnd, type Ran } from '../support/gateway/run-to-end.js';
import { killAll } from '../support/gateway/waypost.js';

const fixes = Array.from({ length: 50 }, (_, second) => fixAt(second));

describe('commands with --data', () => {
  const folder = useFolder();
  const at = (name: string): string => join(folder(), name);
  afterEach(killAll);

  const run = (...args: readonly string[]): Promise<Ran> => runToEnd(args);

  it('backup, check and export work while the gateway runs, and restore restores the backup', async () => {
    const gateway = await startGateway({ folder: folder() });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus' });
    await client.call('POST', '/api/devices/bus/locations', fixes);

    expect(await run('backup', at('b.gz'), '--data', at('data'))).to.deep.include({ code: 0 });
    const checked = await run('check', '--only', 'store', '--data', at('data'));
    expect(checked.code).to.equal(0);
    expect(checked.output).to.match(
      /^ok: store: 62 entries in 1 segments, all valid\nok: store: history goes back to \S+Z\nno problems found\n$/,
    );

    const exported = await run('export', '--device', 'bus', '--data', at('data'), '--to', fixAt(9).dateTime);
    const lines = exported.output.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as Location)).to.deep.equal(fixes.slice(0, 10));
    await run('export', '--device', 'bus', '--data', at('data'), '--format', 'gpx', '--output', at('bus.gpx'));
    expect(readFileSync(at('bus.gpx'), 'utf8').match(/<trkpt /g)).to.have.length(50);

    await client.call('POST', '/api/devices', { id: 'van' });
    const looker = { name: 'eye', email: 'eye@example.org', country: 'ES', timeZone: 'Europe/Madrid' };
    await client.call('POST', '/api/users', looker);
    const dry = await run('restore', at('b.gz'), '--data', at('data'), '--dry-run');
    expect(dry.output)
      .to.match(/devices: 1 removed \(van\)/)
      .and.to.match(/^users: 1 removed \(eye\)/m)
      .and.to.match(/nothing changed \(--dry-run\)/);
    const refused = await run('restore', at('b.gz'), '--data', at('data'));
    expect(refused).to.deep.include({ code: 1 });
    expect(refused.output).to.contain(`process ${gateway.pid} on `);
    await gateway.end('SIGTERM');

    expect(await run('restore', at('b.gz'), '--data', at('data'))).to.deep.include({ code: 0 });
    const again = await startGateway({ folder: folder() });
    const { body } = await (await signIn(again.url, { apiKey: TEST_KEY })).call('GET', '/api/devices');
    expect((body.devices as { id: string }[]).map(({ id }) => id)).to.deep.equal(['bus']);
    await again.end('SIGTERM');
  });

  it('an error is one line, and the exit status is 1', async () => {
    expect(await runCommand(['export', '--device', 'bus', '--data', at('none')])).to.deep.equal({
      code: 1,
      output: `waypost: data folder ${at('none')} not found: name it with --data\n`,
    });
    writeFileSync(at('b.gz'), 'no backup');
    const { code, output } = await runCommand(['restore', at('b.gz'), '--data', at('data')]);
    expect([code, output]).to.deep.equal([
      1,
      `waypost: ${at('b.gz')} cannot be restored: it is not a Waypost backup\n`,
    ]);
  });

  it('the exit status of a restore is 1 if the file is no backup of a gateway, and nothing is changed', async () => {
    const made = '2026-11-21T08:00:00.000Z';
    const line = (value: object): string => `${JSON.stringify(value)}\n`;
    const write = (name: string, head: object, ...content: readonly string[]): void => {
      const body = line({ waypost: 'backup', version: 1, made, ...head }) + content.join('');
      const bytes = content.slice(1).join('').length;
      const sha256 = createHash('sha256').update(body).digest('hex');
      writeFileSync(at(name), gzipSync(body + line({ files: content.length / 2, bytes, sha256 })));
    };
    const garbage = 'garbage, not an entry at all\n';
    write('empty.gz', { format: 2 });
    write('format.gz', { format: -5 });
    write('garbage.gz', { format: 2 }, line({ file: 'log/000000000001.jsonl', bytes: garbage.length }), garbage);
    for (const [name, reason] of [
      ['empty.gz', /has no gateway or no user/],
      ['format.gz', /its format is -5, expected 1 to 2/],
      ['garbage.gz', /has no usable store: no entry in .* can be read/],
    ] as const) {
      for (const option of [[], ['--dry-run'], ['--json']]) {
        const { code, output } = await runCommand(['restore', at(name), '--data', at('data'), ...option]);
        expect(code, `${name} ${option.join('')}`).to.equal(1);
        expect(output)
          .to.match(reason)
          .and.not.to.match(/restored$|"made"/);
      }
    }
    const ran = await run('restore', at('empty.gz'), '--data', at('data'));
    expect(ran, 'as a process').to.deep.include({ code: 1 });
    expect(readdirSync(at('data')).filter((name) => name !== 'lock')).to.deep.equal([]);
  });

  for (const [what, prepare, message] of [
    ['the user cannot write', () => undefined, /cannot be used by the user \w+ \(EACCES/],
    [
      'is a file',
      () => {
        writeFileSync(at('data'), '');
      },
      /cannot be used \(ENOTDIR.*\): a part of its path is a file/,
    ],
  ] as const) {
    it(`a data folder that ${what} is an error with the folder and the fix, without a stack trace`, async () => {
      prepare();
      const flags = ['serve', '--data', at('data'), '--host', '127.0.0.1', '--port', '0'];
      // The suite may run as root, who may write anywhere; the folder of the test is closed to everybody else.
      const other = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
      const under = what === 'is a file' || process.getuid?.() !== 0 ? [] : other;
      if (what !== 'is a file' && under.length === 0) chmodSync(folder(), 0o500);
      const { code, output } = await runToEnd(flags, { under });
      chmodSync(folder(), 0o700);
      expect(code).to.equal(1);
      expect(output).to.match(message).and.to.contain(at('data')).and.to.contain('--data');
      expect(output.trim().split('\n')).to.have.lengthOf(1);
    });
  }

  it('check reports a damaged store by its exit status, and --repair repairs it', async () => {
    const gateway = await startGateway({ folder: folder() });
    await gateway.end('SIGTERM');
    writeFileSync(at('data/state.json'), 'x', { mode: 0o600 });
    const found = await run('check', '--data', at('data'), '--json');
    expect(found.code).to.equal(2);
    expect(found.output).to.contain('wrong checksum');
    expect(await run('check', '--data', at('data'), '--repair')).to.deep.include({ code: 0 });
  });
});
