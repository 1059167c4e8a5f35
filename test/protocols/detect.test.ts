import { expect } from 'chai';
import { createDetector, isCertain, isLikely, type Evidence } from '../../src/protocols/detect.js';
import { protocols } from '../../src/protocols/index.js';
import { jsonLine } from '../../src/simulator/json/line.js';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { imei, queclinkReport } from '../../src/simulator/queclink/frames.js';
import { navPvt } from '../../src/simulator/ubx/packets.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { aisSentences } from '../../src/simulator/ais/sentences.js';
import { classA } from '../support/ais-messages.js';
import { aprsFrames } from '../support/aprs.js';
import { bytes } from '../support/framing.js';
import { meshFrames } from '../support/mesh.js';
import { fix, hello } from '../support/wpt.js';

const vehicle = createVehicle({ seed: 5 });
const START = Date.UTC(2026, 10, 21, 10);
const seconds = [0, 1, 2].map((second) => START + 1000 * second);
const epochs = seconds.map((at) => nmeaEpoch(vehicle.fixAt(at))).join('');
const packets = seconds.map((at) => navPvt(vehicle.fixAt(at)).toString('latin1')).join('');
const fri = { message: 'FRI', deviceId: imei('86000000', 1) } as const;

const samples = {
  nmea0183: epochs,
  ais: aisSentences(classA()).repeat(3),
  json: seconds
    .map((at) => jsonLine({ id: at, deviceId: 'van', location: vehicle.fixAt(at) }, { checked: false }))
    .join(''),
  wpt: hello() + fix(1) + fix(2),
  meshtastic: meshFrames.join(''),
  aprs: aprsFrames.join(''),
  queclink: seconds.map((at, count) => queclinkReport({ ...fri, fix: vehicle.fixAt(at), count })).join(''),
  ubx: packets,
};

function ranking(...texts: readonly string[]): Evidence[] {
  const detector = createDetector(Object.values(protocols));
  for (const text of texts) detector.push(bytes(text));
  return detector.ranking();
}
const names = (ranked: readonly Evidence[]): string[] => ranked.map(({ protocol }) => protocol.name);

describe('what is spoken', () => {
  for (const [name, text] of Object.entries(samples)) {
    it(`is ${name} and nothing else when that alone is heard`, () => {
      const ranked = ranking(text);
      expect(names(ranked)).to.deep.equal([name]);
      expect(ranked[0]?.frames).to.be.at.least(3);
      expect(ranked[0]?.share).to.be.within(0.8, 1);
      expect(ranked.every(isLikely)).to.equal(true);
    });
  }

  it('is nothing when nothing is heard, or only what no protocol says', () => {
    expect(ranking()).to.deep.equal([]);
    expect(ranking('\0\xff\x80garbage\r\n', '$GPRMC,without,sum\r\n', '{"id":1}\n', 'AT\r\nOK\r\n')).to.deep.equal([]);
  });

  it('is what waits for an answer, though a receiver on the same line says more', () => {
    expect(names(ranking(epochs, fix(1), epochs, fix(2)))).to.deep.equal(['wpt', 'nmea0183']);
  });

  it('is what says more, where nobody waits for an answer', () => {
    const ship = aisSentences(classA());
    expect(names(ranking(epochs, ship, epochs))).to.deep.equal(['nmea0183', 'ais']);
    expect(names(ranking(ship.repeat(30), epochs))).to.deep.equal(['ais', 'nmea0183']);
  });

  it('is UBX of a receiver that says the same in sentences, though these are longer', () => {
    expect(names(ranking(epochs, packets))).to.deep.equal(['ubx', 'nmea0183']);
    expect(ranking(epochs, packets)[0]).to.satisfy(isLikely);
    const ship = aisSentences(classA()).repeat(90);
    expect(names(ranking(ship, packets, epochs))).to.deep.equal(['ais', 'ubx', 'nmea0183']);
  });

  it('is certain after three frames of a tracker that waits for an answer, and never of a receiver', () => {
    expect(ranking(samples.wpt).every(isCertain)).to.equal(true);
    expect(ranking(hello() + fix(1)).some(isCertain)).to.equal(false);
    expect(ranking(epochs).some(isCertain)).to.equal(false);
  });

  it('is not likely for one frame in much that is no frame', () => {
    expect(ranking('x'.repeat(10_000), '\n', hello()).some(isLikely)).to.equal(false);
    expect(ranking(hello()).some(isLikely)).to.equal(true);
  });
});
