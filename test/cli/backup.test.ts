import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommand } from '../support/gateway/run-command.js';
import type { Ran } from '../support/gateway/run-to-end.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt, locationOf } from '../support/store/records.js';
import { openTestStore } from '../support/store/store.js';

describe('waypost backup', () => {
  const folder = useFolder();
  const at = (name: string): string => join(folder(), name);
  const backup = (file: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    runCommand(['backup', at(file), '--data', at('data'), ...args], env);

  beforeEach(async () => {
    const store = await openTestStore(at('data'));
    await store.append([locationOf('bus', fixAt(1))]);
    await store.close();
  });

  it('an existing file is replaced only with --force', async () => {
    writeFileSync(at('b.gz'), 'the only copy');
    expect(await backup('b.gz')).to.deep.equal({
      code: 1,
      output: `waypost: ${at('b.gz')} exists: name another file, or replace it with --force\n`,
    });
    expect(readFileSync(at('b.gz'), 'utf8')).to.equal('the only copy');
    expect((await backup('b.gz', ['--force'])).code).to.equal(0);
    expect(readFileSync(at('b.gz')).readUInt16BE()).to.equal(0x1f8b);
  });

  it('a folder or a missing folder as the target is one sentence with the fix', async () => {
    mkdirSync(at('stick'));
    expect((await backup('stick')).output).to.equal(`waypost: ${at('stick')} is a folder: name a file in it\n`);
    const { code, output } = await backup('none/b.gz');
    expect(code).to.equal(1);
    expect(output).to.match(
      /^waypost: \S+none\/b\.gz: no such file or folder: check the path, or create its folder \(.*\)\n$/,
    );
  });

  it('a short passphrase is refused before anything is written', async () => {
    for (const passphrase of ['', 'abcde', 'elevenchars']) {
      const { code, output } = await backup('b.gz', [], { WAYPOST_PASSPHRASE: passphrase });
      expect(code).to.equal(1);
      expect(output).to.include(`WAYPOST_PASSPHRASE has ${passphrase.length} characters: choose one of at least 12`);
    }
    expect(existsSync(at('b.gz'))).to.equal(false);
    const long = await backup('b.gz', [], { WAYPOST_PASSPHRASE: 'twelve chars' });
    expect(long.output).to.include('with secrets');
  });
});
