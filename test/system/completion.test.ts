import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandsFor } from '../../src/cli/commands.js';
import { runCommand } from '../support/gateway/run-command.js';

describe('waypost completion', () => {
  let folder = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-completion-'));
    writeFileSync(join(folder, 'waypost'), (await runCommand(['completion', 'bash'])).output);
    writeFileSync(join(folder, 'depot.gz'), '');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** What bash completes for the words of a command line; the last word is the one to complete. */
  function complete(...words: readonly string[]): string[] {
    const script =
      'source ./waypost; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _waypost; printf "%s\\n" "${COMPREPLY[@]}"';
    const output = execFileSync('bash', ['--norc', '-c', script, 'bash', ...words], { cwd: folder, encoding: 'utf8' });
    return output.split('\n').filter((word) => word !== '');
  }

  it('bash completes commands, subcommands, options and their values', () => {
    expect(complete('waypost', 'ba')).to.deep.equal(['backup']);
    expect(complete('waypost', 'device', 'l')).to.deep.equal(['list']);
    expect(complete('waypost', 'device', 'list', '--st')).to.deep.equal(['--state']);
    expect(complete('waypost', 'device', 'list', '--state', '')).to.deep.equal(['active', 'expired']);
    expect(complete('waypost', 'completion', 'f')).to.deep.equal(['fish']);
    expect(complete('waypost', 'help', 'dev')).to.deep.equal(['device']);
    expect(complete('waypost', 'restore', 'de')).to.deep.equal(['depot.gz']);
    expect(complete('waypost', 'user', 'set', 'eva', '--name', '')).to.deep.equal([]);
  });

  it('each command of the table is in the completion of each shell, with its options', async () => {
    const commands = await commandsFor(['help']);
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, output } = await runCommand(['completion', shell]);
      expect(code).to.equal(0);
      for (const command of commands) {
        expect(output).to.contain(`waypost ${command.name()}`);
        for (const { long } of command.options.filter(({ hidden }) => !hidden))
          expect(output, `${shell}: ${command.name()}`).to.contain(
            shell === 'fish' ? `-l ${long?.slice(2) ?? ''} ` : long,
          );
      }
    }
  });

  it('another shell is refused with those that exist', async () => {
    const { code, output } = await runCommand(['completion', 'csh']);
    expect(code).to.equal(1);
    expect(output).to.contain('Allowed choices are bash, zsh, fish').and.contain('waypost completion --help');
  });
});

describe('waypost man', () => {
  it('the manual page has each command with its options, and no line that a formatter would take for a macro', async () => {
    const { code, output } = await runCommand(['man'], { SOURCE_DATE_EPOCH: '1795000000' });
    expect(code).to.equal(0);
    expect(output).to.match(/^\.TH WAYPOST 1 "2026-11-18" "waypost \S+" "Waypost"\n/);
    for (const command of await commandsFor(['help'])) {
      // A formatter would take a plain hyphen for a place to break the line.
      expect(output).to.contain(`\n.SS waypost ${command.name().replaceAll('-', '\\-')} `);
      expect(output).to.not.contain(process.cwd());
    }
    const requests = new Set([...output.matchAll(/^\.(\S+)/gm)].map(([, request]) => request));
    expect([...requests].sort()).to.deep.equal(
      ['B', 'BR', 'PP', 'RE', 'RI', 'RS', 'SH', 'SS', 'TH', 'TP', 'ad', 'fi', 'nf', 'nh'].sort(),
    );
  });
});
