import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { wpt } from '../../../src/simulator/trackers/wpt.js';
import type { ProvisioningFault } from '../../../src/simulator/trackers/tracker.js';
import { readWptLine, wptLine } from '../../../src/simulator/wpt/line.js';

/** Starts a tracker. `request` returns its replies to a line with these fields. */
function start(provisioningFault?: ProvisioningFault) {
  let now = 0;
  let sent: string[] = [];
  const speeds: number[] = [];
  const tracker = wpt.create({
    deviceId: 'trk-1',
    now: () => now,
    random: () => 0.5,
    onSettled: () => undefined,
    send: (bytes) => void sent.push(Buffer.from(bytes).toString('latin1')),
    setBaudRate: (baudRate) => void speeds.push(baudRate),
    ...(provisioningFault === undefined ? {} : { provisioningFault }),
  });
  const takeSent = (): string[] => {
    const lines = sent.map((line) => (readWptLine(line.trim()) ?? ['?']).join());
    sent = [];
    return lines;
  };
  const request = (...fields: (string | number)[]): string[] => {
    tracker.onData(Buffer.from(wptLine(...fields)));
    return takeSent();
  };
  const wait = (ms: number): string[] => {
    for (const end = now + ms; now < end; now += 50) tracker.tick();
    return takeSent();
  };
  const nonce = (): string => request('IDN')[0]?.split(',')[8] ?? '';
  return { tracker, request, takeSent, wait, speeds, nonce };
}

