import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { messageOf } from '../../../src/errors.js';
import { readRecording, type RecordedChunk, type RecordingOptions } from '../../../src/cli/replay/recording.js';
import { encodeChunk, MAX_CAPTURE_LINE, type CapturedChunk } from '../../../src/serial/capture/capture-format.js';
import { useFolder } from '../../support/store/folder.js';

const T0 = Date.UTC(2026, 10, 21, 8);
const at = (ms: number, text: string, direction: CapturedChunk['direction'] = 'in'): string =>
  encodeChunk({ at: T0 + ms, direction, bytes: Buffer.from(text, 'latin1') });

describe('readRecording', () => {
  const folder = useFolder();

  async function read(content: string | Uint8Array, options: Partial<RecordingOptions> = {}): Promise<RecordedChunk[]> {
    const file = join(folder(), 'recording');
    writeFileSync(file, content);
    const chunks: RecordedChunk[] = [];
    for await (const chunk of readRecording(file, { baudRate: 9_600, maxGapMs: 10_000, ...options }))
      chunks.push(chunk);
    return chunks;
  }
  const textOf = (chunks: readonly RecordedChunk[]): string =>
    Buffer.concat(chunks.map(({ bytes }) => bytes)).toString('latin1');
  const refusal = (content: string, options?: Partial<RecordingOptions>): Promise<string> =>
    read(content, options).then(() => 'no error', messageOf);

  it('a capture is read with its own timing, without the bytes that the gateway sent', async () => {
    const played = await read(
      at(0, 'one\r\n') + at(250, 'ack', 'out') + at(1_000, 'two\r\n') + at(1_001, '\u00ff\u0000'),
    );
    expect(played.map(({ delayMs }) => delayMs)).to.deep.equal([0, 1_000, 1]);
    expect(textOf(played)).to.equal('one\r\ntwo\r\n\u00ff\u0000');
  });

  it('gaps are limited to the maximum, and a time that goes back gives no gap', async () => {
    const text = at(0, 'a') + at(3_600_000, 'b') + at(3_500_000, 'c') + at(3_500_010, 'd');
    expect((await read(text)).map(({ delayMs }) => delayMs)).to.deep.equal([0, 10_000, 0, 10]);
    const whole = await read(text, { maxGapMs: Infinity });
    expect(whole.map(({ delayMs }) => delayMs)).to.deep.equal([0, 3_600_000, 0, 10]);
  });

  it('a raw file is read unchanged, at the speed of the port', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 500 }),
        fc.constantFrom(300, 4_800, 115_200),
        async (bytes, baudRate) => {
          const played = await read(bytes, { baudRate, format: 'raw' });
          expect(Buffer.concat(played.map((chunk) => chunk.bytes)).equals(bytes)).to.equal(true);
          const time = played.reduce((sum, { delayMs }) => sum + delayMs, 0);
          expect(time).to.be.closeTo((bytes.length * 10_000) / baudRate, 0.001);
        },
      ),
      { seed: 20_261_121, numRuns: 40 },
    );
  });

  it('the format is detected from the first line, unless it is given', async () => {
    expect(textOf(await read('{"id":17}\n{"id":18}\n'))).to.equal('{"id":17}\n{"id":18}\n');
    expect(textOf(await read(at(0, 'x')))).to.equal('x');
    expect(textOf(await read(at(0, 'x'), { format: 'raw' }))).to.equal(at(0, 'x'));
    expect(await refusal('{"id":17}\n', { format: 'capture' })).to.contain('line 1: the line has no "at"');
  });

  it('skipComments skips the comments at the start of a raw file', async () => {
    const log = '# a receiver\n#\n$GPRMC\n# not at the beginning\n';
    expect(textOf(await read(log))).to.equal(log);
    expect(textOf(await read(log, { skipComments: true }))).to.equal('$GPRMC\n# not at the beginning\n');
    expect(textOf(await read('# only', { skipComments: true }))).to.equal('');
    const long = `#${'x'.repeat(300_000)}\n$GPRMC\n`;
    expect(textOf(await read(long, { skipComments: true }))).to.equal('$GPRMC\n');
  });

  it('an error names the file and the line', async () => {
    const file = join(folder(), 'recording');
    expect(await refusal(`${at(0, 'x')}\nnonsense\n`)).to.equal(`${file}, line 3: the line is not a JSON object`);
    expect(await refusal(at(0, 'x') + at(1, 'y').slice(0, 20))).to.contain(`${file}, line 2: `);
    expect(await refusal(at(0, 'x') + 'y'.repeat(3 * MAX_CAPTURE_LINE))).to.contain('line 2: the line is longer than');
    const nowhere = readRecording(join(folder(), 'none'), { baudRate: 9_600, maxGapMs: 0 });
    expect(await nowhere.next().then(String, messageOf)).to.match(/none cannot be read: ENOENT/);
    expect(await readRecording(folder(), { baudRate: 9_600, maxGapMs: 0 }).next().then(String, messageOf)).to.contain(
      'EISDIR',
    );
  });
});
