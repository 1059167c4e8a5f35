import { expect } from 'chai';
import { createPacketFramer, lengthOf, MAX_PAYLOAD_BYTES, type UbxPacket } from '../../../src/protocols/ubx/packets.js';
import { ubxPacket } from '../../../src/simulator/ubx/packets.js';
import { bytes, chunksOf, discardedBytes, framesOf, pushAll } from '../../support/protocols/framing.js';

const seconds = (count: number): Buffer => ubxPacket(0x0107, Buffer.alloc(92, count));
const numbers = (packets: readonly UbxPacket[]): unknown[] => packets.map(({ payload }) => payload[0]);
const framed = (input: Uint8Array, sizes: readonly number[] = [4096]) =>
  pushAll(createPacketFramer(), chunksOf(input, sizes));

describe('the framer of UBX packets', () => {
  it('a packet has message class, number and payload', () => {
    const poll = Buffer.from('b5620a0400000e34', 'hex');
    const [version] = framesOf(framed(poll));
    expect(version).to.deep.equal({ message: 0x0a04, payload: Buffer.alloc(0) });
    expect(version && lengthOf(version)).to.equal(8);
  });

  it('packets are found among sentences and noise, and line ends do not count as discarded', () => {
    const noise = bytes('$GPRMC,1*00\r\n\xb5\xb5b');
    const out = framed(Buffer.concat([noise, seconds(1), noise, seconds(2), noise]), [7]);
    expect(numbers(framesOf(out))).to.deep.equal([1, 2]);
    expect(discardedBytes(out)).to.be.within(3 * (noise.length - 2) - 2, 3 * (noise.length - 2));
  });

  it('a packet with a wrong checksum costs only itself', () => {
    const wrong = seconds(1);
    wrong[50] = 0xff;
    const out = framed(Buffer.concat([wrong, seconds(2)]));
    expect(numbers(framesOf(out))).to.deep.equal([2]);
    expect(discardedBytes(out)).to.equal(100);
    expect(discardedBytes(out, 'checksum')).to.equal(2);
  });

  it('a complete packet is returned at once, even within a damaged one that announces more bytes', () => {
    const wrong = seconds(1);
    wrong[5] = 7;
    const out = framed(Buffer.concat([wrong, seconds(2)]));
    expect(numbers(framesOf(out))).to.deep.equal([2]);
    expect(discardedBytes(out)).to.equal(100);
  });

  it('a payload may contain what looks like a packet', () => {
    const inner = bytes('\xb5b\x01\x07\x02\x00ab');
    const out = framed(Buffer.concat([ubxPacket(0x0135, Buffer.concat([inner, inner])), seconds(2)]), [1]);
    expect(framesOf(out).map(({ message }) => message)).to.deep.equal([0x0135, 0x0107]);
    expect(discardedBytes(out)).to.equal(0);
  });

  it('the longest packet is accepted and a longer one discarded', () => {
    const longest = ubxPacket(0x0215, Buffer.alloc(MAX_PAYLOAD_BYTES, 1));
    const longer = ubxPacket(0x0215, Buffer.alloc(MAX_PAYLOAD_BYTES + 1, 1));
    const out = framed(Buffer.concat([longer, longest, longer, longest]), [1000]);
    expect(framesOf(out).map(({ payload }) => payload.length)).to.deep.equal([MAX_PAYLOAD_BYTES, MAX_PAYLOAD_BYTES]);
    expect(discardedBytes(out)).to.equal(2 * longer.length);
  });
});
