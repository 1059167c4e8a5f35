import { expect } from 'chai';
import { createCounters } from '../../../src/protocols/protocol.js';
import { createDatagramFramer, createStreamFramer } from '../../../src/protocols/teltonika/framer.js';
import { teltonika } from '../../../src/protocols/teltonika/index.js';
import { loginOf, udpPacket } from '../../../src/simulator/teltonika/packets.js';
import { bytes, chunksOf, discardedBytes, framesOf, pushAll } from '../../support/protocols/framing.js';
import { teltonikaFrames, teltonikaImei as imei } from '../../support/protocols/teltonika.js';

const packet = bytes(teltonikaFrames[0] ?? '');
const kinds = (framed: ReturnType<ReturnType<typeof createStreamFramer>['push']>): string[] =>
  framesOf(framed).map(({ kind }) => kind);

describe('frames of a Teltonika connection', () => {
  it('login, packets and pings are frames in any chunks', () => {
    const input = Buffer.concat([loginOf(imei), packet, Buffer.from([0xff, 0xff]), packet]);
    for (const size of [1, 7, input.length]) {
      const framed = pushAll(createStreamFramer(), chunksOf(input, [size]));
      expect(kinds(framed)).to.deep.equal(['login', 'packet', 'ping', 'ping', 'packet']);
      expect(discardedBytes(framed)).to.equal(0);
    }
  });

  it('a length of 2 GB or above the limit is discarded at once, and the next packet is found', () => {
    for (const length of [0x7fffffff, 0xffffffff, 4_097]) {
      const header = Buffer.alloc(8);
      header.writeUInt32BE(length, 4);
      const framed = createStreamFramer().push(Buffer.concat([header, packet]));
      expect(kinds(framed)).to.deep.equal(['packet']);
      expect(discardedBytes(framed)).to.equal(header.length);
      expect(discardedBytes(framed, 'too-long')).to.be.above(0);
    }
  });

  it('an id of a megabyte, or with other characters than digits, is noise', () => {
    for (const id of ['1'.repeat(1 << 20), '86000000000001x', '8600000000']) {
      const input = loginOf(id.slice(0, 0xffff));
      const framer = createStreamFramer();
      const framed = [...framer.push(input), ...framer.push(bytes(id.slice(0xffff))), ...(framer.flush?.() ?? [])];
      expect(kinds(framed), id.slice(0, 20)).to.deep.equal([]);
    }
  });

  it('a packet that stops is given up after a silence, and the packets in it are found', () => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(4_000, 4);
    const framer = createStreamFramer();
    expect(framer.push(Buffer.concat([header, packet]))).to.deep.equal([]);
    expect(kinds(framer.flush?.() ?? [])).to.deep.equal(['packet']);
    expect(teltonika.idleTimeoutMs).to.be.a('number');
  });

  it('a chunk may be overwritten once it is pushed', () => {
    const framer = createStreamFramer();
    const framed = chunksOf(Buffer.concat([packet, packet]), [30]).flatMap((part) => {
      const chunk = Buffer.from(part);
      const found = framer.push(chunk);
      chunk.fill(0xaa);
      return found;
    });
    const data = new Uint8Array(packet.subarray(8, -4));
    expect(framesOf(framed)).to.deep.equal([
      { kind: 'packet', data },
      { kind: 'packet', data },
    ]);
  });

  it('a wrong checksum is counted once', () => {
    const damaged = Buffer.from(packet);
    damaged[20] = (damaged[20] ?? 0) ^ 1;
    const counters = createCounters();
    const session = teltonika.open(counters);
    for (const chunk of chunksOf(Buffer.concat([damaged, packet]), [5])) session.push(chunk, 0);
    expect(counters).to.include({ frames: 1, badChecksums: 1, discardedBytes: damaged.length });
  });
});

describe('Teltonika datagrams', () => {
  const datagram = udpPacket(packet.subarray(8, -4), { imei, id: 1, avlId: 2 });

  it('a whole datagram is one frame', () => {
    expect(createDatagramFramer().push(datagram)).to.deep.equal([
      {
        kind: 'frame',
        frame: { kind: 'datagram', packetId: 1, avlPacketId: 2, imei, data: new Uint8Array(packet.subarray(8, -4)) },
        bytes: datagram.length,
      },
    ]);
  });

  it('a datagram that is cut, extended or no packet is discarded', () => {
    const framer = createDatagramFramer();
    const others = [
      Buffer.concat([datagram, datagram]),
      Buffer.alloc(65_507),
      packet,
      loginOf(imei),
      ...Array.from(datagram.keys(), (end) => datagram.subarray(0, end)),
    ];
    for (const other of others) {
      expect(framer.push(other)).to.deep.equal([{ kind: 'discarded', bytes: other.length, reason: 'noise' }]);
    }
    expect(framesOf(framer.push(datagram))).to.have.length(1);
  });
});
