import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { success } from '../../src/errors.js';
import { createCounters, type Protocol } from '../../src/protocols/protocol.js';
import type { Provision } from '../../src/protocols/provision.js';
import { bytes, runProtocol, locationsOf } from '../support/protocols/framing.js';
import { holdProtocol } from '../support/protocols/protocol-rules.js';
import { blocksOf } from './blocks.js';
import { deadLinks } from './links.js';
import { commandsOf, isNotRun, namesNothing } from './not-run.js';
import { compile } from './typescript.js';

const page = 'src/protocols/writing-a-protocol.md';
const blocks = blocksOf(page);
const written = blocks.map(({ text }) => text).join('');
const lines = [...written.matchAll(/'(#DP7[^\\]*)\\r\\n'/g)].map(([, line = '']) => `${line}\r\n`);

describe('the page about writing a protocol', () => {
  let folder = '';
  let depot: Protocol | undefined;
  let provision: Provision | undefined;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-page-'));
    // The example is type-checked next to the sources and runs next to the compiled files.
    cpSync('src', join(folder, 'src'), { recursive: true, filter: (path) => !path.startsWith('src/web') });
    cpSync('test/support', join(folder, 'test/support'), { recursive: true });
    cpSync('package.json', join(folder, 'package.json'));
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    const programs = blocks.filter(({ language }) => language === 'ts');
    const files = programs.map(({ info }) => join('src/protocols', info));
    for (const [place, file] of files.entries()) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), programs[place]?.text ?? '');
    }
    expect(compile(folder, files)).to.equal('');
    const load = async (file = ''): Promise<unknown> =>
      import(pathToFileURL(join(folder, file.replace(/ts$/, 'js'))).href);
    ({ depot } = (await load(files[0])) as { depot: Protocol });
    ({ provision } = (await load(files[2])) as { provision: Provision });
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const present = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('the example is not compiled');
    return one;
  };

  it('the example decodes its samples to one location each and one SOS alert', () => {
    expect(lines).to.have.length(3);
    const messages = runProtocol(present(depot), [bytes(lines.join(''))]);
    expect(locationsOf(messages).map(({ latitude }) => latitude)).to.deep.equal([52.842278, 52.842278, -2.842278]);
    expect(messages.flatMap((one) => (one.type === 'records' ? one.alerts : []))).to.have.length(1);
    const session = present(depot).open(createCounters());
    const [message] = session.push(bytes(lines[0] ?? ''), 0);
    if (message === undefined) throw new Error('the dialogue sent no message');
    expect(session.reply(message, success({ accepted: 1, duplicates: 0 }))).to.equal('+2026-11-21T08:00:01Z\r\n');
  });

  it('the text contains the first sample', () => {
    expect(blocksOf(page)).to.not.be.empty;
    expect(lines[0]?.trim()).to.match(/,R\*5D$/);
  });

  it('the provisioning example completes its dialogue', () => {
    const talk = present(provision).open({ secrets: {}, nonce: 0 });
    let interval = 60;
    expect(Object.keys(present(provision).settings)).to.deep.equal(['interval']);
    const answers = (send: string): string => {
      const [, set] = /^!interval=(\d+)/.exec(send) ?? [];
      if (set !== undefined) interval = Number(set);
      return send.startsWith('?id') ? 'id=DP7\n' : `interval=${interval}\n`;
    };
    const talked = <T>(dialogue: Generator<{ send?: unknown; onData: (chunk: Uint8Array) => boolean }, T>): T => {
      let next = dialogue.next();
      while (next.done !== true) {
        next.value.onData(bytes(answers(String(next.value.send))));
        next = dialogue.next();
      }
      return next.value;
    };
    expect(talked(talk.identify())).to.have.nested.property('value.hardwareId', 'DP7');
    expect(talked(talk.write({ interval: 30 }))).to.have.property('ok', true);
    expect(talked(talk.read(['interval']))).to.deep.equal({ ok: true, value: { interval: 30 } });
  });

  it('every command and page it names exists', () => {
    const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => commandsOf(text));
    expect(commands.filter((command) => !isNotRun(command))).to.deep.equal([]);
    expect(commands.flatMap(namesNothing)).to.deep.equal([]);
    expect(deadLinks(page)).to.deep.equal([]);
  });

  holdProtocol({ name: 'depot', protocol: () => present(depot), own: { frames: lines, ends: '\r\n' } });
});
