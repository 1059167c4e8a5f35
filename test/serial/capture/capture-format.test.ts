import { expect } from 'chai';
import fc from 'fast-check';
import { decodeChunk, encodeChunk, MAX_CAPTURE_LINE } from '../../../src/serial/capture/capture-format.js';

const T0 = Date.UTC(2026, 10, 21, 8, 22, 34, 123);

const reasonOf = (line: string): string => {
  const read = decodeChunk(line);
  return read.ok ? 'read' : read.message;
};

describe('the capture format', () => {
  it('a sentence stays readable', () => {
    const bytes = Buffer.from('$GPRMC,1*00\r\n');
    expect(encodeChunk({ at: T0, direction: 'in', bytes })).to.equal(
      '{"at":"2026-11-21T08:22:34.123Z","in":"$GPRMC,1*00\\r\\n"}\n',
    );
  });

  it('every byte, instant and direction is read back as it was written, on one line', () => {
    const captured = fc.record({
      at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
      direction: fc.constantFrom('in', 'out'),
      bytes: fc.uint8Array({ maxLength: 4_096 }),
    });
    fc.assert(
      fc.property(captured, (chunk) => {
        const line = encodeChunk(chunk);
        expect(line.indexOf('\n')).to.equal(line.length - 1);
        expect(line.length).to.be.below(MAX_CAPTURE_LINE);
        expect(decodeChunk(line.slice(0, -1))).to.deep.equal({ ok: true, value: chunk });
      }),
      { seed: 20_261_121 },
    );
  });

  it('an invalid line is refused with what is wrong', () => {
    const at = '"at":"2026-11-21T08:22:34Z"';
    expect(reasonOf('$GPRMC,1*00')).to.equal('the line is not a JSON object');
    expect(reasonOf('[1]')).to.equal('the line is not a JSON object');
    expect(reasonOf('{"in":"x"}')).to.contain('has no "at"');
    expect(reasonOf('{"at":"yesterday","in":"x"}')).to.contain('has no "at"');
    expect(reasonOf('{"at":"2026-13-45T08:22:34Z","in":"x"}')).to.contain('has no "at"');
    expect(reasonOf(`{${at}}`)).to.equal('the line must have either "in" or "out"');
    expect(reasonOf(`{${at},"in":"x","out":"y"}`)).to.equal('the line must have either "in" or "out"');
    expect(reasonOf(`{${at},"in":7}`)).to.equal('the line has no text in "in"');
    expect(reasonOf(`{${at},"out":"€"}`)).to.contain('not a byte');
    expect(reasonOf('x'.repeat(MAX_CAPTURE_LINE + 1))).to.contain('longer');
  });

  it('any text is decoded without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(decodeChunk(text)).to.have.property('ok');
      }),
      { seed: 20_261_121 },
    );
  });
});
