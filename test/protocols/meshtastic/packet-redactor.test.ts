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
import { bytes, chunksOf } from '../../support/protocols/framing.js';
import { fixOf, latin1, packet } from '../../support/protocols/mesh.js';
import { createMeshKind, createMeshLine } from '../../support/protocols/mesh-line.js';

const secret = 'c4n4ry\n\x94\xc3c4n4ry';
const position = packet(0xa5c00001, 1, 3, meshPosition(fixOf(0)));
const channel = latin1(meshFrame(bytesField(10, bytesField(2, stringField(2, secret)))));
const admin = packet(0xa5c00001, 2, 6, stringField(2, secret));
const masked = (frame: string): string => frame.slice(0, 4) + '*'.repeat(frame.length - 4);

describe('the packet redactor of Meshtastic', () => {
  const redact = (text: string, size = 4096, redactor = createPacketRedactor()): string => {
    const redacted = chunksOf(bytes(text), [size]).map((part) => redactor.push('in', part));
    return latin1(Buffer.concat([...redacted, redactor.flush('in')]));
  };

  it('packets pass unchanged, and configuration frames are masked at full length', () => {
    for (const size of [4096, 7, 1]) {
      expect(redact(position + channel + admin + position, size)).to.equal(
        position + masked(channel) + masked(admin) + position,
      );
    }
  });

  it('a key is masked wherever its frame is damaged', () => {
    for (let at = 0; at < channel.length; at += 1) {
      for (const end of [at, at + 1]) {
        for (const replacement of ['', '\x94', 'x']) {
          const damaged = channel.slice(0, at) + replacement + channel.slice(end);
          expect(redact(position + damaged + position), `${at}`).to.not.match(/c4n|4n4|n4r|4ry/);
        }
      }
    }
  });

  it('a key is masked after the configuration request, whatever came before', () => {
    const redactor = createPacketRedactor();
    expect(latin1(redactor.push('out', encodeWantConfig(77)))).to.equal(latin1(encodeWantConfig(77)));
    expect(latin1(redactor.push('out', encodeHeartbeat()))).to.equal(latin1(encodeHeartbeat()));
    expect(redact(channel.slice(1), 5, redactor)).to.match(/^\*+$/);
  });

  it('frames to the node are masked, except for requests and heartbeats', () => {
    const redactor = createPacketRedactor();
    const command = latin1(meshFrame(bytesField(1, [...varintField(3, 1), ...stringField(4, secret)])));
    expect(latin1(redactor.push('out', bytes(command)))).to.equal(masked(command));
  });

  it('provisioning is masked in both directions', () => {
    for (const size of [4096, 3]) {
      const redactor = createPacketRedactor();
      const adminFrames: string[] = [];
      const captureOf = (direction: 'in' | 'out') => (bytes: Uint8Array) => {
        const parts = chunksOf(bytes, [size]).map((part) => latin1(redactor.push(direction, part)));
        const original = latin1(bytes);
        if (/^\x94\xc3..(?:\x0a|\x12.{11,14}\x08[\x05\x06])/s.test(original))
          adminFrames.push(parts.join(''), masked(original));
        else plain.push(parts.join(''));
        return [bytes];
      };
      const plain: string[] = [];
      const line = createMeshLine({}, createMeshKind({ toNode: captureOf('out'), fromNode: captureOf('in') }));
      line.identify();
      line.read();
      expect(line.write({ longName: 'c4n4ry', gpsMode: 2 }).ok).to.equal(true);
      // Two config messages requested twice and set, begin and commit: each with its response.
      expect(adminFrames).to.have.length(2 * 2 * 8);
      for (let at = 0; at < adminFrames.length; at += 2) expect(adminFrames[at]).to.equal(adminFrames[at + 1]);
      expect(plain.join('')).to.not.match(/not-a-/);
    }
  });

  it('another protocol passes unchanged, even if a frame was found by chance long before', () => {
    const nmea = '$GPRMC,101500,A,5250.5000,N\r\n';
    expect(redact(nmea + '\x94\xc3\x94')).to.equal(nmea + '\x94\xc3\x94');
    const redactor = createPacketRedactor();
    redact(position, 4096, redactor);
    expect(redact('x'.repeat(70_000), 4096, redactor)).to.match(/^\*+x{4000,}$/);
  });
});
