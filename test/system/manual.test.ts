import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runToEnd } from '../support/gateway/run-to-end.js';

describe('the manual page and the completion', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-manual-'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('groff formats the manual page without a warning', async () => {
    const { code, output } = await runToEnd(['man'], { env: { SOURCE_DATE_EPOCH: '1795000000' } });
    expect(code).to.equal(0);
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-Kutf8', '-ww'], { input: output });
    expect(stderr.toString()).to.equal('');
    expect(stdout.toString()).to.contain('waypost - gateway for serial GPS trackers');
  });

  it('mandoc finds no warning and no error in the manual page', async () => {
    const { output } = await runToEnd(['man'], { env: { SOURCE_DATE_EPOCH: '1795000000' } });
    const { stdout, status } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], { input: output });
    expect(stdout.toString()).to.equal('');
    expect(status).to.equal(0);
  });

  for (const shell of ['bash', 'zsh', 'fish']) {
    it(`${shell} reads its completion without an error`, async () => {
      const file = join(folder, shell);
      writeFileSync(file, (await runToEnd(['completion', shell])).output);
      expect(execFileSync(shell, ['-n', file], { stdio: 'pipe' }).toString()).to.equal('');
    });
  }
});
