import { expect } from 'chai';
import { gt06 } from '../../../src/protocols/gt06/index.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { gt06Login, gt06Packet } from '../../../src/simulator/gt06/packets.js';
import { bytes } from '../../support/protocols/framing.js';
import { gt06Imei } from '../../support/protocols/gt06.js';

const KEY = '00000000abcd';

function open(imei: string | null = gt06Imei) {
  const session = gt06.open(createCounters());
  if (imei !== null) session.push(gt06Login(imei, 1), 0);
  return session;
}

const encode = (session: ReturnType<typeof open>, text: string, own = {}) =>
  session.command?.({ deviceId: gt06Imei, bound: false, key: KEY, bytes: bytes(text), ...own });

describe('GT06: commands', () => {
  it('a command has the form of the protocol document, with the key as server flag', () => {
    const encoded = encode(open(), 'sos#\r\n', { key: '000000000001' });
    if (encoded?.ok !== true) throw new Error('not encoded');
    expect(Buffer.from(encoded.value.data).toString('hex')).to.equal('78780e800800000000736f732300016d6a0d0a');
    expect(encoded.value.ref).to.equal('00000000');
  });

  it('a command is refused before the login and for another device', () => {
    expect(encode(open(null), 'STATUS#')).to.deep.include({ ok: false, code: 'unavailable' });
    const other = encode(open(), 'STATUS#', { deviceId: 'bus-7' });
    expect(other).to.deep.include({ ok: false, code: 'conflict' });
    expect(other?.ok === false && other.message)
      .to.contain(gt06Imei)
      .and.contain('bus-7');
    expect(encode(open(), 'STATUS#', { deviceId: 'bus-7', bound: true })).to.include({ ok: true });
  });

  it('a reply in ASCII has the server flag, the text and the device', () => {
    const content = Buffer.concat([Buffer.from('1234abcd01', 'hex'), bytes('Battery:4.16V')]);
    expect(open().push(gt06Packet(0x21, content, 2, true), 0)).to.deep.equal([
      { type: 'reply', deviceId: gt06Imei, ref: '1234abcd', accepted: true, text: 'Battery:4.16V' },
    ]);
  });

  it('a reply in UTF-16 is read, and a command error is not accepted', () => {
    const text = Buffer.from('Command Error!', 'utf16le').swap16();
    const content = Buffer.concat([Buffer.from('1234abcd02', 'hex'), text]);
    expect(open().push(gt06Packet(0x21, content, 2, true), 0)[0]).to.include({
      accepted: false,
      text: 'Command Error!',
    });
  });

  it('a reply of older trackers is read with and without its length, without the zeros after the text', () => {
    for (const length of [0, 12]) {
      const content = Buffer.concat([Buffer.of(length, 1, 2, 3, 4), bytes('DYD=Yes\0\0\0'), Buffer.of(0, 2)]);
      expect(open().push(gt06Packet(0x15, content, 2), 0)).to.deep.equal([
        { type: 'reply', deviceId: gt06Imei, ref: '01020304', accepted: true, text: 'DYD=Yes' },
      ]);
    }
  });
});
