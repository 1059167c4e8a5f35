import { expect } from 'chai';
import fc from 'fast-check';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { transmitMs, sampledAt } from '../../../src/simulator/ports/uart.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';

const rates = [4_800, 9_600, 19_200, 38_400, 57_600, 115_200] as const;
const rate = fc.constantFrom(...rates);
const epoch = Buffer.from(nmeaEpoch(createVehicle({ seed: 1 }).fixAt(Date.UTC(2026, 10, 21, 8))));

describe('sampledAt and transmitMs', () => {
  it('the sent bytes are received if the rates differ by at most 4 %', () => {
    const offset = fc.double({ min: -0.04, max: 0.04, noNaN: true });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), rate, offset, (bytes, sent, off) => {
        expect(sampledAt(bytes, sent, sent * (1 + off))).to.deep.equal(Uint8Array.from(bytes));
      }),
      { seed: 20_261_121 },
    );
  });

  it('no sentence is received at any other common rate', () => {
    for (const sent of rates) {
      for (const read of rates) {
        const received = Buffer.from(sampledAt(epoch, sent, read)).toString('latin1');
        if (sent === read) expect(received).to.equal(epoch.toString());
        else expect(received).to.not.match(/\$G[A-Z]{4},|\r\n/);
      }
    }
  });

  it('the number of received bytes is limited by the ratio of the rates', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), rate, rate, (bytes, sent, read) => {
        expect(sampledAt(bytes, sent, read).length).to.be.at.most(
          Math.ceil((transmitMs(bytes.length, sent) + transmitMs(1, read)) / transmitMs(0.95, read)),
        );
      }),
      { seed: 20_261_121 },
    );
  });

  it('each bit is sampled twice at twice the rate', () => {
    // 0x00 is low for nine bits, which are eighteen of the reader: one zero byte without a stop bit, then no falling edge.
    expect([...sampledAt(Uint8Array.of(0x00), 4_800, 9_600)]).to.deep.equal([0x00]);
    // 0x55 is 0101010101 with start and stop bit: the reader samples 0 01100110 0, then 0 0110011 and the idle line.
    expect([...sampledAt(Uint8Array.of(0x55), 4_800, 9_600)]).to.deep.equal([0x66, 0xe6]);
  });

  it('a byte takes ten bits', () => {
    expect(transmitMs(960, 9_600)).to.equal(1_000);
  });
});
