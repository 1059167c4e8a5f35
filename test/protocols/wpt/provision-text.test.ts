import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { Settings, ProvisioningDriver } from '../../../src/protocols/provision.js';
import { provision } from '../../../src/protocols/wpt/provision.js';
import { answered } from '../../support/protocols/wpt-talk.js';
import { exchanges, vectors, type ExchangedLine } from '../../support/protocols/wpt-text.js';

const [, first = [], second = []] = exchanges;
const key = '000102030405060708090A0B0C0D0E0F';

/** CRC-16/CCITT-FALSE bit by bit, as in the specification. */
function crcOf(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const isOdd = ((crc >> 15) ^ (byte >> bit)) & 1;
      crc = ((crc << 1) & 0xffff) ^ (isOdd ? 0x1021 : 0);
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const unescaped = (field: string): string => decodeURIComponent(field.replaceAll('^', '%'));
const fieldsOf = ({ line }: ExchangedLine): string[] => line.slice(6, -8).split(',').map(unescaped);
const fieldsByType = (exchange: readonly ExchangedLine[], type: string): string[][] =>
  exchange.map(fieldsOf).filter(([lineType]) => lineType === type);
const digestOf = (exchange: readonly ExchangedLine[]): string =>
  crcOf(
    fieldsByType(exchange, 'SET')
      .map(([, , name, value]) => `${name}=${value}`)
      .sort()
      .join('\n'),
  );

/** Returns the tracker lines that follow each gateway line in the specification, in order. */
function script(exchange: readonly ExchangedLine[]) {
  let at = 0;
  return (): string[][] => {
    const end = exchange.findIndex(({ from }, index) => index > at && from === '<');
    const replies = exchange.slice(at + 1, end < 0 ? exchange.length : end);
    at = end;
    return replies.map(fieldsOf);
  };
}

describe('provisioning in the WPT/1 specification', () => {
  it('the checksums of all lines match an independent computation', () => {
    for (const line of [...vectors, ...exchanges.flat().map((exchanged) => exchanged.line)]) {
      const [, text = '', content = '', crc, xor] = /^\$((.*),([0-9A-F]{4}))\*([0-9A-F]{2})$/.exec(line) ?? [];
      expect(crcOf(content), line).to.equal(crc);
      expect(Number.parseInt(xor ?? '', 16), line).to.equal([...Buffer.from(text)].reduce((sum, byte) => sum ^ byte));
    }
  });

  it('the digests and the mac match an independent computation', () => {
    expect(fieldsByType(first, 'COM')).to.deep.equal([['COM', '5EED0042-5', digestOf(first), '']]);
    const nonce = fieldsByType(second, 'HEL')[0]?.[8] ?? '';
    const mac = createHmac('sha256', Buffer.from(key, 'hex'))
      .update(`${nonce},${digestOf(second)}`)
      .digest('hex');
    const com = ['COM', '5EED0043-2', digestOf(second), mac.slice(0, 16).toUpperCase()];
    expect(fieldsByType(second, 'COM')).to.deep.equal([com]);
  });

  const scripted = (driver: ProvisioningDriver, play: (type: string) => string[][]) => ({
    read: () => answered(driver.read(Object.keys(provision.settings)), play),
    write: (settings: Settings) => answered(driver.write(settings), play),
  });
  const gatewayLines = (exchange: readonly ExchangedLine[]): string[] =>
    exchange.filter(({ from }) => from === '<').map(({ line }) => `${line}\r\n`);

  it('the gateway reads and sets a tracker without a key as in the second exchange', () => {
    const { read, write } = scripted(provision.open({ secrets: {}, nonce: 0x5eed0042 }), script(first));
    const current = read();
    const values = {
      id: '',
      name: '',
      int: 60,
      intm: 10,
      dist: 100,
      batch: 1,
      baud: 115200,
      alr: 511,
      led: true,
      gnss: 5,
    };
    expect(current.result).to.deep.equal({ ok: true, value: values });
    const set = write({ id: 'DEPOT7-TRK042', name: 'Kran 7, Süd', key });
    expect(set.result.ok).to.equal(true);
    expect([...current.sent, ...set.sent]).to.deep.equal(gatewayLines(first));
  });

  it('the gateway sets a tracker with a key as in the third exchange', () => {
    const set = scripted(provision.open({ secrets: { key }, nonce: 0x5eed0043 }), script(second)).write({ int: 30 });
    expect(set.result.ok).to.equal(true);
    expect(set.sent).to.deep.equal(gatewayLines(second));
  });
});
