import { expect } from 'chai';
import { runCommand } from '../support/gateway/run-command.js';

describe('words that are no command', () => {
  it('an unknown command or option is one line with the nearest one and where the help is', async () => {
    for (const [args, output] of [
      [['bakcup'], "waypost: unknown command 'bakcup' (did you mean backup?); help: waypost --help\n"],
      [['device', 'lsit'], "waypost: unknown command 'lsit' (did you mean list?); help: waypost device --help\n"],
      [
        ['device', 'list', '--grup', 'x'],
        "waypost: unknown option '--grup' (did you mean --group?); help: waypost device list --help\n",
      ],
      [['backup'], "waypost: missing required argument 'file'; help: waypost backup --help\n"],
      [
        ['groups', 'lsit'],
        'waypost: unknown command "lsit": did you mean list? waypost groups --help lists the commands\n',
      ],
      [['help', 'nonsense'], 'waypost: unknown command "nonsense": waypost --help lists the commands\n'],
      [
        ['help', 'device', 'shwo'],
        'waypost: unknown command "shwo": did you mean show? waypost device --help lists the commands\n',
      ],
      [
        ['device', 'help', 'shwo'],
        'waypost: unknown command "shwo": did you mean show? waypost device --help lists the commands\n',
      ],
    ] as const) {
      expect(await runCommand(args), args.join(' ')).to.deep.equal({ code: 1, output });
    }
  });

  it('help shows a command, also below another one; version is a word too', async () => {
    const help = await runCommand(['help', 'device', 'list']);
    expect(help).to.deep.equal(await runCommand(['device', 'list', '--help']));
    expect(help.code).to.equal(0);
    expect(help.output).to.match(/^Usage: waypost device list \[options\]\n/);
    expect((await runCommand(['help'])).output).to.equal((await runCommand(['--help'])).output);
    expect(await runCommand(['version'])).to.deep.equal(await runCommand(['--version']));
  });

  it('the help lists each command once, below headings', async () => {
    const { output } = await runCommand(['help']);
    const names = [...output.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name);
    expect(names).to.include.members(['serve', 'last', 'device', 'token', 'demo', 'man']);
    expect(new Set(names).size).to.equal(names.length);
    expect(output).to.match(/^What the gateway knows:\n {2}last /m);
  });
});
