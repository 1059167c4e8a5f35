import { expect } from 'chai';
import type { Entry } from '../../src/schema/entry.js';
import { decodeLine, encodeLine } from '../../src/store/log/entry-codec.js';
import { jsonMembers, jsonValue } from '../../src/store/state/json-members.js';
import { parseStored } from '../../src/store/stored-json.js';

const STAMP = { n: 7, at: '2026-11-26T08:00:00.000Z', boot: 'abcdefgh', up: 1 };
const HALVES = { 'a\udc00': 'Bus \ud83d', list: ['\ude00\ud83d'] };
const MENDED = { 'a\ufffd': 'Bus \ufffd', list: ['\ufffd\ufffd'] };

describe('texts of earlier versions that have half a character', () => {
  it('entries are read with U+FFFD in its place', () => {
    const line = encodeLine(STAMP, { kind: 'of-another-version', v: HALVES }).subarray(0, -1);
    expect(line.toString()).to.contain('\\ud83d');
    expect((decodeLine(line) as unknown as Pick<Entry, 'v'>).v).to.deep.equal(MENDED);
  });

  it('a snapshot is read with U+FFFD in its place, in names and in values', () => {
    const bytes = Buffer.from(JSON.stringify({ '\ud83d': HALVES }));
    const members = [...jsonMembers(bytes)].map((one) => [one.name, jsonValue(bytes, one)]);
    expect(members).to.deep.equal([['\ufffd', MENDED]]);
  });

  it('whole characters, written as pairs of escapes too, and texts that only look like escapes stay', () => {
    for (const text of ['😀', 'C:\\udata', '\\ud83d', '\\\\ud83d', 'x\\', '\ufffd'])
      expect(parseStored(JSON.stringify({ text })), text).to.deep.equal({ text });
    expect(parseStored('"\\ud83d\\ude00 \\uD83D\\uDE00 \\ud83d\\ud83d\\ude00"')).to.equal('😀 😀 \ufffd😀');
    expect(parseStored('"\\\\\\ud83d"')).to.equal('\\\ufffd');
  });
});
