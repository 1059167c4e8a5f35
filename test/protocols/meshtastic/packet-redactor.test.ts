import { expect } from 'chai';
import { createPacketRedactor } from '../../../src/protocols/meshtastic/packet-redactor.js';
import { encodeWantConfig, encodeHeartbeat } from '../../../src/protocols/meshtastic/to-radio.js';
import {
  bytesField,
  meshFrame,
  meshPosition,
  varintField,
  stringField,
} from '../../../src/simulator/meshtastic/packets.js';
import { bytes, chunksOf } from '../../support/framing.js';
import { fixOf, latin1, packet } from '../../support/mesh.js';
import { createMeshKind, createMeshLine } from '../../support/mesh-line.js';

const secret = 'c4n4ry\n\x94\xc3c4n4ry';
const position = packet(0xa5c00001, 1, 3, meshPosition(fixOf(0)));
const channel = latin1(meshFrame(bytesField(10, bytesField(2, stringField(2, secret)))));
const admin = packet(0xa5c00001, 2, 6, stringField(2, secret));
const masked = (frame: string): string => frame.slice(0, 4) + '*'.repeat(frame.length - 4);

describe('what is written down of a line on which Meshtastic is spoken', () => {
  const redact = (text: string, size = 4096, redactor = createPacketRedactor()): string => {
    const redacted = chunksOf(bytes(text), [size]).map((part) => redactor.push('in', part));
    return latin1(Buffer.concat([...redacted, redactor.flush('in')]));
  };

  it('is packets as they are, and of the configuration how long it is', () => {
    for (const size of [4096, 7, 1]) {
      expect(redact(position + channel + admin + position, size)).to.equal(
        position + masked(channel) + masked(admin) + position,
      );
    }
  });

  it('has nothing of a key whose frame is damaged anywhere', () => {
    for (let at = 0; at < channel.length; at += 1) {
      for (const end of [at, at + 1]) {
        for (const replacement of ['', '\x94', 'x']) {
          const damaged = channel.slice(0, at) + replacement + channel.slice(end);
          expect(redact(position + damaged + position), `${at}`).to.not.match(/c4n|4n4|n4r|4ry/);
        }
      }
    }
  });

  it('has nothing of a key that comes after the question for it, whatever came before', () => {
    const redactor = createPacketRedactor();
    expect(latin1(redactor.push('out', encodeWantConfig(77)))).to.equal(latin1(encodeWantConfig(77)));
    expect(latin1(redactor.push('out', encodeHeartbeat()))).to.equal(latin1(encodeHeartbeat()));
    expect(redact(channel.slice(1), 5, redactor)).to.match(/^\*+$/);
  });

  it('has nothing of what the node is told beyond questions', () => {
    const redactor = createPacketRedactor();
    const told = latin1(meshFrame(bytesField(1, [...varintField(3, 1), ...stringField(4, secret)])));
    expect(latin1(redactor.push('out', bytes(told)))).to.equal(masked(told));
  });

  it('has nothing of what a node is set to, nor of the key of the conversation, both ways', () => {
    for (const size of [4096, 3]) {
      const redactor = createPacketRedactor();
      const written: string[] = [];
      const passing = (direction: 'in' | 'out') => (passed: Uint8Array) => {
        const parts = chunksOf(passed, [size]).map((part) => latin1(redactor.push(direction, part)));
        const asWas = latin1(passed);
        if (/^\x94\xc3..(?:\x0a|\x12.{11,14}\x08[\x05\x06])/s.test(asWas)) written.push(parts.join(''), masked(asWas));
        else plain.push(parts.join(''));
        return [passed];
      };
      const plain: string[] = [];
      const line = createMeshLine({}, createMeshKind({ toNode: passing('out'), fromNode: passing('in') }));
      line.identify();
      line.read();
      expect(line.write({ longName: 'c4n4ry', gpsMode: 2 }).ok).to.equal(true);
      // Twice two parts asked, both set, begun and kept, each with its answer.
      expect(written).to.have.length(2 * 2 * 8);
      for (let at = 0; at < written.length; at += 2) expect(written[at]).to.equal(written[at + 1]);
      expect(plain.join('')).to.not.match(/not-a-/);
    }
  });

  it('is everything where another protocol is spoken, also when a frame came by chance long before', () => {
    const nmea = '$GPRMC,101500,A,5250.5000,N\r\n';
    expect(redact(nmea + '\x94\xc3\x94')).to.equal(nmea + '\x94\xc3\x94');
    const redactor = createPacketRedactor();
    redact(position, 4096, redactor);
    expect(redact('x'.repeat(70_000), 4096, redactor)).to.match(/^\*+x{4000,}$/);
  });
});
