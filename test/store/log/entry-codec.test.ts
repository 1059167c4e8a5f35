import { expect } from 'chai';
import type { Entry } from '../../../src/schema/entry.js';
import { createLineEncoder, decodeLine, encodeLine } from '../../../src/store/log/entry-codec.js';
import { fixAt, locationOf } from '../../support/store/records.js';

const stamp = { n: 17, at: '2026-11-21T08:22:34.512Z', boot: 'k3f9', up: 48_211 };
const changeWith = (text: string) =>
  locationOf('bus-7', { ...fixAt(1), warningTexts: ['línea, "entre" comillas\n', text] });
const change = changeWith('\ud800');
const encode = (): Buffer => encodeLine(stamp, change);

describe('a line of the log', () => {
  it('decoding returns the encoded entry, with U+FFFD for half a character', () => {
    const { crc, ...entry } = { crc: '', ...decodeLine(encode().subarray(0, -1)) };
    expect(entry).to.deep.equal({ ...stamp, ...changeWith('\ufffd') });
    expect(crc).to.match(/^[0-9a-f]{8}$/);
  });

  it('an entry is one line of JSON that any tool can read', () => {
    const text = encode().toString();
    expect(text.indexOf('\n')).to.equal(text.length - 1);
    expect(JSON.parse(text)).to.include({ n: 17, kind: 'location' });
  });

  it('the author and the previous values follow the change, and an entry without them has the same bytes as before', () => {
    const by = { type: 'configuration' } as const;
    const [plain, named, both] = [{}, { by }, { by, was: { name: 'x' } }].map((more) =>
      encodeLine(stamp, { kind: 'group-removed', v: { id: 'g' }, ...more }).toString(),
    );
    expect(plain).to.match(/"v":\{"id":"g"\},"crc":"[0-9a-f]{8}"\}\n$/);
    expect(named).to.include('"v":{"id":"g"},"by":{"type":"configuration"},"crc":"');
    expect(both).to.include('"by":{"type":"configuration"},"was":{"name":"x"},"crc":"');
    expect(decodeLine(Buffer.from((both ?? '').trimEnd()))).to.deep.include({ by, was: { name: 'x' } });
  });

  it('a line with any single changed byte is rejected', () => {
    const good = encode().subarray(0, -1);
    for (let index = 0; index < good.length; index++) {
      for (const flip of [0x01, 0x20, 0x80]) {
        const bad = Buffer.from(good);
        bad[index] = (bad[index] ?? 0) ^ flip;
        expect(decodeLine(bad), `byte ${index}`).to.equal(undefined);
      }
    }
  });

  it('a truncated line is rejected', () => {
    const good = encode().subarray(0, -1);
    for (let length = 0; length < good.length; length++)
      expect(decodeLine(good.subarray(0, length))).to.equal(undefined);
  });
});

describe('the lines of a write', () => {
  /** `bytes`: at least as many in all lines; characters of one to four bytes */
  function entriesOf(bytes: number): Entry[] {
    const warningTexts = ['áé😀€\n'.repeat(500)];
    const { length } = encodeLine(stamp, locationOf('bus-7', { ...fixAt(1), warningTexts }));
    return Array.from({ length: Math.ceil(bytes / length) }, (_, at) => ({
      ...stamp,
      n: 17 + at,
      // Two batches, and single entries.
      ...(at % 5 < 3 ? {} : { end: 90 + (at % 5) }),
      ...locationOf(`bus-${at % 3}`, { ...fixAt(at + 1), warningTexts }),
    }));
  }

  it('each line of a write is that of its entry alone, in a small write and in one of several MB', () => {
    const encode = createLineEncoder();
    for (const size of [1, 300_000, 1_500_000, 3_000_000, 300_000, 1]) {
      const entries = entriesOf(size);
      const expected = entries.map(({ kind, v, ...own }) => encodeLine(own, { kind, v }));
      const { bytes, lengths } = encode(entries);
      expect(bytes.equals(Buffer.concat(expected)), `${size} bytes`).to.equal(true);
      expect(lengths).to.deep.equal(expected.map(({ length }) => length));
    }
  });
});
