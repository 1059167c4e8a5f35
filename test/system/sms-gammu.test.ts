import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import fc from 'fast-check';
import { segmentsOf, type Segmented } from '../../src/channels/sms/pdu/segments.js';
import { encodeSubmits } from '../../src/channels/sms/pdu/submit.js';
import { valueOf } from '../../src/errors.js';
import { createTally } from '../corpus/corpus.js';
import { smsTexts } from '../support/channels/sms-texts.js';

const seed = 20_261_121;
const count = 10_000;

/**
 * gammu's encoding of each text, and its decoding of each of our PDUs. Bytes after a NUL are left over in gammu's buffer.
 * The module of Debian needs Debian's own python.
 */
const script = `
import gammu, json, sys
for line in sys.stdin:
    text, pdus = json.loads(line)
    entry = {'ID': 'ConcatenatedAutoTextLong', 'Buffer': text}
    parts = gammu.EncodeSMS({'Class': -1, 'Unicode': False, 'Entries': [entry]})
    read = [gammu.DecodePDU(bytes.fromhex(pdu), False) for pdu in pdus]
    print(json.dumps([
        ['ucs2' if part['Coding'].startswith('Unicode') else 'gsm7' for part in parts],
        [part['Text'] for part in parts],
        [[sms['Number'], sms['Text'].split(chr(0))[0], sms['UDH']['ID8bit'], sms['UDH']['PartNumber'], sms['UDH']['AllParts']] for sms in read],
    ]))
`;

type Read = readonly [number: string, text: string, reference: number, part: number, parts: number];
type Judged = readonly [codings: readonly string[], segments: readonly string[], read: readonly Read[]];

function judge(texts: readonly string[], pdus: readonly (readonly string[])[]): Judged[] {
  const input = texts.map((text, place) => `${JSON.stringify([text, pdus[place]])}\n`).join('');
  const output = execFileSync('/usr/bin/python3', ['-c', script], { input, maxBuffer: 256 * 1_048_576 });
  return output
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Judged);
}

describe('the SMS encoding, compared with gammu', () => {
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('texts have the same segments and content as with gammu, and gammu decodes them unchanged', () => {
    const texts = fc.sample(smsTexts, { seed, numRuns: count }).filter((text) => segmentsOf(text).ok);
    const segmented: Segmented[] = texts.map((text) => valueOf(segmentsOf(text)));
    const to = '+34600123456';
    const pdus = texts.map((text, place) =>
      // gammu expects a PDU without the octet of the message center
      valueOf(encodeSubmits({ to, text, reference: place % 256, wantsReport: true })).map(({ pdu }) => pdu.slice(2)),
    );
    const judged = judge(texts, pdus);
    expect(judged).to.have.length(texts.length);
    judged.forEach(([codings, segments, read], place) => {
      const own = segmented[place];
      expect(segments, JSON.stringify(texts[place])).to.deep.equal(own?.segments);
      for (const coding of codings) expect(coding).to.equal(own?.coding);
      const several = segments.length > 1;
      tally.add('texts');
      tally.add('segments', segments.length);
      // gammu decodes a tilde in UCS-2 as two.
      if (own?.coding === 'ucs2' && texts[place]?.includes('~') === true) return;
      expect(read).to.deep.equal(
        segments.map((segment, at) =>
          several
            ? [to, segment, place % 256, at + 1, segments.length]
            : [to, segment, read[0]?.[2], read[0]?.[3], read[0]?.[4]],
        ),
      );
      tally.add('texts read back');
    });
    expect(texts.length).to.be.above(count * 0.9);
  });
});
