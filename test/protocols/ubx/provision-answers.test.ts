import { expect } from 'chai';
import type { Dialogue, ProvisioningResult, ProvisioningDriver } from '../../../src/protocols/provision.js';
import { provision } from '../../../src/protocols/ubx/provision.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { navPvt, ubxPacket } from '../../../src/simulator/ubx/packets.js';
import { bytes, chunksOf } from '../../support/protocols/framing.js';

const fix = {
  dateTime: '2026-11-21T08:22:34.560Z',
  latitude: 52.842278,
  longitude: -5.70582,
  speed: 10.289,
  course: 84.4,
  altitude: -1.5,
  satellites: 9,
  battery: 50,
};
const openDriver = (): ProvisioningDriver => provision.open({ secrets: {}, nonce: 1 });
const hexPacket = (message: number, payload: string): Buffer => ubxPacket(message, Buffer.from(payload, 'hex'));
const field = (text: string, size: number): Buffer => Buffer.concat([Buffer.from(text)], size);
const monVer = (...extensions: readonly string[]): Buffer =>
  ubxPacket(
    0x0a04,
    Buffer.concat([field('EXT CORE 1.00', 30), field('00190000', 10), ...extensions.map((text) => field(text, 30))]),
  );
const version = monVer('FWVER=HPG 1.13', 'PROTVER=27.12', 'MOD=ZED-F9P');
const chip = hexPacket(0x2703, '01000000cffb03d259');
const nak = (command: string): Buffer => hexPacket(0x0500, command);
const ack = (command: string): Buffer => hexPacket(0x0501, command);

/** Runs a dialogue; `responses[n]` arrives in pieces after the n-th packet is sent. `sent`: the packets as hex. */
function runDialogue<T>(
  dialogue: Dialogue<T>,
  responses: readonly Uint8Array[],
): { result: ProvisioningResult<T>; sent: string[] } {
  const sent: string[] = [];
  for (;;) {
    const next = dialogue.next();
    if (next.done === true) return { result: next.value, sent };
    const { send = '', onData } = next.value;
    const response = responses[sent.length];
    sent.push(Buffer.from(send).toString('hex'));
    if (response !== undefined) chunksOf(response, [5, 1, 64]).some(onData);
  }
}

