import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { commandsFor } from '../../src/cli/commands.js';

describe('the page on the command line', () => {
  it('the page names each command of the table', async () => {
    const page = readFileSync('src/cli/command-line.md', 'utf8');
    const missing = (await commandsFor(['help']))
      .map((command) => command.name())
      .filter((name) => !new RegExp(`(?:waypost |\`)${name}\\b`).test(page));
    expect(missing).to.deep.equal([]);
  });
});

describe('the pages for operators', () => {
  for (const file of ['systemd/installing.md', 'systemd/operating.md', 'systemd/security.md']) {
    it(`the commands in the text of ${file} exist, with their options`, async () => {
      const known = await commandsFor(['help']);
      const inline = [...readFileSync(file, 'utf8').matchAll(/`((?:sudo (?:-u waypost )?)?waypost [a-z][^`]*)`/g)];
      const wrong = inline.flatMap(([, text = '']) => {
        const [name, ...words] = text
          .replace(/^.*?waypost (?=[a-z])(?!waypost)/, '')
          .replace(/^waypost /, '')
          .split(/\s+/);
        const command = known.find((one) => one.name() === name);
        const sub = command?.commands.find((one) => one.name() === words[0]) ?? command;
        const options = sub?.options.flatMap(({ long, short }) => [long, short]) ?? [];
        const unknown = words.filter((word) => /^--?[a-z]/.test(word) && !options.includes(word));
        return command === undefined || (unknown.length > 0 && !unknown.includes('--help')) ? [text] : [];
      });
      expect(inline.length).to.be.above(1);
      expect(wrong).to.deep.equal([]);
    });
  }
});
