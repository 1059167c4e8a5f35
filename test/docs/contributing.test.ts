import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { format } from 'prettier';
import { commandsFor } from '../../src/cli/commands.js';
import { parts } from '../bench/parts.js';
import { tableRows } from '../support/docs/table-rows.js';

const PAGE = '.github/CONTRIBUTING.md';
const page = readFileSync(PAGE, 'utf8');
const readme = readFileSync('README.md', 'utf8');

/** A row of .ci/suites.cjs, as far as the page shows it. */
type Suite = {
  readonly about: string;
  readonly files?: readonly RegExp[];
  readonly needs?: readonly string[];
  readonly root?: boolean;
  readonly alone?: boolean;
  readonly ci?: boolean;
};

const importOwn = (file: string): Promise<unknown> => import(pathToFileURL(file).href);
const { SUITES } = (await importOwn('.ci/suites.cjs')) as { readonly SUITES: Readonly<Record<string, Suite>> };
const { filesOf } = (await importOwn('.ci/test/files.js')) as { readonly filesOf: (suite: Suite) => readonly string[] };
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };

function rowOf([name, { about, needs = [], root, alone, ci }]: readonly [string, Suite]): string {
  const needed = [
    root === true && 'root',
    needs.some((program) => program !== 'bash') && 'programs',
    alone === true && 'a quiet machine',
  ].filter((need) => need !== false);
  const notes = [needed.join(', '), ci === false ? 'not in CI' : ''].filter((note) => note !== '');
  return `| \`${name}\` | ${about} | ${notes.join('; ')} |`;
}

/** The table of the suites as Prettier formats it. */
const suitesTable = (): Promise<string> => {
  const rows = ['| suite | tests | needs |', '| --- | --- | --- |', ...Object.entries(SUITES).map(rowOf)];
  return format(rows.join('\n'), { parser: 'markdown' });
};

/** The text files of this checkout, by path. */
function* texts(...folders: readonly string[]): Generator<readonly [file: string, text: string]> {
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => /\.(?:md|tsx?|c?js|yml|sh)$/.test(one) && !one.includes('node_modules'))) {
      const file = join(folder, name);
      yield [file, readFileSync(file, 'utf8')];
    }
  }
}

/** Variables that tests read, with the files that do; those of the benches are on the page of figures. */
function variablesRead(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [file, text] of texts('test')) {
    if (file.startsWith('test/bench/')) continue;
    for (const [, name = ''] of text.matchAll(/process\.env\.(WAYPOST_\w+)/g)) {
      found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}

const variablesIn = (text: string): readonly string[] => [...new Set(text.match(/WAYPOST_[A-Z0-9_]+/g))];

/** The variables that select longer runs, by suite: `- \`fault\`: …`. */
function longerRuns(): readonly (readonly [suite: string, variables: readonly string[]])[] {
  const [, section = ''] = /^## Longer runs$(.*?)^## /ms.exec(page) ?? [];
  const items = section.split(/^- `(\w+)`:/m).slice(1);
  return items.flatMap((suite, index) =>
    index % 2 === 0 ? [[suite, variablesIn(items[index + 1] ?? '')] as const] : [],
  );
}

/** The words of commands and of inline code. */
const codeWords = [...page.matchAll(/`([^`\n]+)`|^```sh\n(.*?)^```/gms)].flatMap(([, inline, block]) =>
  (inline ?? block ?? '').split(/\s+/),
);

describe('the page for contributors', () => {
  it('the table has the suites of .ci/suites.cjs, in their order', async () => {
    const table = await suitesTable();
    if (!page.includes(table)) expect.fail(`${PAGE} must have this table:\n\n${table}\n`);
    expect(tableRows(PAGE, 'Suites').map(([name]) => name)).to.deep.equal(
      Object.keys(SUITES).map((name) => `\`${name}\``),
    );
  });

  it('the page names the variables that tests read, and no others', () => {
    expect([...variablesIn(page)].sort()).to.deep.equal([...variablesRead().keys()].sort());
  });

  it('a suite has a file that reads the variables in its item', () => {
    const read = variablesRead();
    const wrong = longerRuns().flatMap(([suite, variables]) => {
      const own = filesOf(SUITES[suite] ?? { about: '', files: [] });
      // Files besides the test files help several suites.
      const isOf = (file: string): boolean =>
        !file.includes('.test.') || own.includes(`dist/${file.replace(/tsx?$/, 'js')}`);
      return variables.filter((name) => read.get(name)?.some(isOf) !== true).map((name) => `${suite}: ${name}`);
    });
    expect(wrong).to.deep.equal([]);
  });

  it('every path on the page exists', () => {
    const paths = codeWords.filter((word) =>
      /^\.?[\w-]+(?:\/[\w.-]+)*\/$|^\.?[\w-]+(?:\/[\w.-]+)+$|^\.\w+rc$/.test(word),
    );
    expect(paths).to.include.members(['.nvmrc', 'test/mutex.test.ts', '.ci/run']);
    expect(paths.filter((path) => !existsSync(path))).to.deep.equal([]);
  });

  it('this page or README names every npm script that a person runs', () => {
    const names = Object.keys(scripts).filter((name) => !/^(?:pre|post)/.test(name));
    const unnamed = names.filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(page + readme));
    expect(unnamed).to.deep.equal([]);
  });

  it('.nvmrc has a version that README names for production', () => {
    const version = readFileSync('.nvmrc', 'utf8').trim();
    expect(/\(([^)]*) in production\)/.exec(readme)?.[1]?.split(' or ')).to.include(version);
  });
});

