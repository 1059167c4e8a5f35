import { expect } from 'chai';
import fc from 'fast-check';
import { encodeSubmits, type SmsText } from '../../../../src/channels/sms/pdu/submit.js';
import { readSubmit } from '../../../../src/simulator/modem/sms-pdu.js';
import { valueOf } from '../../../../src/errors.js';
import { smsTexts } from '../../../support/channels/sms-texts.js';

const seed = 20_261_121;
const plain: SmsText = { to: '+34600123456', text: 'hello', reference: 7, wantsReport: false };
const numbers = fc.oneof(fc.stringMatching(/^\+[1-9]\d{2,14}$/), fc.stringMatching(/^[\d*#]{3,20}$/));

describe('encodeSubmits', () => {
  it('a short text is encoded as in the standard', () => {
    const [submit] = valueOf(encodeSubmits({ ...plain, text: 'hellohello' }));
    expect(submit).to.deep.equal({ pdu: '0011000B914306103254F60000A70AE8329BFD4697D9EC37', octets: 23 });
  });

  it('the type of number follows from the leading +', () => {
    expect(valueOf(encodeSubmits({ ...plain, to: '+999' }))[0]?.pdu.slice(6, 14)).to.equal('039199F9');
    expect(valueOf(encodeSubmits({ ...plain, to: '600123456' }))[0]?.pdu.slice(6, 20)).to.equal(
      '0981061032'.concat('54F6'),
    );
  });

  it('an invalid number is refused', () => {
    for (const to of [
      '',
      '+',
      '12',
      '+34 600 123 456',
      '+0034600',
      '6001a3456',
      '1'.repeat(21),
      `+${'1'.repeat(16)}`,
      '6\n0',
    ]) {
      expect(encodeSubmits({ ...plain, to })).to.include({ ok: false, code: 'validation_failed' });
    }
  });

  it('a report is requested only if wanted', () => {
    const submits = [true, false].map((wantsReport) =>
      readSubmit(valueOf(encodeSubmits({ ...plain, wantsReport }))[0]?.pdu ?? ''),
    );
    expect(submits.map((sms) => sms?.wantsReport)).to.deep.equal([true, false]);
  });

  it('every part has its number and the number of parts', () => {
    const submits = valueOf(encodeSubmits({ ...plain, text: 'x'.repeat(400), reference: 255 }));
    expect(submits.map(({ pdu }) => readSubmit(pdu)?.part)).to.deep.equal([
      [255, 3, 1],
      [255, 3, 2],
      [255, 3, 3],
    ]);
  });

  it('another decoder reads the same text and number, for any text and number', () => {
    fc.assert(
      fc.property(smsTexts, numbers, fc.integer({ min: 0, max: 255 }), (text, to, reference) => {
        const submits = valueOf(encodeSubmits({ to, text, reference, wantsReport: true }));
        const read = submits.map(({ pdu }) => readSubmit(pdu));
        expect(read.map((sms) => sms?.text).join('')).to.equal(text);
        expect(read.map((sms) => sms?.octets)).to.deep.equal(submits.map(({ octets }) => octets));
        for (const sms of read) expect(sms?.to).to.equal(to);
        // the maximum that modems accept: 12 octets before the length, the length, 140 octets
        for (const { octets } of submits) expect(octets).to.be.at.most(12 + 1 + 4 + 140);
      }),
      { seed, numRuns: 1_000 },
    );
  });
});
