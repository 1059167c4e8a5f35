import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../src/config.js';
import { blocksOf, type Block } from './blocks.js';
import { missing, unlike } from './compare.js';
import { deadLinks } from './links.js';
import { startMachine, type Machine, type MachineOptions } from './machine.js';
import { commandsOf, isNotRun, namesNothing } from './not-run.js';
import { compile } from './typescript.js';

export type PageOptions = MachineOptions & {
  /** trackers that are attached and removed during the test */
  readonly around?: { readonly begin: (machine: Machine) => void; readonly end: () => void };
};

const fileOf = ({ info, line }: Block): string => (info === '' ? `line-${line}.ts` : info);

const titleOf = ({ language, text, line }: Block): string => {
  const [first = ''] = language === 'sh' ? commandsOf(text) : text.trim().split('\n');
  return `line ${line}: ${first.slice(0, 90)}`;
};

/** The actual output must match the documented output. */
function expectPrinted(output: string, printed: Block | undefined): void {
  if (printed === undefined) return;
  const differing =
    printed.language === 'json' ? unlike(JSON.parse(printed.text), JSON.parse(output)) : missing(printed.text, output);
  expect(differing, output).to.deep.equal([]);
}

/** A configuration with which the gateway would start. */
async function expectConfiguration(text: string, folder: string): Promise<void> {
  const file = join(folder, 'block.json');
  writeFileSync(file, text);
  await loadSettings({ config: file }, {});
}

/** Flags of a waypost command that its help does not list; the command is not run. */
async function unknownFlags(command: string, { run }: Machine): Promise<readonly string[]> {
  const [, name] = /^waypost (ports listen|\w+)/.exec(command) ?? [];
  if (name === undefined) return [];
  const help = await run(`waypost ${name} --help`);
  return [...command.matchAll(/ (--[\w-]+)/g)]
    .map(([, flag = '']) => flag)
    .filter((flag) => !help.includes(`${flag} `));
}

/** Checks a page: each command on it runs on a machine of its own or is listed as not run. */
export function holdPage(file: string, { around, ...options }: PageOptions = {}): void {
  const blocks = blocksOf(file);
  const programs = blocks.filter(({ language }) => language === 'ts');

  describe(`the page ${file}`, () => {
    let machine: Machine | undefined;

    before(async () => {
      machine = await startMachine(options);
      around?.begin(machine);
      for (const block of programs) writeFileSync(join(machine.folder, fileOf(block)), block.text);
      if (programs.length > 0) expect(compile(machine.folder, programs.map(fileOf))).to.equal('');
    });
    after(() => {
      around?.end();
      machine?.end();
    });
    const present = (): Machine => {
      if (machine === undefined) throw new Error('the machine is not there');
      return machine;
    };

    for (const block of blocks) {
      it(titleOf(block), async () => {
        const { language, text, printed } = block;
        if (language === 'json') await expectConfiguration(text, present().folder);
        else if (language === 'ts') {
          expectPrinted(await present().run(`node ${fileOf(block).replace(/ts$/, 'js')}`), printed);
        } else if (commandsOf(text).some(isNotRun)) {
          expect(
            commandsOf(text).filter((command) => !isNotRun(command)),
            'run nowhere',
          ).to.deep.equal([]);
          expect(commandsOf(text).flatMap(namesNothing), 'not there').to.deep.equal([]);
          for (const command of commandsOf(text))
            expect(await unknownFlags(command, present()), command).to.deep.equal([]);
        } else {
          expect(language, 'a block is sh, ts or json').to.equal('sh');
          expectPrinted(await present().run(text), printed);
        }
      });
    }

    it('every link leads to an existing file or heading', () => {
      expect(deadLinks(file)).to.deep.equal([]);
    });
  });
}
