import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Command } from 'commander';
import { commandsFor } from '../../src/cli/commands.js';
import { runsGateway } from '../../src/cli/words.js';

const namesFor = async (...words: string[]): Promise<string[]> =>
  (await commandsFor(words)).map((command) => command.name());

describe('commandsFor', () => {
  it('a named command is the only one that is loaded', async () => {
    expect(await namesFor('backup', 'file')).to.deep.equal(['backup']);
  });

  it('the default command is serve, with any options', async () => {
    expect(await namesFor()).to.deep.equal(['serve']);
    expect(await namesFor('--port', '8080')).to.deep.equal(['serve']);
    expect(await namesFor('--version')).to.deep.equal(['serve']);
  });

  it('a command line that runs the gateway means serve alone, and no other command line runs it', async () => {
    const lines = [[], ['serve'], ['--port', '8080'], ['--version'], ['serve', '--help'], ['--help'], ['help'], ['-h']];
    for (const words of [...lines, ['backup'], ['completion', 'bash'], ['man'], ['bakcup'], ['toString']]) {
      const names = await namesFor(...words);
      expect(runsGateway(words), words.join(' ')).to.equal(names.length === 1 && names[0] === 'serve');
    }
  });

  it('help and an unknown name load all commands', async () => {
    const all = await namesFor('--help');
    expect(all).to.include.members(['serve', 'backup', 'restore', 'check', 'provision']);
    expect(await namesFor('help')).to.deep.equal(all);
    expect(await namesFor('-h', 'backup')).to.deep.equal(all);
    expect(await namesFor('bakcup')).to.deep.equal(all);
    expect(await namesFor('toString')).to.deep.equal(all);
    expect(await namesFor('completion', 'bash')).to.deep.equal(all);
    expect(await namesFor('man')).to.deep.equal(all);
  });
});

describe('the command table', () => {
  /** The text of a file and of everything that it imports from src/cli, src/config and src/schema/channels. */
  function sourcesOf(path: string, seen = new Set<string>()): string {
    if (seen.has(path) || !/^src\/(cli\/|config\.ts$|schema\/channels\.ts$)/.test(path)) return '';
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    const imports = [...text.matchAll(/'(\.[^']+)\.js'/g)].map(([, name = '']) => join(dirname(path), `${name}.ts`));
    return [text, ...imports.map((imported) => sourcesOf(imported, seen))].join('\n');
  }
  const withSubcommands = (command: Command): readonly Command[] => [
    command,
    ...command.commands.flatMap(withSubcommands),
  ];

  it('each command has a description, and each option has a description and a member of its name', async () => {
    for (const command of await commandsFor(['help'])) {
      const source = sourcesOf(`src/cli/${command.name()}.ts`);
      const commands = withSubcommands(command);
      for (const each of commands) expect(each.description(), each.name()).to.not.equal('');
      for (const option of commands.flatMap(({ options }) => options)) {
        const flag = `${command.name()} ${option.flags}`;
        expect(option.description, flag).to.not.equal('');
        expect(source, flag).to.match(
          new RegExp(`readonly ${option.attributeName()}\\??:|'${option.attributeName()}'`),
        );
      }
    }
  });
});
