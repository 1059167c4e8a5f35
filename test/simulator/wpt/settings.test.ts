import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { wpt } from '../../../src/simulator/trackers/wpt.js';
import type { ProvisioningFault } from '../../../src/simulator/trackers/tracker.js';
import { readWptLine, wptLine } from '../../../src/simulator/wpt/line.js';

/** A tracker, and what it says to a line of these fields. */
function turnOn(provisioningFault?: ProvisioningFault) {
  let now = 0;
  let said: string[] = [];
  const speeds: number[] = [];
  const tracker = wpt.create({
    deviceId: 'trk-1',
    now: () => now,
    random: () => 0.5,
    onSettled: () => undefined,
    send: (bytes) => void said.push(Buffer.from(bytes).toString('latin1')),
    setBaudRate: (baudRate) => void speeds.push(baudRate),
    ...(provisioningFault === undefined ? {} : { provisioningFault }),
  });
  const told = (): string[] => {
    const lines = said.map((line) => (readWptLine(line.trim()) ?? ['?']).join());
    said = [];
    return lines;
  };
  const tell = (...fields: (string | number)[]): string[] => {
    tracker.onData(Buffer.from(wptLine(...fields)));
    return told();
  };
  const wait = (ms: number): string[] => {
    for (const end = now + ms; now < end; now += 50) tracker.tick();
    return told();
  };
  const nonce = (): string => tell('IDN')[0]?.split(',')[8] ?? '';
  return { tracker, tell, told, wait, speeds, nonce };
}

