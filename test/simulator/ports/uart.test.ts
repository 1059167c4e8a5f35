import { expect } from 'chai';
import fc from 'fast-check';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { transmitMs, sampledAt } from '../../../src/simulator/ports/uart.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';

const rates = [4_800, 9_600, 19_200, 38_400, 57_600, 115_200] as const;
const rate = fc.constantFrom(...rates);
const epoch = Buffer.from(nmeaEpoch(createVehicle({ seed: 1 }).fixAt(Date.UTC(2026, 10, 21, 8))));

describe('UART at a rate of its own', () => {
  it('hears what was sent when the rates are within 4 % of each other', () => {
    const offset = fc.double({ min: -0.04, max: 0.04, noNaN: true });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), rate, offset, (bytes, sent, off) => {
        expect(sampledAt(bytes, sent, sent * (1 + off))).to.deep.equal(Uint8Array.from(bytes));
      }),
      { seed: 20_261_121 },
    );
  });

  it('hears garbage in place of sentences at any other usual rate', () => {
    for (const sent of rates) {
      for (const read of rates) {
        const received = Buffer.from(sampledAt(epoch, sent, read)).toString('latin1');
        if (sent === read) expect(received).to.equal(epoch.toString());
        else expect(received).to.not.match(/\$G[A-Z]{4},|\r\n/);
      }
    }
  });

  it('hears about as many bytes more as it is faster, and fewer when it is slower', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), rate, rate, (bytes, sent, read) => {
        expect(sampledAt(bytes, sent, read).length).to.be.at.most(
          Math.ceil((transmitMs(bytes.length, sent) + transmitMs(1, read)) / transmitMs(0.95, read)),
        );
      }),
      { seed: 20_261_121 },
    );
  });

  it('takes at twice the rate every bit for two', () => {
    // 0x00 is low for nine bits, eighteen of the reader: a byte of zeros whose stop bit is missing, and then no fall.
    expect([...sampledAt(Uint8Array.of(0x00), 4_800, 9_600)]).to.deep.equal([0x00]);
    // 0x55 is 0101010101 with start and stop, so 0 01100110 0 to the reader; then 0 0110011, and the line idle.
    expect([...sampledAt(Uint8Array.of(0x55), 4_800, 9_600)]).to.deep.equal([0x66, 0xe6]);
  });

  it('says how long bytes take: ten bits each', () => {
    expect(transmitMs(960, 9_600)).to.equal(1_000);
  });
});
