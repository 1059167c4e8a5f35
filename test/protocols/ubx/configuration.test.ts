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
import { framesOf } from '../../support/framing.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
function parsePacket(bytes: string): UbxPacket {
  const [frame] = framesOf(createPacketFramer().push(Buffer.from(bytes, 'hex')));
  return frame ?? expect.fail('no packet');
}
const rate = 0x30210001;
const baud = 0x40520001;

/** Bytes as receivers take and give them, of the manual and of what others send. */
describe('configuration of u-blox receivers', () => {
  it('polls a version and the number of the chip with nothing but the name of the message', () => {
    expect(hex(encodePacket(0x0a04))).to.equal('b5620a0400000e34');
    expect(hex(encodePacket(0x2703))).to.equal('b562270300002aa5');
  });

  it('sets a value in RAM, in what the battery holds and in flash', () => {
    expect(hex(encodeValSet(new Map([[rate, 100]]), 7))).to.equal('b562068a0a000007000001002130640057ef');
  });

  it('sets values of one, two and four bytes at once', () => {
    const values = new Map([
      [rate, 1_000],
      [baud, 115_200],
      [0x10740002, 0],
    ]);
    const payload = '00070000' + '01002130e803' + '0100524000c20100' + '0200741000';
    expect(hex(encodeValSet(values, 7)).slice(4, -4)).to.equal(`068a1700${payload}`);
  });

  it('asks for what is in force', () => {
    expect(hex(encodeValGet([rate]))).to.equal('b562068b08000000000001002130eb07');
  });

  it('knows what became of a command, and of which', () => {
    expect(readVerdict(VAL_SET, parsePacket('b56205010200068a98c1'))).to.equal('acknowledged');
    expect(readVerdict(VAL_SET, parsePacket('b56205000200068a97bc'))).to.equal('refused');
    for (const other of ['b5620501020006000e37', 'b5620500020006010e33', 'b5620a0400000e34'])
      expect(readVerdict(VAL_SET, parsePacket(other)), other).to.equal(undefined);
  });

  it('reads values of an answer about what was asked, and of no other', () => {
    const response = parsePacket(hex(encodePacket(0x068b, Buffer.from('0100000001002130e8030100524000c20100', 'hex'))));
    const values = new Map([
      [rate, 1_000],
      [baud, 115_200],
    ]);
    expect(readValues(response, [rate, baud])).to.deep.equal(values);
    expect(readValues(response, [baud])).to.equal(undefined);
  });

  it('takes a question, another layer and another message for no answer, and knows one that ends within a value', () => {
    const about = (payload: string) =>
      readValues(parsePacket(hex(encodePacket(0x068b, Buffer.from(payload, 'hex')))), [rate]);
    for (const other of ['0000000001002130', '0102000001002130e803', '010000'])
      expect(about(other)).to.equal(undefined);
    for (const cut of ['01000000010021', '0100000001002130e8']) expect(about(cut), cut).to.equal('garbled');
    expect(readValues({ message: 0x0107, payload: Buffer.from([1, 0, 0, 0]) }, [rate])).to.equal(undefined);
  });
});
