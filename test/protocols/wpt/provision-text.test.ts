import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { Settings, ProvisioningDriver } from '../../../src/protocols/provision.js';
import { provision } from '../../../src/protocols/wpt/provision.js';
import { answered } from '../../support/wpt-talk.js';
import { exchanges, vectors, type ExchangedLine } from '../../support/wpt-text.js';

const [, first = [], second = []] = exchanges;
const key = '000102030405060708090A0B0C0D0E0F';

/** CRC-16/CCITT-FALSE bit by bit, as the text says it. */
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
const own = (talk: readonly ExchangedLine[], type: string): string[][] => talk.map(fieldsOf).filter(([said]) => said === type);
const digestOf = (talk: readonly ExchangedLine[]): string =>
  crcOf(
    own(talk, 'SET')
      .map(([, , name, value]) => `${name}=${value}`)
      .sort()
      .join('\n'),
  );

/** What the text has the tracker say to each line of the gateway, in turn. */
function script(talk: readonly ExchangedLine[]) {
  let at = 0;
  return (): string[][] => {
    const end = talk.findIndex(({ from }, place) => place > at && from === '<');
    const answers = talk.slice(at + 1, end < 0 ? talk.length : end);
    at = end;
    return answers.map(fieldsOf);
  };
}

describe('setting up, in the text of WPT/1', () => {
  it('has sums that are right by arithmetic of their own', () => {
    for (const line of [...vectors, ...exchanges.flat().map((spoken) => spoken.line)]) {
      const [, text = '', content = '', crc, xor] = /^\$((.*),([0-9A-F]{4}))\*([0-9A-F]{2})$/.exec(line) ?? [];
      expect(crcOf(content), line).to.equal(crc);
      expect(Number.parseInt(xor ?? '', 16), line).to.equal([...Buffer.from(text)].reduce((sum, byte) => sum ^ byte));
    }
  });

  it('has digests and a mac that are right by arithmetic of their own', () => {
    expect(own(first, 'COM')).to.deep.equal([['COM', '5EED0042-5', digestOf(first), '']]);
    const nonce = own(second, 'HEL')[0]?.[8] ?? '';
    const mac = createHmac('sha256', Buffer.from(key, 'hex'))
      .update(`${nonce},${digestOf(second)}`)
      .digest('hex');
    const com = ['COM', '5EED0043-2', digestOf(second), mac.slice(0, 16).toUpperCase()];
    expect(own(second, 'COM')).to.deep.equal([com]);
  });

  const talked = (talk: ProvisioningDriver, play: (type: string) => string[][]) => ({
    read: () => answered(talk.read(Object.keys(provision.settings)), play),
    write: (settings: Settings) => answered(talk.write(settings), play),
  });
  const asked = (talk: readonly ExchangedLine[]): string[] =>
    talk.filter(({ from }) => from === '<').map(({ line }) => `${line}\r\n`);

  it('has a first exchange that the gateway holds so', () => {
    const { read, write } = talked(provision.open({ secrets: {}, nonce: 0x5eed0042 }), script(first));
    const told = read();
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
    expect(told.result).to.deep.equal({ ok: true, value: values });
    const set = write({ id: 'DEPOT7-TRK042', name: 'Kran 7, Süd', key });
    expect(set.result.ok).to.equal(true);
    expect([...told.sent, ...set.sent]).to.deep.equal(asked(first));
  });

  it('has a second one, with a key, that the gateway holds so', () => {
    const set = talked(provision.open({ secrets: { key }, nonce: 0x5eed0043 }), script(second)).write({ int: 30 });
    expect(set.result.ok).to.equal(true);
    expect(set.sent).to.deep.equal(asked(second));
  });
});
