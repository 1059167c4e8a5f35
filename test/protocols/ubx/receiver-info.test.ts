import { expect } from 'chai';
import { readChipId, readVersion } from '../../../src/protocols/ubx/receiver-info.js';

/** A MON-VER payload: texts padded with zeros. */
const monVer = (software: string, hardware: string, ...extensions: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.concat([Buffer.from(software, 'latin1')], 30),
    Buffer.concat([Buffer.from(hardware, 'latin1')], 10),
    ...extensions.map((text) => Buffer.concat([Buffer.from(text, 'latin1')], 30)),
  ]);

describe('the receiver info of u-blox receivers', () => {
  it('module, firmware and protocol version are read', () => {
    const payload = monVer('EXT CORE 1.00 (94e56e)', '00190000', 'FWVER=HPG 1.30', 'PROTVER=27.31', 'MOD=ZED-F9P');
    expect(readVersion(payload)).to.deep.equal({ model: 'ZED-F9P', firmware: 'HPG 1.30', protocol: 27.31 });
  });

  it('the hardware version is the model of a bare chip without a module name', () => {
    const payload = monVer('ROM SPG 5.10 (7b202e)', '000A0000', 'FWVER=SPG 5.10', 'PROTVER=34.10', 'GPS;GLO;GAL;BDS');
    expect(readVersion(payload)).to.deep.equal({ model: '000A0000', firmware: 'SPG 5.10', protocol: 34.1 });
  });

  it('older generations are read: with a space instead of the equals sign, with few or no extensions', () => {
    const older = monVer('2.20 (81289)', '00080000', '2.01 (75331)', 'PROTVER 16.00', 'MOD LEA-M8F-0', 'FTS 1.01');
    expect(readVersion(older)).to.deep.equal({ model: 'LEA-M8F-0', firmware: '2.20 (81289)', protocol: 16 });
    const oldest = monVer('7.03 (45969)', '00040007');
    expect(readVersion(oldest)).to.deep.equal({ model: '00040007', firmware: '7.03 (45969)', protocol: undefined });
  });

  it('a payload with a missing, empty or non-text field is unreadable', () => {
    const whole = monVer('1', '2');
    for (const wrong of [whole.subarray(0, 39), monVer('', '2'), monVer('1', ''), monVer('1', '2', 'MOD=\x07\xff')])
      expect(readVersion(wrong), wrong.toString('latin1')).to.equal(undefined);
  });

  it('the chip id is upper-case hexadecimal: five bytes on u-blox 9, six on u-blox 10', () => {
    expect(readChipId(Buffer.from('01000000cffb03d259', 'hex'))).to.equal('CFFB03D259');
    expect(readChipId(Buffer.from('02000000cffb03d25901', 'hex'))).to.equal('CFFB03D25901');
    for (const wrong of ['01000000', '01000000cffb03d2', '01000000cffb03d2590102'])
      expect(readChipId(Buffer.from(wrong, 'hex'))).to.equal(undefined);
  });
});
