import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import { protocols } from '../../../src/protocols/index.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import { captureFile, createCapture } from '../../../src/serial/capture/capture.js';
import { decodeChunk, type CapturedChunk } from '../../../src/serial/capture/capture-format.js';
import { valueOf } from '../../../src/errors.js';
import { bytesField, meshFrame, stringField as words } from '../../../src/simulator/meshtastic/packets.js';
import { bytes, chunksOf } from '../../support/protocols/framing.js';
import { latin1, meshFrames } from '../../support/protocols/mesh.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const START = Date.UTC(2026, 10, 21, 10);
const secrets = Object.values(protocols).flatMap((protocol) => protocol.secretPattern ?? []);

describe('createCapture', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waypost-capture-'));
    file = captureFile(join(folder, 'captures'), '/dev/serial/by-id/usb-GNSS (7)');
  });
  afterEach(() => rm(folder, { recursive: true }));

  function capture(maxBytes = 1_000_000) {
    const { timers, advance, waiting } = createTestTimers();
    return {
      advance,
      waiting,
      ...createCapture({
        file,
        maxBytes,
        secrets,
        packetRedactors: Object.values(protocols).flatMap((protocol) => protocol.packetRedactor?.() ?? []),
        now: () => START + timers.now(),
        timers,
        logger: silentLogger,
      }),
    };
  }
  const read = async (path = file): Promise<CapturedChunk[]> =>
    (await readFile(path, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => valueOf(decodeChunk(line)));
  const text = (captured: readonly CapturedChunk[], direction: string): string =>
    captured
      .filter((chunk) => chunk.direction === direction)
      .map((chunk) => Buffer.from(chunk.bytes).toString('latin1'))
      .join('');

  it('both directions are captured with their times, in a file that only its owner can read', async () => {
    const { add, advance, close } = capture();
    add('in', bytes('$A\r\n$B'));
    await advance(500);
    add('out', bytes('ack\n'));
    add('in', bytes('C\r\n\xff'));
    await close();
    expect(file).to.equal(join(folder, 'captures', 'serial_by-id_usb-GNSS_7_.jsonl'));
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(
      (await read()).map(({ at, direction, bytes: captured }) => [
        at - START,
        direction,
        Buffer.from(captured).toString('latin1'),
      ]),
    ).to.deep.equal([
      [0, 'in', '$A\r\n'],
      [500, 'out', 'ack\n'],
      [500, 'in', '$BC\r\n'],
      [500, 'in', '\xff'],
    ]);
  });

  it('a capture is written once per second and continues after a restart', async () => {
    const first = capture();
    first.add('in', bytes('one\n'));
    await first.advance(1_000);
    await first.close();
    const second = capture();
    second.add('in', bytes('two\n'));
    await second.close();
    expect(text(await read(), 'in')).to.equal('one\ntwo\n');
    expect(first.waiting() + second.waiting()).to.equal(0);
  });

  it('no key is captured, however the line that sets it is chunked', async () => {
    const key = '00112233445566778899AABBCCDDEEFF';
    const line = encodeLine('SET', 'C1', 'key', key);
    for (const cut of [1, 15, 20, 40, line.length - 1]) {
      const { add, close } = capture();
      add('out', bytes(line.slice(0, cut)));
      add('in', bytes('$PWPT,'));
      add('out', bytes(line.slice(cut)));
      await close();
    }
    const written = await readFile(file, 'utf8');
    expect(written).to.not.include(key.slice(0, 8));
    expect(written).to.not.include(key.slice(-8));
    expect(text(await read(), 'out')).to.equal(line.replace(key, '*'.repeat(32)).repeat(5));
  });

  it('no key in a packet is captured, however the packet is chunked', async () => {
    const key = 'c4n4ry\nc4n4ry';
    const sent = meshFrames.join('') + latin1(meshFrame(bytesField(10, bytesField(2, words(2, key)))));
    for (const size of [1, 7, 4096]) {
      const { add, close } = capture();
      for (const part of chunksOf(bytes(sent), [size])) add('in', part);
      await close();
    }
    const written = text(await read(), 'in');
    expect(written).to.have.length(3 * sent.length);
    expect(written).to.not.match(/c4n|4ry/);
    expect(written.split(meshFrames[0] ?? '')).to.have.length(4);
  });

  it('a full capture deletes its older half', async () => {
    const { add, advance, close } = capture(20_000);
    for (let line = 0; line < 1_000; line += 1) {
      add('in', bytes(`line ${line}\n`));
      await advance(1_000);
    }
    await close();
    const sizes = await Promise.all([file, `${file}.1`].map(async (path) => (await stat(path)).size));
    expect(sizes.every((size) => size <= 10_000)).to.equal(true);
    expect(text(await read(), 'in')).to.match(/line 999\n$/);
    const [older, newer] = [text(await read(`${file}.1`), 'in'), text(await read(), 'in')];
    const numbers = (older + newer).match(/\d+/g)?.map(Number) ?? [];
    expect(numbers).to.deep.equal(numbers.map((_, index) => 1_000 - numbers.length + index));
  });

  it('data without line ends is captured in bounded parts', async () => {
    const { add, close } = capture();
    for (let count = 0; count < 10; count += 1) add('in', new Uint8Array(1_000).fill(0xc0));
    await close();
    const lengths = (await read()).map(({ bytes: part }) => part.length);
    expect(lengths.reduce((sum, length) => sum + length)).to.equal(10_000);
    expect(Math.max(...lengths)).to.be.at.most(3_000);
  });

  it('no password of a command without a line end is captured, wherever a part ends', async () => {
    const command = 'AT+GTCFG=s3cret,n3wone,van,0,,,,0001$';
    for (let before = 0; before <= command.length; before += 1) {
      const { add, close } = capture();
      add('out', bytes('x'.repeat(2_100 - before)));
      for (const character of command) add('out', bytes(character));
      await close();
    }
    const written = text(await read(), 'out');
    expect(written).to.not.match(/s3cr|cret|n3wo|one/);
    expect(written.match(/AT\+GTCFG=\*{6},\*{6},van/g)).to.have.length(command.length + 1);
  });

  it('a failed write leaves a gap in the capture and throws nothing', async () => {
    await writeFile(join(folder, 'captures'), 'in the way');
    const { add, close } = capture();
    add('in', bytes('lost\n'));
    await close();
    expect(await readFile(join(folder, 'captures'), 'utf8')).to.equal('in the way');
  });
});
