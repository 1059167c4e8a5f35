import { expect } from 'chai';
import type { ProvisioningFault } from '../../../src/simulator/trackers/tracker.js';
import { readUbxPackets, ubxPacket } from '../../../src/simulator/ubx/packets.js';
import { createUbxReceiver } from '../../../src/simulator/ubx/receiver.js';

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
const valSet = 0x068a;
const valGet = 0x068b;
const rateOf = '01002130';
const yes = '0501:068a';
const no = '0500:068a';

/** A receiver. Its replies are `class and number:payload` in hexadecimal digits. */
function start(provisioningFault?: ProvisioningFault) {
  const sent: Buffer[] = [];
  const rates: number[] = [];
  const receiver = createUbxReceiver({
    deviceId: 'one',
    send: (bytes) => sent.push(Buffer.from(bytes)),
    now: () => 0,
    random: () => 0.5,
    onSettled: () => undefined,
    setBaudRate: (rate) => rates.push(rate),
    ...(provisioningFault && { provisioningFault }),
  });
  const receive = (bytes: Uint8Array): string[] => {
    receiver.onData(bytes);
    return readUbxPackets(Buffer.concat(sent.splice(0))).packets.map(
      ({ message, payload }) => `${message.toString(16).padStart(4, '0')}:${payload.toString('hex')}`,
    );
  };
  const request = (message: number, payload = ''): string[] => receive(ubxPacket(message, Buffer.from(payload, 'hex')));
  return { receiver, sent, rates, receive, request, rate: () => request(valGet, `00000000${rateOf}`)[0]?.slice(-4) };
}

describe('createUbxReceiver', () => {
  it('a poll returns the version or the chip id, and an unknown command is refused', () => {
    const { request } = start();
    expect(Buffer.from(request(0x0a04)[0]?.slice(5) ?? '', 'hex').toString()).to.match(
      /PROTVER=27\.12\0.*MOD=ZED-F9P\0/,
    );
    expect(request(0x2703)[0]).to.match(/^2703:01000000[0-9a-f]{10}$/);
    expect(request(0x0608)).to.deep.equal(['0500:0608']);
    expect(request(0x0135)).to.deep.equal([]);
  });

  it('a value in RAM is active until a restart, and a value in flash after it', () => {
    const { receiver, request, rate } = start();
    expect(request(valSet, `00010000${rateOf}c800`)).to.deep.equal([yes]);
    expect(rate()).to.equal('c800');
    receiver.restart?.();
    expect(rate()).to.equal('e803');
    expect(request(valSet, `00040000${rateOf}6400`)).to.deep.equal([yes]);
    expect(rate()).to.equal('e803');
    receiver.restart?.();
    expect(rate()).to.equal('6400');
  });

  it('VALSET sets all values or none: unknown keys, invalid values, missing layers and other versions are refused', () => {
    const { request, rate } = start();
    const wrong = ['0123456789', '01002130', '0100213018', '010021301800', '0100741002', '0100524000000000'];
    for (const item of wrong) expect(request(valSet, `00070000${rateOf}c800${item}`), item).to.deep.equal([no]);
    for (const header of ['00000000', '01070000', '00080000'])
      expect(request(valSet, `${header}${rateOf}c800`), header).to.deep.equal([no]);
    expect(request(valSet, '0007')).to.deep.equal([no]);
    expect(rate()).to.equal('e803');
  });

  it('VALGET returns the values and an acknowledgement, or only a refusal if a key is unknown', () => {
    const { request } = start();
    expect(request(valGet, `00000000${rateOf}01005240`)).to.deep.equal([
      '068b:0100000001002130e8030100524000960000',
      '0501:068b',
    ]);
    for (const wrong of [`00000000${rateOf}01234567`, `00020000${rateOf}`, '00000000', '00'])
      expect(request(valGet, wrong), wrong).to.deep.equal(['0500:068b']);
  });

  it('the baud rate changes before the acknowledgement, and a restart restores the rate in flash', () => {
    const { receiver, request, rates } = start();
    request(valSet, '000100000100524000c20100');
    request(valSet, '000100000100524000c20100');
    expect(rates).to.deep.equal([115_200]);
    receiver.restart?.();
    expect(rates).to.deep.equal([115_200, 38_400]);
  });

  it('a port without UBX sends nothing', () => {
    const { receiver, sent, request } = start();
    expect(request(valSet, '000100000100741000')).to.deep.equal([]);
    receiver.report(fix);
    expect(sent).to.be.empty;
    receiver.restart?.();
    receiver.report(fix);
    expect(sent).to.have.length(1);
  });

  it('commands are found between noise, damaged packets and endless packets, in chunks of any size', () => {
    const poll = ubxPacket(0x0608, Buffer.alloc(0));
    const damaged = Buffer.from(poll);
    damaged[7] = 0;
    const input = Buffer.concat([
      Buffer.from('b5b562ffffff7f', 'hex'),
      damaged,
      poll,
      Buffer.from('$GPRMC\r\nb5', 'latin1'),
      poll,
    ]);
    for (const size of [1, 3, input.length]) {
      const { receive } = start();
      const replies: string[] = [];
      for (let at = 0; at < input.length; at += size) replies.push(...receive(input.subarray(at, at + size)));
      expect(replies, `${size}`).to.deep.equal(['0500:0608', '0500:0608']);
    }
  });

  it('the provisioning faults lock the receiver, raise a short interval, or stop it once after the write', () => {
    const locked = start('password');
    expect(locked.request(valSet, `00070000${rateOf}c800`)).to.deep.equal([no]);
    const changing = start('changes');
    expect(changing.request(valSet, `00070000${rateOf}3200`)).to.deep.equal([yes]);
    expect(changing.rate()).to.equal('6400');
    changing.receiver.restart?.();
    expect(changing.rate()).to.equal('6400');
    const dying = start('dies');
    expect(dying.request(valSet, `00070000${rateOf}c800`)).to.deep.equal([]);
    dying.receiver.report(fix);
    expect(dying.request(0x0a04)).to.deep.equal([]);
    dying.receiver.restart?.();
    expect(dying.rate()).to.equal('c800');
    expect(dying.request(valSet, `00070000${rateOf}6400`)).to.deep.equal([yes]);
  });
});