describe('commands that pages, messages and comments name', () => {
  const named = [...texts('src', 'test', 'systemd', '.ci', '.github'), ['README.md', readme] as const].filter(
    // It checks this check.
    ([file]) => file !== 'test/docs/runner.test.ts',
  );
  /** Each match of the pattern whose first group is not known. */
  const unknown = (pattern: RegExp, known: readonly string[]): readonly string[] =>
    named.flatMap(([file, text]) =>
      [...text.matchAll(pattern)].flatMap(([all, name = '']) => (known.includes(name) ? [] : [`${file}: ${all}`])),
    );

  it('every npm script exists', () => {
    expect(unknown(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g, Object.keys(scripts))).to.deep.equal([]);
  });

  it('every suite exists', () => {
    expect(unknown(/\bnpm run suite -- ([a-z][\w-]*)/g, Object.keys(SUITES))).to.deep.equal([]);
  });

  it('every part of the bench exists', () => {
    expect(
      unknown(
        /\bnpm run bench -- ([a-z][\w-]*)/g,
        parts.map(({ name }) => name),
      ),
    ).to.deep.equal([]);
  });

  it('the forms of the repository name commands of waypost that exist', async () => {
    const names = (await commandsFor(['help'])).map((command) => command.name());
    const forms = [...texts('.github')].flatMap(([, text]) => [...text.matchAll(/`waypost ([a-z][\w-]*)/g)]);
    expect(forms.map(([, name]) => name)).to.include('check');
    expect(forms.map(([, name = '']) => name).filter((name) => !names.includes(name))).to.deep.equal([]);
  });
});

describe('debuggers', () => {
  it('mocha passes the options of a debugger on to Node', () => {
    const { stderr } = spawnSync(
      process.execPath,
      ['node_modules/mocha/bin/mocha.js', '--inspect=127.0.0.1:0', '--dry-run', 'dist/test/mutex.test.js'],
      { encoding: 'utf8' },
    );
    expect(stderr).to.match(/^Debugger listening on ws:/);
  });

  it('the configurations of VS Code name programs and npm scripts that exist', () => {
    type Launch = { readonly program: string; readonly preLaunchTask?: string };
    const text = readFileSync('.vscode/launch.json', 'utf8');
    const { configurations } = JSON.parse(text) as { configurations: readonly Launch[] };
    const missing = configurations.flatMap(({ program, preLaunchTask = 'npm: build' }) => [
      ...(existsSync(program.replace('${workspaceFolder}/', '')) ? [] : [program]),
      ...(preLaunchTask.replace('npm: ', '') in scripts ? [] : [preLaunchTask]),
    ]);
    expect(configurations).to.have.lengthOf(2);
    expect(missing).to.deep.equal([]);
  });
});
