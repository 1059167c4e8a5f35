import { expect } from 'chai';
import { createGpsdFilter, isGpsdBanner } from '../../../src/serial/transport/gpsd-json.js';

const BANNER = '{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}\r\n';
const DEVICES = '{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}\r\n';
const SENTENCE = '$GPGGA,1\r\n';
/** A UBX packet, which ends with any byte. */
const PACKET = Buffer.from([0xb5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0f, 0x7b]);

describe('the filter for the lines of gpsd', () => {
  const all = Buffer.concat(
    [BANNER, SENTENCE, DEVICES, PACKET, DEVICES, PACKET, SENTENCE].map((part) => Buffer.from(part)),
  );
  const data = Buffer.concat([SENTENCE, PACKET, PACKET, SENTENCE].map((part) => Buffer.from(part)));

  it('the data of the devices passes unchanged, and the lines of gpsd do not, wherever the stream is cut', () => {
    for (let size = 1; size <= all.length; size += 1) {
      const { push } = createGpsdFilter();
      const passed: Buffer[] = [];
      for (let at = 0; at < all.length; at += size) passed.push(Buffer.from(push(all.subarray(at, at + size))));
      expect(Buffer.concat(passed).equals(data), `in pieces of ${size}`).to.equal(true);
    }
  });

  it('a line of gpsd without an end does not swallow data for ever', () => {
    const { push } = createGpsdFilter();
    push(Buffer.from('{"class":"'));
    push(Buffer.alloc(70_000, 0x61));
    expect(push(Buffer.from(SENTENCE)).toString()).to.equal(SENTENCE);
  });

  it('the banner is recognized by its first bytes', () => {
    expect(isGpsdBanner(Buffer.from(BANNER))).to.equal(true);
    expect(isGpsdBanner(Buffer.from(DEVICES))).to.equal(false);
    expect(isGpsdBanner(Buffer.from(SENTENCE))).to.equal(false);
    expect(isGpsdBanner(Buffer.alloc(0))).to.equal(false);
  });
});
