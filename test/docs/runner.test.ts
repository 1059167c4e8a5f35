import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { blocksIn } from './blocks.js';
import { missing, unlike } from './compare.js';
import { commandsOf, isNotRun, namesNothing } from './not-run.js';

describe('the checks of the documentation', () => {
  it('the parser finds every block and its expected output', () => {
    const page = 'a\n\n```sh\nls\n```\n\n```json\n{}\n```\n\n```ts a.ts\nb\n```\ntext\n```json\n[]\n```\n';
    const [shell, program, config, ...more] = blocksIn(page);
    expect(more).to.deep.equal([]);
    expect([shell?.line, shell?.printed?.text]).to.deep.equal([3, '{}\n']);
    expect([program?.info, program?.printed]).to.deep.equal(['a.ts', undefined]);
    expect(config?.text).to.equal('[]\n');
  });

  it('the comparison points to each difference', () => {
    const documented = { ok: true, list: [{ id: '…', at: '2026-…Z' }], more: [1, '…'] };
    const actual = { ok: true, list: [{ id: 7, at: '2026-11-21Z' }], more: [1, 2, 3], extra: 1 };
    expect(unlike(documented, actual)).to.deep.equal([]);
    for (const [wrong, where] of [
      [{ ...actual, ok: 1 }, '/ok is 1, expected true'],
      [{ ...actual, list: [] }, '/list has 0, expected 1'],
      [{ ...actual, list: [{ id: 7, at: '2025' }] }, '/list/0/at is "2025", expected "2026-…Z"'],
      [{ ...actual, list: [{ at: '2026-11-21Z' }] }, '/list/0/id is undefined, expected "…"'],
      [{ ...actual, more: [] }, '/more has 0, expected 1'],
    ] as const) {
      expect(unlike(documented, wrong)).to.deep.equal([where]);
    }
  });

  it('the comparison lists missing lines and lines in the wrong order', () => {
    expect(missing('ok: …\n…\nall is well', 'ok: a\nwarning\nall is well\n')).to.deep.equal([]);
    expect(missing('ok: …\nall is well', 'all is well\nok: a')).to.deep.equal(['all is well']);
  });

  it('commands that are not run are listed, and the files they name exist', () => {
    const [apt = '', unit = '', gone = '', own = ''] = commandsOf(
      'sudo apt-get install \\\n  ./waypost.deb # now\n' +
        'sudo install -Dm644 systemd/waypost.service -t /usr/lib/systemd/system\n' +
        'sudo install -Dm644 systemd/none.service /usr/lib/waypost/none\nrm -rf /\n',
    );
    expect([apt, unit, gone, own].map(isNotRun)).to.deep.equal([true, true, true, false]);
    expect([apt, unit].flatMap(namesNothing)).to.deep.equal([]);
    expect(namesNothing(gone)).to.deep.equal(['systemd/none.service', '/usr/lib/waypost/none']);
    expect(namesNothing('npm run nothing')).to.deep.equal(['nothing']);
  });

  it('every page is checked, and README links to each', () => {
    const pages = ['src', 'systemd'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(folder, name)),
    );
    pages.push('.github/CONTRIBUTING.md');
    const readme = readFileSync('README.md', 'utf8');
    expect(pages.filter((page) => !readme.includes(`](${page})`))).to.deep.equal([]);
    const asked = ['brokers', 'docs', 'system', 'support'].flatMap((folder) =>
      readdirSync(join('test', folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join('test', folder, name),
      ),
    );
    const tests = asked.filter((name) => name.endsWith('.ts')).map((name) => readFileSync(name, 'utf8'));
    const text = tests.join('');
    expect(pages.filter((page) => !text.includes(`'${page}'`))).to.deep.equal([]);
  });
});
