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

/** A receiver, and what it says to what it hears: class and number of each message, and its payload. */
function begin(provisioningFault?: ProvisioningFault) {
  const said: Buffer[] = [];
  const speeds: number[] = [];
  const receiver = createUbxReceiver({
    deviceId: 'one',
    send: (bytes) => said.push(Buffer.from(bytes)),
    now: () => 0,
    random: () => 0.5,
    onSettled: () => undefined,
    setBaudRate: (rate) => speeds.push(rate),
    ...(provisioningFault && { provisioningFault }),
  });
  const hear = (bytes: Uint8Array): string[] => {
    receiver.onData(bytes);
    return readUbxPackets(Buffer.concat(said.splice(0))).packets.map(
      ({ message, payload }) => `${message.toString(16).padStart(4, '0')}:${payload.toString('hex')}`,
    );
  };
  const tell = (message: number, payload = ''): string[] => hear(ubxPacket(message, Buffer.from(payload, 'hex')));
  return { receiver, said, speeds, hear, tell, rate: () => tell(valGet, `00000000${rateOf}`)[0]?.slice(-4) };
}

describe('simulated u-blox receiver', () => {
  it('answers a poll with its version, or the number of its chip, and refuses a command that it does not know', () => {
    const { tell } = begin();
    expect(Buffer.from(tell(0x0a04)[0]?.slice(5) ?? '', 'hex').toString()).to.match(/PROTVER=27\.12\0.*MOD=ZED-F9P\0/);
    expect(tell(0x2703)[0]).to.match(/^2703:01000000[0-9a-f]{10}$/);
    expect(tell(0x0608)).to.deep.equal(['0500:0608']);
    expect(tell(0x0135)).to.deep.equal([]);
  });

  it('has what is set in RAM until the power goes, and what is set in flash from then on', () => {
    const { receiver, tell, rate } = begin();
    expect(tell(valSet, `00010000${rateOf}c800`)).to.deep.equal([yes]);
    expect(rate()).to.equal('c800');
    receiver.restart?.();
    expect(rate()).to.equal('e803');
    expect(tell(valSet, `00040000${rateOf}6400`)).to.deep.equal([yes]);
    expect(rate()).to.equal('e803');
    receiver.restart?.();
    expect(rate()).to.equal('6400');
  });

  it('sets all or none: an unknown key, a value out of its range or cut, no layer, another version are refused', () => {
    const { tell, rate } = begin();
    const wrong = ['0123456789', '01002130', '0100213018', '010021301800', '0100741002', '0100524000000000'];
    for (const item of wrong) expect(tell(valSet, `00070000${rateOf}c800${item}`), item).to.deep.equal([no]);
    for (const header of ['00000000', '01070000', '00080000'])
      expect(tell(valSet, `${header}${rateOf}c800`), header).to.deep.equal([no]);
    expect(tell(valSet, '0007')).to.deep.equal([no]);
    expect(rate()).to.equal('e803');
  });

  it('says values and then that it has, and nothing but a refusal where it does not know a key', () => {
    const { tell } = begin();
    expect(tell(valGet, `00000000${rateOf}01005240`)).to.deep.equal([
      '068b:0100000001002130e8030100524000960000',
      '0501:068b',
    ]);
    for (const wrong of [`00000000${rateOf}01234567`, `00020000${rateOf}`, '00000000', '00'])
      expect(tell(valGet, wrong), wrong).to.deep.equal(['0500:068b']);
  });

  it('goes over to its new speed before it says that it has, and has the one in flash after a restart', () => {
    const { receiver, tell, speeds } = begin();
    tell(valSet, '000100000100524000c20100');
    tell(valSet, '000100000100524000c20100');
    expect(speeds).to.deep.equal([115_200]);
    receiver.restart?.();
    expect(speeds).to.deep.equal([115_200, 38_400]);
  });

  it('says nothing at all without UBX on its port', () => {
    const { receiver, said, tell } = begin();
    expect(tell(valSet, '000100000100741000')).to.deep.equal([]);
    receiver.report(fix);
    expect(said).to.be.empty;
    receiver.restart?.();
    receiver.report(fix);
    expect(said).to.have.length(1);
  });

  it('hears a command between garbage, damaged ones and endless ones, however it is cut', () => {
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
      const { hear } = begin();
      const answers: string[] = [];
      for (let at = 0; at < input.length; at += size) answers.push(...hear(input.subarray(at, at + size)));
      expect(answers, `${size}`).to.deep.equal(['0500:0608', '0500:0608']);
    }
  });

  it('has its troubles: locked, raising a short interval, and dying once with what it was told written down', () => {
    const locked = begin('password');
    expect(locked.tell(valSet, `00070000${rateOf}c800`)).to.deep.equal([no]);
    const changing = begin('changes');
    expect(changing.tell(valSet, `00070000${rateOf}3200`)).to.deep.equal([yes]);
    expect(changing.rate()).to.equal('6400');
    changing.receiver.restart?.();
    expect(changing.rate()).to.equal('6400');
    const dying = begin('dies');
    expect(dying.tell(valSet, `00070000${rateOf}c800`)).to.deep.equal([]);
    dying.receiver.report(fix);
    expect(dying.tell(0x0a04)).to.deep.equal([]);
    dying.receiver.restart?.();
    expect(dying.rate()).to.equal('c800');
    expect(dying.tell(valSet, `00070000${rateOf}6400`)).to.deep.equal([yes]);
  });
});