const welcome = ['WEL', 1, 'gw', 'S1', 0, 2, '80000000', '', 16, 256];
const macOf = (key: string, text: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex').slice(0, 16).toUpperCase();
/** that of `int=30` */
const digest = 'A67B';
const key = 'FFEEDDCCBBAA99887766554433221100';

describe('simulated tracker of WPT/1, set up', () => {
  it('stages, takes all at once, and says hello a second later with what it took', () => {
    const { tell, wait } = turnOn();
    expect(tell('SET', 'C1', 'int', 30)).to.deep.equal(['RES,C1,OK,staged']);
    expect(tell('GET', 'C2', 'int')).to.deep.equal(['VAL,C2,int,30', 'RES,C2,OK,1']);
    expect(tell('COM', 'C3', digest, '')).to.deep.equal(['RES,C3,OK']);
    expect(tell('IDN')).to.deep.equal([]);
    expect(wait(950)).to.deep.equal([]);
    expect(wait(100).join()).to.match(
      /^HEL,1,trk-1,80000000,1,1,sim,1,[0-9A-F]{8},fix\^2Calr\^2Ctlm\^2Ccfg=A67B\^2Chw=[0-9A-F]{16}$/,
    );
  });

  it('forgets what is staged when it is asked who it is, and over a power cut, and takes nothing but all of it', () => {
    const { tell, tracker, told } = turnOn();
    const forgets = [() => tell('IDN'), () => (tracker.restart?.(), told())];
    for (const [turn, forget] of forgets.entries()) {
      tell('SET', `A${turn}`, 'int', 30);
      forget();
      expect(tell('GET', 'G', 'int')).to.deep.equal(['VAL,G,int,60', 'RES,G,OK,1']);
      expect(tell('COM', `B${turn}`, digest, '')).to.deep.equal([`RES,B${turn},ERR,FIELD,digest`]);
      expect(tell('COM', `C${turn}`, 'FFFF', '')).to.deep.equal([`RES,C${turn},ERR,FIELD,digest`]);
    }
    tell('SET', 'D', 'int', 30);
    tell('SET', 'E', 'intm', 5);
    expect(tell('COM', 'F', digest, '')).to.deep.equal(['RES,F,ERR,FIELD,digest']);
    expect(tell('GET', 'G', 'int')[0]).to.equal('VAL,G,int,30');
  });

  it('does a command once, and says again what it said', () => {
    const { tell, wait } = turnOn();
    tell('SET', 'C1', 'int', 30);
    expect(tell('SET', 'C1', 'int', 40)).to.deep.equal(['RES,C1,OK,staged']);
    expect(tell('GET', 'C2', 'int')[0]).to.equal('VAL,C2,int,30');
    tell('COM', 'C3', digest, '');
    wait(2_000);
    expect(tell('COM', 'C3', digest, '')).to.deep.equal(['RES,C3,OK']);
    expect(wait(5_000)).to.deep.equal([]);
  });

  it('goes over to its new speed, and back when no gateway answers there for 30 s, over a power cut too', () => {
    const { tell, wait, tracker, speeds } = turnOn();
    tell('SET', 'C1', 'baud', 9600);
    tell('COM', 'C2', 'FEED', '');
    wait(1_100);
    expect(speeds).to.deep.equal([9600]);
    wait(20_000);
    tracker.restart?.();
    wait(29_900);
    expect(speeds).to.deep.equal([9600]);
    expect(wait(200).join()).to.match(/\^2Ccfg\^2Chw=/);
    expect(speeds).to.deep.equal([9600, 115200]);
    tell('SET', 'C3', 'baud', 9600);
    tell('COM', 'C4', 'FEED', '');
    wait(1_100);
    tell('ERR', 'HEL', 'AUTH', 'not known');
    wait(120_000);
    tracker.restart?.();
    expect(speeds).to.deep.equal([9600, 115200, 9600]);
  });

  it('wants to be shown the key it has, with the nonce it said last', () => {
    const { tell, wait, nonce } = turnOn();
    const first = nonce();
    tell('SET', 'K', 'key', key);
    const [answer] = tell('COM', 'L', '3D77', '');
    expect(answer).to.equal('RES,L,OK');
    wait(1_100);
    tell(...welcome);
    const second = nonce();
    expect(second).to.not.equal(first);
    tell('SET', 'C1', 'int', 30);
    const refused = (c: string, mac: string): void => {
      expect(tell('COM', c, digest, mac)).to.deep.equal([`RES,${c},ERR,AUTH,mac`]);
    };
    refused('C2', '');
    refused('C3', macOf(key, `${first},${digest}`));
    refused('C4', macOf('00'.repeat(16), `${second},${digest}`));
    expect(tell('COM', 'C5', digest, macOf(key, `${second},${digest}`))).to.deep.equal(['RES,C5,OK']);
  });

  it('tells no key, knows no other settings, and takes no value out of range', () => {
    const { tell } = turnOn('password');
    expect(tell('GET', 'C1', 'key')).to.deep.equal(['RES,C1,ERR,AUTH,key']);
    expect(tell('GET', 'C2', '^2A').join())
      .to.match(/^VAL,C2,id,trk-1,VAL,C2,name,,.*RES,C2,OK,10$/)
      .and.not.match(/key/);
    expect(tell('GET', 'C3', 'colour')).to.deep.equal(['RES,C3,ERR,FIELD,colour']);
    const wrong = { id: 'a b', name: 'x'.repeat(65), key: 'abc', int: 4, intm: 0, dist: -1, batch: 101, baud: 1200 };
    for (const [name, value] of Object.entries({ ...wrong, alr: 512, led: 2, gnss: 0 })) {
      expect(tell('SET', `S${name}`, name, value)).to.deep.equal([`RES,S${name},ERR,RANGE,${name}`]);
    }
    expect(tell('SET', 'C4', '__proto__', 1)).to.deep.equal(['RES,C4,ERR,FIELD,__proto__']);
  });

  it('starts anew when told to, and as if new when told so with the key', () => {
    const { tell, wait, tracker } = turnOn();
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
    expect(tell('RBT', 'C1')).to.deep.equal(['RES,C1,OK']);
    expect(wait(1_100).join()).to.match(/HEL,1,trk-1,/);
    expect(tell('FAC', 'C2', '')).to.deep.equal(['RES,C2,OK']);
    expect(tracker.kept()).to.equal(1);
    expect(wait(1_100).join()).to.match(/HEL,1,,/);
    expect(tracker.kept()).to.equal(0);
    expect(turnOn('password').tell('FAC', 'C3', '')).to.deep.equal(['RES,C3,ERR,AUTH,mac']);
  });

  it('may be in trouble: it keeps a longer interval, or falls silent until the power comes back', () => {
    const own = turnOn('changes');
    own.tell('SET', 'C1', 'int', 30);
    own.tell('COM', 'C2', digest, '');
    expect(own.wait(1_100).join()).to.match(/cfg=A67B/);
    expect(own.tell('GET', 'C3', 'int')[0]).to.equal('VAL,C3,int,60');
    const dying = turnOn('dies');
    expect(dying.tell('SET', 'C1', 'int', 30)).to.deep.equal([]);
    expect([...dying.tell('IDN'), ...dying.wait(90_000)]).to.deep.equal([]);
    dying.tracker.restart?.();
    expect(dying.told().join()).to.match(/^HEL,1,trk-1/);
    expect(dying.tell('GET', 'C1', 'int')[0]).to.equal('VAL,C1,int,60');
  });
});