const welcome = ['WEL', 1, 'gw', 'S1', 0, 2, '80000000', '', 16, 256];
const macOf = (key: string, text: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex').slice(0, 16).toUpperCase();
/** of `int=30` */
const digest = 'A67B';
const key = 'FFEEDDCCBBAA99887766554433221100';

describe('the settings of a WPT/1 tracker', () => {
  it('values are staged, committed together, and in the hello one second later', () => {
    const { request, wait } = start();
    expect(request('SET', 'C1', 'int', 30)).to.deep.equal(['RES,C1,OK,staged']);
    expect(request('GET', 'C2', 'int')).to.deep.equal(['VAL,C2,int,30', 'RES,C2,OK,1']);
    expect(request('COM', 'C3', digest, '')).to.deep.equal(['RES,C3,OK']);
    expect(request('IDN')).to.deep.equal([]);
    expect(wait(950)).to.deep.equal([]);
    expect(wait(100).join()).to.match(
      /^HEL,1,trk-1,80000000,1,1,sim,1,[0-9A-F]{8},fix\^2Calr\^2Ctlm\^2Ccfg=A67B\^2Chw=[0-9A-F]{16}$/,
    );
  });

  it('staged values are discarded by IDN and by a restart, and a commit needs the digest of all of them', () => {
    const { request, tracker, takeSent } = start();
    const forgets = [() => request('IDN'), () => (tracker.restart?.(), takeSent())];
    for (const [turn, forget] of forgets.entries()) {
      request('SET', `A${turn}`, 'int', 30);
      forget();
      expect(request('GET', 'G', 'int')).to.deep.equal(['VAL,G,int,60', 'RES,G,OK,1']);
      expect(request('COM', `B${turn}`, digest, '')).to.deep.equal([`RES,B${turn},ERR,FIELD,digest`]);
      expect(request('COM', `C${turn}`, 'FFFF', '')).to.deep.equal([`RES,C${turn},ERR,FIELD,digest`]);
    }
    request('SET', 'D', 'int', 30);
    request('SET', 'E', 'intm', 5);
    expect(request('COM', 'F', digest, '')).to.deep.equal(['RES,F,ERR,FIELD,digest']);
    expect(request('GET', 'G', 'int')[0]).to.equal('VAL,G,int,30');
  });

  it('a repeated command is executed once and gets the same reply', () => {
    const { request, wait } = start();
    request('SET', 'C1', 'int', 30);
    expect(request('SET', 'C1', 'int', 40)).to.deep.equal(['RES,C1,OK,staged']);
    expect(request('GET', 'C2', 'int')[0]).to.equal('VAL,C2,int,30');
    request('COM', 'C3', digest, '');
    wait(2_000);
    expect(request('COM', 'C3', digest, '')).to.deep.equal(['RES,C3,OK']);
    expect(wait(5_000)).to.deep.equal([]);
  });

  it('a new speed is reverted if no gateway answers for 30 s, also after a restart', () => {
    const { request, wait, tracker, speeds } = start();
    request('SET', 'C1', 'baud', 9600);
    request('COM', 'C2', 'FEED', '');
    wait(1_100);
    expect(speeds).to.deep.equal([9600]);
    wait(20_000);
    tracker.restart?.();
    wait(29_900);
    expect(speeds).to.deep.equal([9600]);
    expect(wait(200).join()).to.match(/\^2Ccfg\^2Chw=/);
    expect(speeds).to.deep.equal([9600, 115200]);
    request('SET', 'C3', 'baud', 9600);
    request('COM', 'C4', 'FEED', '');
    wait(1_100);
    request('ERR', 'HEL', 'AUTH', 'not known');
    wait(120_000);
    tracker.restart?.();
    expect(speeds).to.deep.equal([9600, 115200, 9600]);
  });

  it('a commit needs a MAC with the current key and the last nonce', () => {
    const { request, wait, nonce } = start();
    const first = nonce();
    request('SET', 'K', 'key', key);
    const [answer] = request('COM', 'L', '3D77', '');
    expect(answer).to.equal('RES,L,OK');
    wait(1_100);
    request(...welcome);
    const second = nonce();
    expect(second).to.not.equal(first);
    request('SET', 'C1', 'int', 30);
    const refused = (c: string, mac: string): void => {
      expect(request('COM', c, digest, mac)).to.deep.equal([`RES,${c},ERR,AUTH,mac`]);
    };
    refused('C2', '');
    refused('C3', macOf(key, `${first},${digest}`));
    refused('C4', macOf('00'.repeat(16), `${second},${digest}`));
    expect(request('COM', 'C5', digest, macOf(key, `${second},${digest}`))).to.deep.equal(['RES,C5,OK']);
  });

  it('the key is never returned, and unknown settings and values out of range are refused', () => {
    const { request } = start('password');
    expect(request('GET', 'C1', 'key')).to.deep.equal(['RES,C1,ERR,AUTH,key']);
    expect(request('GET', 'C2', '^2A').join())
      .to.match(/^VAL,C2,id,trk-1,VAL,C2,name,,.*RES,C2,OK,10$/)
      .and.not.match(/key/);
    expect(request('GET', 'C3', 'unknown')).to.deep.equal(['RES,C3,ERR,FIELD,unknown']);
    const wrong = { id: 'a b', name: 'x'.repeat(65), key: 'abc', int: 4, intm: 0, dist: -1, batch: 101, baud: 1200 };
    for (const [name, value] of Object.entries({ ...wrong, alr: 512, led: 2, gnss: 0 })) {
      expect(request('SET', `S${name}`, name, value)).to.deep.equal([`RES,S${name},ERR,RANGE,${name}`]);
    }
    expect(request('SET', 'C4', '__proto__', 1)).to.deep.equal(['RES,C4,ERR,FIELD,__proto__']);
  });

  it('RBT restarts the tracker, and FAC with the key resets it to factory settings', () => {
    const { request, wait, tracker } = start();
    tracker.report({
      dateTime: '2026-11-21T08:00:00Z',
      latitude: 1,
      longitude: 2,
      altitude: 3,
      speed: 4,
      course: 5,
      satellites: 6,
      battery: 7,
    });
    expect(request('RBT', 'C1')).to.deep.equal(['RES,C1,OK']);
    expect(wait(1_100).join()).to.match(/HEL,1,trk-1,/);
    expect(request('FAC', 'C2', '')).to.deep.equal(['RES,C2,OK']);
    expect(tracker.kept()).to.equal(1);
    expect(wait(1_100).join()).to.match(/HEL,1,,/);
    expect(tracker.kept()).to.equal(0);
    expect(start('password').request('FAC', 'C3', '')).to.deep.equal(['RES,C3,ERR,AUTH,mac']);
  });

  it('the provisioning faults store a longer interval, or stop the tracker until a restart', () => {
    const own = start('changes');
    own.request('SET', 'C1', 'int', 30);
    own.request('COM', 'C2', digest, '');
    expect(own.wait(1_100).join()).to.match(/cfg=A67B/);
    expect(own.request('GET', 'C3', 'int')[0]).to.equal('VAL,C3,int,60');
    const dying = start('dies');
    expect(dying.request('SET', 'C1', 'int', 30)).to.deep.equal([]);
    expect([...dying.request('IDN'), ...dying.wait(90_000)]).to.deep.equal([]);
    dying.tracker.restart?.();
    expect(dying.takeSent().join()).to.match(/^HEL,1,trk-1/);
    expect(dying.request('GET', 'C1', 'int')[0]).to.equal('VAL,C1,int,60');
  });
});
