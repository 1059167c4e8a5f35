import { expect } from 'chai';
import {
  meshPacket,
  bytesField,
  varintField,
  stringField,
  type Bytes,
} from '../../../../src/simulator/meshtastic/packets.js';
import { latin1 } from '../../../support/protocols/mesh.js';
import { createMeshKind, createMeshLine } from '../../../support/protocols/mesh-line.js';
import { factory, wanted, well, withFault } from '../../../support/protocols/mesh-values.js';

const node = 0xa5c00001;
/** The id of a sent packet: little-endian, before its last two bytes. */
const idOf = (packet: Uint8Array): number => Buffer.from(packet).readUInt32LE(packet.length - 6);
const isAdmin = (frame: Uint8Array): boolean => frame[4] === 0x0a;

describe('the responses of a Meshtastic node', () => {
  /** A node that sends this response, with the right request id, instead of its own, or before it (`keepOwn`). */
  function respondingWith(port: number, payload: Bytes, keepOwn = false) {
    const kind = createMeshKind({
      toNode(bytes) {
        if (isAdmin(bytes)) waiting.push(idOf(bytes));
        return [bytes];
      },
      fromNode(bytes) {
        const request = waiting.shift();
        if (request === undefined) return [bytes];
        const wrong = meshPacket({ from: node, to: node, id: 9, rxTime: 0, request }, port, payload);
        return keepOwn ? [wrong, bytes] : [wrong];
      },
    });
    const waiting: number[] = [];
    return createMeshLine({}, kind);
  }

  it('a well-formed response with other content is reported as garbled', () => {
    const message = /unreadable reply to the request for its names \(owner\)/;
    const others: readonly Bytes[] = [
      bytesField(6, bytesField(2, varintField(1, 60))),
      bytesField(4, varintField(2, 5)),
      varintField(4, 1),
      [0xff, 0xff],
      [],
    ];
    for (const other of others) withFault('garbled', message)(respondingWith(6, other).read(['longName']));
    withFault('garbled', message)(respondingWith(5, bytesField(2, [1])).read(['longName']));
    withFault(
      'garbled',
      /position settings/,
    )(respondingWith(6, bytesField(6, bytesField(1, varintField(1, 1)))).read(['gpsMode']));
  });

  it('acknowledgements, other applications and responses to other packets are ignored', () => {
    expect(respondingWith(5, varintField(3, 0), true).read()).to.deep.equal(well(factory));
    expect(respondingWith(5, [], true).read()).to.deep.equal(well(factory));
    expect(respondingWith(1, stringField(4, 'x'), true).read()).to.deep.equal(well(factory));
    const kind = createMeshKind({
      fromNode: (bytes) => [
        meshPacket({ from: node, to: node, id: 9, rxTime: 0, request: 77 }, 6, bytesField(4, stringField(2, 'No'))),
        meshPacket({ from: node, to: node, id: 8, rxTime: 0 }, 6, bytesField(4, stringField(2, 'No'))),
        bytes,
      ],
    });
    expect(createMeshLine({}, kind).read()).to.deep.equal(well(factory));
  });

  it('a value out of range is returned as read', () => {
    const position = [...varintField(1, 60), ...varintField(13, 9), ...varintField(7, 0x1_0000)];
    expect(respondingWith(6, bytesField(6, bytesField(2, position))).read(['gpsMode', 'positionFlags'])).to.deep.equal(
      well({ gpsMode: 9, positionFlags: 0x1_0000 }),
    );
  });

  it('responses are found between live reports, noise and debug text, however the stream is cut', () => {
    for (const size of [1, 7, 4_096]) {
      const kind = createMeshKind({
        fromNode(bytes) {
          const surrounded = Buffer.concat([
            Buffer.from('\x94\xc3INFO | ??:??:?? \x94\r\n', 'latin1'),
            meshPacket({ from: 0xa5c00002, id: 5, rxTime: 0 }, 3, varintField(3, 5)),
            bytes,
            Buffer.from('DEBUG \xc3\x94', 'latin1'),
          ]);
          const parts: Uint8Array[] = [];
          for (let at = 0; at < surrounded.length; at += size) parts.push(surrounded.subarray(at, at + size));
          return parts;
        },
      });
      const line = createMeshLine({}, kind);
      expect(line.identify().ok).to.equal(true);
      expect(line.write(wanted)).to.deep.equal(well(undefined));
      expect(line.read()).to.deep.equal(well(wanted));
    }
  });

  it('a reply without number, version or end is reported', () => {
    for (const [omitted, code] of [
      ['\x1a', 'no_answer'],
      ['\x6a', 'garbled'],
      ['\x38', 'garbled'],
    ] as const) {
      const kind = createMeshKind({ fromNode: (bytes) => (latin1(bytes).charAt(4) === omitted ? [] : [bytes]) });
      withFault(code, /firmware is not too old|check that it is on/)(createMeshLine({}, kind).identify());
    }
  });
});
