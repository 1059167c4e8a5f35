import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_SEGMENTS, segmentsOf } from '../../../../src/channels/sms/pdu/segments.js';
import { septetsOf } from '../../../../src/channels/sms/pdu/alphabet.js';
import { smsTexts } from '../../../support/channels/sms-texts.js';

const seed = 20_261_121;

/** Coding and lengths, or the refusal. */
function shapeOf(text: string): string {
  const segmented = segmentsOf(text);
  if (!segmented.ok) return 'refused';
  const { coding, segments } = segmented.value;
  return [coding, ...segments.map(({ length }) => length)].join(' ');
}

const widthOf = (segment: string): number =>
  Array.from(segment).reduce((sum, character) => sum + (septetsOf(character)?.length ?? 0), 0);

describe('segmentsOf', () => {
  it('a single segment has 160 characters of the GSM alphabet, each of several has 153', () => {
    expect(shapeOf('a'.repeat(160))).to.equal('gsm7 160');
    expect(shapeOf('a'.repeat(161))).to.equal('gsm7 153 8');
    expect(shapeOf('a'.repeat(306))).to.equal('gsm7 153 153');
    expect(shapeOf('a'.repeat(307))).to.equal('gsm7 153 153 1');
  });

  it('a single segment has 70 characters of any other alphabet, each of several has 67', () => {
    expect(shapeOf('Ж'.repeat(70))).to.equal('ucs2 70');
    expect(shapeOf('Ж'.repeat(71))).to.equal('ucs2 67 4');
    expect(shapeOf('Ж'.repeat(134))).to.equal('ucs2 67 67');
    expect(shapeOf('Ж'.repeat(135))).to.equal('ucs2 67 67 1');
  });

  it('a character with an escape counts twice and is not split', () => {
    expect(shapeOf('€'.repeat(80))).to.equal('gsm7 80');
    expect(shapeOf('€'.repeat(81))).to.equal('gsm7 76 5');
    expect(shapeOf(`${'a'.repeat(152)}€${'a'.repeat(10)}`)).to.equal('gsm7 152 11');
  });

  it('a surrogate pair is not split', () => {
    expect(shapeOf('😀'.repeat(35))).to.equal('ucs2 70');
    expect(shapeOf('😀'.repeat(36))).to.equal('ucs2 66 6');
    expect(shapeOf(`${'a'.repeat(66)}😀${'a'.repeat(10)}`)).to.equal('ucs2 66 12');
  });

  it('a text of more than ten segments is refused, however long it is', () => {
    expect(shapeOf('a'.repeat(1_530))).to.match(/^gsm7( 153){10}$/);
    expect(shapeOf('Ж'.repeat(670))).to.match(/^ucs2( 67){10}$/);
    for (const text of [
      'a'.repeat(1_531),
      'Ж'.repeat(671),
      '€'.repeat(766),
      '😀'.repeat(331),
      'a'.repeat(10_000_000),
    ]) {
      expect(shapeOf(text)).to.equal('refused');
    }
  });

  it('an empty text is one empty segment', () => {
    expect(segmentsOf('')).to.deep.equal({ ok: true, value: { coding: 'gsm7', segments: [''] } });
  });

  it('the joined segments are the text, and each segment fits, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(smsTexts, fc.string({ unit: 'binary', maxLength: 800 })), (text) => {
        const segmented = segmentsOf(text);
        if (!segmented.ok) return text.length > 660;
        const { coding, segments } = segmented.value;
        const most = { gsm7: [160, 153], ucs2: [70, 67] }[coding][segments.length > 1 ? 1 : 0] ?? 0;
        const fits = (segment: string): boolean => (coding === 'gsm7' ? widthOf(segment) : segment.length) <= most;
        return (
          segments.join('') === text &&
          segments.length <= MAX_SEGMENTS &&
          segments.every((segment) => fits(segment) && (segments.length === 1 || segment !== '')) &&
          segments.every((segment) => !/^[\udc00-\udfff]/.test(segment))
        );
      }),
      { seed, numRuns: 2_000 },
    );
  });
});
