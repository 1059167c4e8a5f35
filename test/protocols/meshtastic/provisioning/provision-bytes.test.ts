import { expect } from 'chai';
import { provision } from '../../../../src/protocols/meshtastic/provisioning/provision.js';
import type { Step } from '../../../../src/protocols/provision.js';
import { createMeshLine } from '../../../support/protocols/mesh-line.js';

const hex = (bytes: string | Uint8Array): string => Buffer.from(bytes as string, 'latin1').toString('hex');
const fromHex = (...parts: readonly string[]): Buffer => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex');

const to = '15 0100c0a5';
const wake = 'c3'.repeat(32);
const me = '94c30008 1a06 0881 8080 ae0a';
const metadata = '94c3000b 6a09 0a05 322e372e31 482b';
const configuration = '94c30004 38ac9e04';
const foreign = '94c30005 38eeff8306';

describe('the bytes of Meshtastic provisioning', () => {
  it('a write sends exactly these bytes', () => {
    const line = createMeshLine({ nonce: 0xc0ffee });
    line.write({ longName: 'Van 7', broadcastSecs: 300 });
    const key = 'a5'.repeat(32);
    const user = `0a09 216135633030303031 1a04 30303031 286e 4220${key} 1205 56616e2037`;
    const position = '1001 2878 38ab06 5064 58ac02 6022 6801 08ac02';
    const expected = [
      `${wake} 94c30004 18ac9e04`,
      `94c30018 0a16 ${to} 2208 0806 1202 1801 1801 35efffc000 5001`,
      `94c30018 0a16 ${to} 2208 0806 1202 2801 1801 35f0ffc000 5001`,
      `94c30019 0a17 ${to} 2209 0806 1203 800401 1801 35f1ffc000 5001`,
      `94c30055 0a53 ${to} 2245 0806 123f 82023c ${user} 1801 35f2ffc000 5001`,
      `94c3002e 0a2c ${to} 221e 0806 1218 920215 1213 ${position} 1801 35f3ffc000 5001`,
      `94c30019 0a17 ${to} 2209 0806 1203 880401 1801 35f4ffc000 5001`,
      `${wake} 94c30004 18ac9e04`,
    ];
    expect(line.sent.map(hex)).to.deep.equal(expected.map((frame) => frame.replaceAll(' ', '')));
  });

  it('the first request is for the configuration only, the second for everything with a unique number', () => {
    for (const [nonce, second] of [
      [0xc0ffee, '18efff8306'],
      [69_419, '18ae9e04'],
      [69_420, '18ae9e04'],
      [0xffff_ffff, '1801'],
    ] as const) {
      const identify = provision.open({ secrets: {}, nonce }).identify();
      const numbers = [identify.next(), identify.next()].map(({ value }) =>
        hex((value as Step).send ?? '').slice(wake.length + 8),
      );
      expect(numbers).to.deep.equal(['18ac9e04', second]);
    }
  });

  it('responses in the bytes of real firmware are read', () => {
    const driver = provision.open({ secrets: {}, nonce: 0xc0ffee });
    const identify = driver.identify();
    const first = identify.next().value as Step;
    expect(first.onData(fromHex(me.slice(0, 13)))).to.equal(false);
    expect(first.onData(fromHex(me.slice(13), metadata))).to.equal(true);
    const rest = identify.next().value as Step;
    expect(rest).to.not.have.property('send');
    expect(rest.onData(fromHex(foreign))).to.equal(true);
    // The reply went to another client: the request is repeated, and a reply to any own request counts.
    const again = identify.next().value as Step;
    expect(hex(again.send ?? '')).to.equal(`${wake}94c3000518efff8306`);
    expect(again.onData(fromHex(me, configuration))).to.equal(true);
    expect(identify.next().value).to.deep.equal({
      ok: true,
      value: {
        hardwareId: 'a5c00001',
        deviceId: 'a5c00001',
        model: 'Meshtastic, hardware model 43',
        firmware: '2.7.1',
      },
    });
    const read = driver.read(['longName', 'shortName', 'gpsMode', 'fixedPosition']);
    const owner = read.next().value as Step;
    expect(hex(owner.send ?? '')).to.include('35f0ffc0005001');
    const user = '1205 56616e2037 1a02 5637';
    const packet = `0d 0100c0a5 ${to}`;
    owner.onData(fromHex('94c30024', '1222', packet, '2216', '0806 120d 220b', user, '35f0ffc000'));
    const position = read.next().value as Step;
    position.onData(fromHex('94c3001f', '121d', packet, '2211', '0806 1208 3206 1204', '1801 6802', '35f1ffc000'));
    expect(read.next()).to.deep.equal({
      done: true,
      value: { ok: true, value: { longName: 'Van 7', shortName: 'V7', fixedPosition: true, gpsMode: 2 } },
    });
  });

  it('a rejection by the node is reported with its reason', () => {
    const driver = provision.open({ secrets: {}, nonce: 0xc0ffee });
    const identify = driver.identify();
    (identify.next().value as Step).onData(fromHex(me, metadata, configuration));
    identify.next();
    const write = driver.write({ gpsMode: 0 });
    const step = write.next().value as Step;
    step.onData(fromHex('94c30019', '1217', `0d 0100c0a5 ${to}`, '220b', '0805 1202 1821 35efffc000'));
    expect(write.next().value).to.include({ ok: false, code: 'refused' }).and.property('message').include('error 33');
  });
});