describe('the replies of u-blox receivers', () => {
  it('replies are found among noise, sentences, live reports and other replies, however the stream is cut', () => {
    const noise = Buffer.concat([
      bytes('\xb5b\x0a\x04\xff\x00'),
      bytes(nmeaEpoch(fix)),
      navPvt(fix),
      ack('0601'),
      nak('068a'),
      hexPacket(0x0a04, ''),
      hexPacket(0x068b, '0100000001002130e803'),
      bytes('\xb5\xb5b'),
    ]);
    const identified = runDialogue(openDriver().identify(), [
      Buffer.concat([noise, version, noise]),
      Buffer.concat([noise, chip]),
    ]);
    expect(identified.result).to.have.deep.property('value', {
      hardwareId: 'CFFB03D259',
      model: 'ZED-F9P',
      firmware: 'HPG 1.13',
    });
    const value = hexPacket(0x068b, '010000000100741000');
    const read = runDialogue(openDriver().read(['ubxOut']), [Buffer.concat([noise, value, ack('068b')])]);
    expect(read.result).to.deep.equal({ ok: true, value: { ubxOut: false } });
  });

  it('a lost reply is requested again, and a receiver without any reply is reported as missing', () => {
    const nothing = Buffer.alloc(0);
    expect(runDialogue(openDriver().identify(), [nothing, version, nothing, nothing, chip]).result.ok).to.equal(true);
    const { result, sent } = runDialogue(openDriver().identify(), []);
    expect(result).to.include({ ok: false, code: 'no_answer' });
    expect(result)
      .to.have.property('message')
      .that.matches(/MON-VER.*is on.*baud rate.*UBX in and UBX out/);
    expect(sent).to.have.length(2);
  });

  it('an older generation is refused with the reason', () => {
    for (const older of [monVer('PROTVER=18.00', 'MOD=NEO-M8N'), monVer()]) {
      const { result, sent } = runDialogue(openDriver().identify(), [older]);
      expect(result).to.include({ ok: false, code: 'refused' });
      expect(result)
        .to.have.property('message')
        .that.matches(/CFG-VALSET.*version 27 \(u-blox 9 and later\)/);
      expect(sent).to.have.length(1);
    }
  });

  it('a receiver without a chip id is refused', () => {
    const refused = runDialogue(openDriver().identify(), [version, nak('2703')]).result;
    expect(refused).to.include({ ok: false, code: 'refused' });
    expect(refused).to.have.property('message').that.includes('SEC-UNIQID');
    expect(runDialogue(openDriver().identify(), [version]).result).to.include({ ok: false, code: 'no_answer' });
  });

  it('a well-formed reply with impossible content is reported as garbled', () => {
    const garbled = { ok: false, code: 'garbled' };
    expect(runDialogue(openDriver().identify(), [hexPacket(0x0a04, '00')]).result).to.include(garbled);
    expect(runDialogue(openDriver().identify(), [version, hexPacket(0x2703, '01')]).result).to.include(garbled);
    const cut = hexPacket(0x068b, '0100000001002130e8');
    expect(runDialogue(openDriver().read(['intervalMs']), [cut]).result).to.include(garbled);
  });

  it('settings are read one by one if the firmware does not support all of them', () => {
    const { result, sent } = runDialogue(openDriver().read(['intervalMs', 'navPvtUsb', 'rmcUart1']), [
      nak('068b'),
      hexPacket(0x068b, '0100000001002130e803'),
      nak('068b'),
      hexPacket(0x068b, '01000000ac00912005'),
    ]);
    expect(result).to.deep.equal({ ok: true, value: { intervalMs: 1_000, rmcUart1: 5 } });
    expect(sent).to.have.length(4);
    expect(runDialogue(openDriver().read(['intervalMs', 'baud']), [nak('068b')]).result).to.include({
      code: 'no_answer',
    });
  });

  it('a value outside the range of its setting is returned as read', () => {
    const { result } = runDialogue(openDriver().read(['intervalMs']), [hexPacket(0x068b, '01000000010021300a00')]);
    expect(result).to.deep.equal({ ok: true, value: { intervalMs: 10 } });
  });

  it('settings go to battery-backed memory on a module without flash', () => {
    const { result, sent } = runDialogue(openDriver().write({ intervalMs: 100 }), [nak('068a'), ack('068a')]);
    expect(result).to.deep.equal({ ok: true, value: undefined });
    expect(sent.map((packet) => packet.slice(4, 20))).to.deep.equal(['068a0a0000070000', '068a0a0000030000']);
  });

  it('a rejected write is reported with its settings', () => {
    const { result, sent } = runDialogue(openDriver().write({ intervalMs: 100 }), [nak('068a'), nak('068a')]);
    expect(result).to.include({ ok: false, code: 'refused' });
    expect(result).to.have.property('message').that.includes('{"intervalMs":100}');
    expect(sent).to.have.length(2);
  });

  it('a reply at the new baud rate proves the change even if the previous baud rate is unknown', () => {
    const now = hexPacket(0x068b, '010000000100524000c20100');
    expect(runDialogue(openDriver().write({ baud: 115_200 }), [nak('068b'), ack('068a'), now]).result.ok).to.equal(
      true,
    );
    const nowhere = runDialogue(openDriver().write({ baud: 115_200 }), [nak('068b'), ack('068a')]).result;
    expect(nowhere).to.include({ ok: false, code: 'no_answer' });
    expect(nowhere).to.have.property('message').that.includes('115200 bit/s').and.includes('try again');
  });
});
