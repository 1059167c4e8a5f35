import { expect } from 'chai';
import { decodeLine, encodeLine } from '../../../src/store/log/entry-codec.js';
import { fixAt, locationOf } from '../../support/store/records.js';

const stamp = { n: 17, at: '2026-11-21T08:22:34.512Z', boot: 'k3f9', up: 48_211 };
const change = locationOf('bus-7', { ...fixAt(1), warningTexts: ['línea, "entre" comillas\n', '\ud800'] });
const encode = (): Buffer => encodeLine(stamp, change);

describe('a line of the log', () => {
  it('decoding returns the encoded entry', () => {
    const { crc, ...entry } = { crc: '', ...decodeLine(encode().subarray(0, -1)) };
    expect(entry).to.deep.equal({ ...stamp, ...change });
    expect(crc).to.match(/^[0-9a-f]{8}$/);
  });

  it('an entry is one line of JSON that any tool can read', () => {
    const text = encode().toString();
    expect(text.indexOf('\n')).to.equal(text.length - 1);
    expect(JSON.parse(text)).to.include({ n: 17, kind: 'location' });
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
