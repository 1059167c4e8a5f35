import { expect } from 'chai';
import { createDetector, isCertain, isLikely, type Evidence } from '../../src/protocols/detect.js';
import { protocols } from '../../src/protocols/index.js';
import { PROTOCOL_NAMES } from '../support/protocols/protocol-names.js';
import { isForPorts, protocolChoices, resolveProtocols } from '../../src/protocols/lookup.js';
import { jsonLine } from '../../src/simulator/json/line.js';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { navPvt } from '../../src/simulator/ubx/packets.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { aisSentences } from '../../src/simulator/ais/sentences.js';
import { classA } from '../support/protocols/ais-messages.js';
import { bytes } from '../support/protocols/framing.js';
import { samples } from '../support/protocols/protocol-samples.js';
import { fix, hello } from '../support/protocols/wpt.js';

const vehicle = createVehicle({ seed: 5 });
const START = Date.UTC(2026, 10, 21, 10);
const instants = [0, 1, 2].map((second) => START + 1000 * second);
const epochs = instants.map((instant) => nmeaEpoch(vehicle.fixAt(instant))).join('');
const packets = instants.map((instant) => navPvt(vehicle.fixAt(instant)).toString('latin1')).join('');

function ranking(...texts: readonly string[]): Evidence[] {
  const detector = createDetector(Object.values(protocols));
  for (const text of texts) detector.push(bytes(text));
  return detector.ranking();
}
const names = (ranked: readonly Evidence[]): string[] => ranked.map(({ protocol }) => protocol.name);

describe('protocol detection', () => {
  const detectable = PROTOCOL_NAMES.filter((name) => isForPorts(protocols[name]));
  for (const name of detectable) {
    it(`a port with samples of ${name} is likely ${name} and nothing else`, () => {
      const { first = '', frames } = samples[name];
      const ranked = ranking(first + frames.join(''));
      expect(names(ranked)).to.deep.equal([name]);
      expect(ranked[0]?.frames).to.be.at.least(3);
      expect(ranked[0]?.share).to.be.within(0.8, 1);
      expect(ranked.every(isLikely)).to.equal(true);
    });
  }

  it('a protocol for listeners is never detected on a port', () => {
    for (const name of PROTOCOL_NAMES.filter((name) => !detectable.includes(name))) {
      const { first = '', frames } = samples[name];
      expect(ranking(first + frames.join(''))).to.deep.equal([]);
      expect(resolveProtocols(name, protocols)).to.equal(undefined);
      expect(resolveProtocols('auto', protocols)).to.not.include(protocols[name]);
      expect(protocolChoices(protocols)).to.not.include(name);
    }
  });

  it('JSON lines without a checksum are likely json and nothing else', () => {
    const line = (id: number): string =>
      jsonLine({ id, deviceId: 'van', location: vehicle.fixAt(id) }, { checked: false });
    const ranked = ranking(instants.map(line).join(''));
    expect(names(ranked)).to.deep.equal(['json']);
    expect(ranked[0]?.frames).to.be.at.least(3);
    expect(ranked[0]?.share).to.be.within(0.8, 1);
    expect(ranked.every(isLikely)).to.equal(true);
  });

  it('no protocol is found without input or in input that no protocol produces', () => {
    expect(ranking()).to.deep.equal([]);
    expect(ranking('\0\xff\x80garbage\r\n', '$GPRMC,without,sum\r\n', '{"id":1}\n', 'AT\r\nOK\r\n')).to.deep.equal([]);
  });

  it('a protocol with acknowledgements ranks before a receiver that sends more on the same port', () => {
    expect(names(ranking(epochs, fix(1), epochs, fix(2)))).to.deep.equal(['wpt', 'nmea0183']);
  });

  it('AIS ranks before the longer NMEA sentences of the same receiver, unless it is a single frame', () => {
    const ship = aisSentences(classA());
    expect(names(ranking(epochs, ship, epochs))).to.deep.equal(['nmea0183', 'ais']);
    expect(names(ranking(epochs, ship, ship, epochs))).to.deep.equal(['ais', 'nmea0183']);
    expect(names(ranking(ship.repeat(30), epochs))).to.deep.equal(['ais', 'nmea0183']);
  });

  it('UBX ranks before the longer NMEA sentences of the same receiver', () => {
    expect(names(ranking(epochs, packets))).to.deep.equal(['ubx', 'nmea0183']);
    expect(ranking(epochs, packets)[0]).to.satisfy(isLikely);
    const ship = aisSentences(classA()).repeat(90);
    expect(names(ranking(ship, packets, epochs))).to.deep.equal(['ais', 'ubx', 'nmea0183']);
  });

  it('three frames of a tracker that waits for acknowledgements are certain, those of a receiver never are', () => {
    expect(ranking(hello() + fix(1) + fix(2)).every(isCertain)).to.equal(true);
    expect(ranking(hello() + fix(1)).some(isCertain)).to.equal(false);
    expect(ranking(epochs).some(isCertain)).to.equal(false);
  });

  it('a single frame in much noise is not likely', () => {
    expect(ranking('x'.repeat(10_000), '\n', hello()).some(isLikely)).to.equal(false);
    expect(ranking(hello()).some(isLikely)).to.equal(true);
  });
});
