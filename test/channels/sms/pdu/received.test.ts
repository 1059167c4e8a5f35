import { expect } from 'chai';
import fc from 'fast-check';
import { decodeReceived } from '../../../../src/channels/sms/pdu/received.js';
import { valueOf } from '../../../../src/errors.js';
import { writeStatusReport } from '../../../../src/simulator/modem/sms-pdu.js';

const seed = 20_261_121;
/** From +34600123456, without the number of a message center. */
const deliver = (scheme: string, data: string, first = '04'): string =>
  `00${first}0B914306103254F600${scheme}62111212000040${data}`;

describe('decodeReceived', () => {
  it('a DELIVER is an SMS with sender, time and text', () => {
    expect(valueOf(decodeReceived(deliver('00', '0AE8329BFD4697D9EC37')))).to.deep.equal({
      type: 'deliver',
      from: '+34600123456',
      sentAt: '2026-11-21T21:00:00+01:00',
      text: 'hellohello',
    });
  });

  it('an SMS in UCS-2 has only whole characters', () => {
    expect(valueOf(decodeReceived(deliver('08', '060416D83DDE00')))).to.include({ text: 'Ж😀' });
    expect(valueOf(decodeReceived(deliver('08', '03041600')))).to.include({ text: 'Ж' });
  });

  it('a sender may be a name', () => {
    expect(valueOf(decodeReceived('00040BD0CDFCB43D1F3B0000621112120000400141'))).to.include({ from: 'MySmsc' });
  });

  it('a part has a reference of one or two octets', () => {
    const one = deliver('08', '080500032A03020416', '44');
    const two = deliver('08', '0906080401020302'.concat('0416'), '44');
    expect(valueOf(decodeReceived(one))).to.deep.include({
      concatenation: { reference: 42, parts: 3, part: 2 },
      text: 'Ж',
    });
    expect(valueOf(decodeReceived(two))).to.deep.include({
      concatenation: { reference: 258, parts: 3, part: 2 },
      text: 'Ж',
    });
  });

  it('a STATUS-REPORT has the fate of an SMS', () => {
    const fates = [0x00, 0x02, 0x20, 0x30, 0x41, 0x63].map((status) =>
      valueOf(decodeReceived(writeStatusReport(17, '+34600123456', status).pdu)),
    );
    expect(fates[0]).to.deep.equal({
      type: 'status-report',
      reference: 17,
      to: '+34600123456',
      fate: 'delivered',
      status: 0,
      reportedAt: '2026-11-21T21:00:00+00:00',
    });
    expect(fates.map((report) => 'fate' in report && report.fate)).to.deep.equal([
      'delivered',
      'delivered',
      'trying',
      'trying',
      'failed',
      'failed',
    ]);
  });

  it('a PDU that is truncated anywhere, or of another kind, is refused', () => {
    const whole = [deliver('00', '0AE8329BFD4697D9EC37'), writeStatusReport(1, '600123456', 0).pdu];
    for (const pdu of whole) {
      for (let length = 0; length < pdu.length; length += 1) {
        expect(decodeReceived(pdu.slice(0, length)), pdu.slice(0, length)).to.include({ ok: false });
      }
    }
    for (const pdu of ['zz', '0011000B914306103254F60000A700', deliver('04', '0141'), '00'.repeat(300)]) {
      expect(decodeReceived(pdu)).to.include({ ok: false, code: 'validation_failed' });
    }
  });

  it('any input yields a value or a failure with a message', () => {
    const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789ABCDEF')), maxLength: 420 });
    const damaged = fc
      .tuple(fc.nat(60), fc.constantFrom(...Array.from('0123456789ABCDEF')))
      .map(([at, digit]) =>
        deliver('00', '0AE8329BFD4697D9EC37', '44').replace(/./g, (old, index) => (index === at ? digit : old)),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          digits,
          damaged,
          digits.map((rest) => `00${rest}`),
          fc.string(),
        ),
        (hex) => {
          const received = decodeReceived(hex);
          return received.ok ? 'type' in received.value : received.message !== '';
        },
      ),
      { seed, numRuns: 5_000 },
    );
  });
});
