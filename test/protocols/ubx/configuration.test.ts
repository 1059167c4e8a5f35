import { expect } from 'chai';
import {
  encodeValGet,
  encodePacket,
  encodeValSet,
  VAL_SET,
  readValues,
  readVerdict,
} from '../../../src/protocols/ubx/configuration.js';
import { createPacketFramer, type UbxPacket } from '../../../src/protocols/ubx/packets.js';
import { framesOf } from '../../support/protocols/framing.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
function parsePacket(bytes: string): UbxPacket {
  const [frame] = framesOf(createPacketFramer().push(Buffer.from(bytes, 'hex')));
  return frame ?? expect.fail('no packet');
}
const rate = 0x30210001;
const baud = 0x40520001;

/** Bytes from the manual and from other programs. */
describe('the configuration interface of u-blox receivers', () => {
  it('polls for version and chip id have an empty payload', () => {
    expect(hex(encodePacket(0x0a04))).to.equal('b5620a0400000e34');
    expect(hex(encodePacket(0x2703))).to.equal('b562270300002aa5');
  });

  it('a value is written to RAM, battery-backed memory and flash', () => {
    expect(hex(encodeValSet(new Map([[rate, 100]]), 7))).to.equal('b562068a0a000007000001002130640057ef');
  });

  it('values of one, two and four bytes are written in one message', () => {
    const values = new Map([
      [rate, 1_000],
      [baud, 115_200],
      [0x10740002, 0],
    ]);
    const payload = '00070000' + '01002130e803' + '0100524000c20100' + '0200741000';
    expect(hex(encodeValSet(values, 7)).slice(4, -4)).to.equal(`068a1700${payload}`);
  });

  it('the current values are requested', () => {
    expect(hex(encodeValGet([rate]))).to.equal('b562068b08000000000001002130eb07');
  });

  it('an acknowledgement is matched to its command', () => {
    expect(readVerdict(VAL_SET, parsePacket('b56205010200068a98c1'))).to.equal('acknowledged');
    expect(readVerdict(VAL_SET, parsePacket('b56205000200068a97bc'))).to.equal('refused');
    for (const other of ['b5620501020006000e37', 'b5620500020006010e33', 'b5620a0400000e34'])
      expect(readVerdict(VAL_SET, parsePacket(other)), other).to.equal(undefined);
  });

  it('values are read only from a response about the requested keys', () => {
    const response = parsePacket(hex(encodePacket(0x068b, Buffer.from('0100000001002130e8030100524000c20100', 'hex'))));
    const values = new Map([
      [rate, 1_000],
      [baud, 115_200],
    ]);
    expect(readValues(response, [rate, baud])).to.deep.equal(values);
    expect(readValues(response, [baud])).to.equal(undefined);
  });

  it('a request, another layer and another message are no response, and a truncated response is detected', () => {
    const about = (payload: string) =>
      readValues(parsePacket(hex(encodePacket(0x068b, Buffer.from(payload, 'hex')))), [rate]);
    for (const other of ['0000000001002130', '0102000001002130e803', '010000'])
      expect(about(other)).to.equal(undefined);
    for (const cut of ['01000000010021', '0100000001002130e8']) expect(about(cut), cut).to.equal('garbled');
    expect(readValues({ message: 0x0107, payload: Buffer.from([1, 0, 0, 0]) }, [rate])).to.equal(undefined);
  });
});
