import { expect } from 'chai';
import { createPacketFramer, encodePacket } from '../../../src/protocols/gt06/packets.js';
import { gt06Location, gt06Packet } from '../../../src/simulator/gt06/packets.js';
import { bytes, chunksOf, discardedBytes, framesOf, pushAll } from '../../support/protocols/framing.js';
import { gt06Fix } from '../../support/protocols/gt06.js';

const packet = gt06Location(gt06Fix(1), 2);

/** A header that announces more than follows. */
const torn = (length: number): Buffer => Buffer.concat([bytes('yy'), Buffer.of(length >> 8, length & 0xff)]);

describe('GT06: packets', () => {
  it('a packet that is encoded is read again, short and extended', () => {
    for (const isExtended of [false, true]) {
      const sent = { isExtended, type: 0x80, content: bytes('STATUS#'), serial: 0xfffe };
      const encoded = encodePacket(sent);
      expect(framesOf(createPacketFramer().push(encoded))).to.deep.equal([sent]);
    }
  });

  it('a packet after the start of a longer one is found at once', () => {
    for (const chunk of [1, 1_000]) {
      const framed = pushAll(createPacketFramer(), chunksOf(Buffer.concat([torn(1_024), packet]), [chunk]));
      expect(framesOf(framed)).to.have.length(1);
      expect(discardedBytes(framed)).to.equal(4);
    }
  });

  it('a length above the bound is noise, and its bytes are not waited for', () => {
    const framed = createPacketFramer().push(Buffer.concat([torn(0xffff), packet]));
    expect(framesOf(framed)).to.have.length(1);
    expect(discardedBytes(framed, 'noise')).to.equal(4);
  });

  it('the longest packet is read', () => {
    const long = gt06Packet(0x94, Buffer.alloc(1_019, 0x78), 1, true);
    expect(framesOf(pushAll(createPacketFramer(), chunksOf(long, [100])))).to.have.length(1);
    const longer = createPacketFramer().push(gt06Packet(0x94, Buffer.alloc(1_020), 1, true));
    expect(framesOf(longer)).to.deep.equal([]);
  });

  it('a packet with a wrong CRC is counted as one', () => {
    const wrong = Buffer.from(packet);
    wrong[20] = (wrong[20] ?? 0) ^ 1;
    const framed = createPacketFramer().push(wrong);
    expect(framed.filter((one) => one.kind === 'discarded' && one.reason === 'checksum')).to.have.length(1);
    expect(discardedBytes(framed)).to.equal(wrong.length);
  });
});
