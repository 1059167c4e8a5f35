import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { agreedTime } from '../../../src/domain/clock/clock-quality.js';
import { createGps, type Gps } from '../../../src/services/time/gps.js';
import { createNtp, type RunProgram } from '../../../src/services/time/ntp.js';
import { readRtc } from '../../../src/services/time/rtc.js';
import { createStepDetector } from '../../../src/services/time/step-detector.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';

const NOW = Date.parse('2026-11-25T12:00:00Z');

describe('readRtc', () => {
  const folder = useFolder();
  const clockIn = (name: string, text: string): void => {
    mkdirSync(join(folder(), name), { recursive: true });
    writeFileSync(join(folder(), name, 'since_epoch'), text);
  };

  it('the readable battery-backed clock nearest to the system time is used', () => {
    expect(readRtc(NOW, folder())).to.equal(null);
    mkdirSync(join(folder(), 'rtc0'));
    expect(readRtc(NOW, folder())).to.equal(null);
    clockIn('rtc1', '946684800\n');
    expect(readRtc(NOW, folder())).to.equal(Date.UTC(2000, 0, 1));
    clockIn('rtc2', `${NOW / 1000 + 2}\n`);
    clockIn('rtc3', 'noise');
    expect(readRtc(NOW, folder())).to.equal(NOW + 2_000);
  });

  it('a system without the folder has no battery-backed clock', () => {
    expect(readRtc(NOW, join(folder(), 'no'))).to.equal(null);
  });
});

describe('createNtp', () => {
  const folder = useFolder();
  const enoent = Object.assign(new Error('spawn ENOENT'), { code: 'ENOENT' });

  function ntpWith(answers: Readonly<Record<string, { exit: number; output: string }>>) {
    const asked: string[] = [];
    const run: RunProgram = (program) => {
      asked.push(program);
      const answer = answers[program];
      return answer === undefined ? Promise.reject(enoent) : Promise.resolve(answer);
    };
    return { asked, ntp: createNtp({ file: join(folder(), 'synchronized'), run }) };
  }

  it('the file of systemd-timesyncd decides, and no program runs', async () => {
    const { asked, ntp } = ntpWith({});
    const file = join(folder(), 'synchronized');
    writeFileSync(file, '');
    for (const [minutes, expected] of [
      [0, true],
      [60, true],
      [180, false],
      [-60, false],
    ] as const) {
      utimesSync(file, NOW / 1000, NOW / 1000);
      expect(await ntp.ask(NOW + minutes * 60_000), `${minutes} min`).to.equal(expected);
    }
    expect(asked).to.deep.equal([]);
    rmSync(file);
  });

  it('installed programs are asked each time, and a missing one only once', async () => {
    const { asked, ntp } = ntpWith({ chronyc: { exit: 0, output: 'Stratum : 3\nLeap status     : Normal\n' } });
    expect([await ntp.ask(NOW), await ntp.ask(NOW)]).to.deep.equal([true, true]);
    expect(asked).to.deep.equal(['timedatectl', 'chronyc', 'chronyc']);
  });

  it('the output of each program is read', async () => {
    for (const [program, exit, output, expected] of [
      ['timedatectl', 0, 'yes\n', true],
      ['timedatectl', 0, 'no\n', false],
      ['timedatectl', 1, 'Failed to connect to bus', null],
      ['chronyc', 0, 'Leap status     : Not synchronised\n', false],
      ['chronyc', 1, '506 Cannot talk to daemon', null],
      ['ntpstat', 0, 'synchronised to NTP server', true],
      ['ntpstat', 1, 'unsynchronised', false],
      ['ntpstat', 2, 'Unable to talk to NTP daemon', null],
    ] as const) {
      expect(await ntpWith({ [program]: { exit, output } }).ntp.ask(NOW), `${program} ${output}`).to.equal(expected);
    }
  });

  it('the answer is unknown without any program, and this machine can be asked', async () => {
    expect(await ntpWith({}).ntp.ask(NOW)).to.equal(null);
    expect(await createNtp({ file: join(folder(), 'no') }).ask(NOW)).to.be.oneOf([true, false, null]);
  });
});

/** A tracker on a port of its own. */
const portOf = (name: string) => ({ port: `/dev/${name}`, deviceId: name });

describe('createGps', () => {
  let clock: TestClock;
  let gps: Gps;
  beforeEach(() => {
    clock = createTestClock();
    gps = createGps(() => clock.monotonic());
  });
  const addFix = (source: string, dateTime: number): void => {
    gps.addFix(portOf(source), dateTime);
    clock.advance(5_000);
  };

  it('GNSS time needs three agreeing fixes of one tracker, and then runs on', () => {
    for (let fix = 0; fix < 3; fix++) {
      expect(agreedTime(gps.times())).to.equal(null);
      addFix('bus', NOW + fix * 5_000);
    }
    expect(agreedTime(gps.times())).to.equal(NOW + 15_000);
    clock.advance(60_000);
    expect(agreedTime(gps.times())).to.equal(NOW + 75_000);
    clock.advance(600_000);
    expect(agreedTime(gps.times())).to.equal(null);
  });

  it('fixes of two trackers do not add up, and times decades ago are rejected', () => {
    for (let fix = 0; fix < 2; fix++) {
      gps.addFix(portOf('a'), NOW + fix * 5_000);
      addFix('b', NOW + fix * 5_000);
    }
    expect(agreedTime(gps.times())).to.equal(null);
    for (let fix = 0; fix < 3; fix++) addFix('old', Date.parse('2007-04-11T12:00:00Z') + fix * 5_000);
    expect(agreedTime(gps.times())).to.equal(null);
  });

  it('buffered fixes sent together or too fast give no time', () => {
    for (let fix = 0; fix < 1_000; fix++) {
      gps.addFix(portOf('at-once'), NOW + fix * 1_000);
      gps.addFix(portOf('faster'), NOW + fix * 1_000);
      if (fix > 500) clock.advance(500);
    }
    expect(agreedTime(gps.times())).to.equal(null);
  });

  it('the trackers of one port count once, and give no time if they disagree', () => {
    const onOnePort = (deviceId: string, dateTime: number): void => {
      gps.addFix({ port: '/dev/radio', deviceId }, dateTime);
    };
    for (let fix = 0; fix < 3; fix++) {
      onOnePort('a', NOW + fix * 5_000);
      onOnePort('b', NOW + fix * 5_000 - 1_000);
      addFix('bus', NOW + fix * 5_000);
    }
    expect(gps.times()).to.deep.equal([NOW + 15_000, NOW + 15_000]);
    for (let fix = 0; fix < 3; fix++) {
      onOnePort('c', NOW + 3_600_000 + fix * 5_000);
      addFix('bus', NOW + 15_000 + fix * 5_000);
    }
    expect(gps.times()).to.deep.equal([NOW + 30_000]);
  });

  it('a port that invents trackers displaces no readings of other ports', () => {
    for (let fix = 0; fix < 3; fix++) addFix('bus', NOW + fix * 5_000);
    for (let other = 0; other < 1_000; other++) gps.addFix({ port: '/dev/hostile', deviceId: `t${other}` }, NOW);
    expect(gps.times()).to.deep.equal([NOW + 15_000]);
  });

  it('reset forgets all readings, and readings of a bounded number of trackers are kept', () => {
    for (let fix = 0; fix < 3; fix++) addFix('bus', NOW + fix * 5_000);
    gps.reset();
    expect(agreedTime(gps.times())).to.equal(null);
    for (let fix = 0; fix < 2; fix++) addFix('bus', NOW + fix * 5_000);
    for (let other = 0; other < 300; other++) gps.addFix(portOf(`t${other}`), NOW);
    addFix('bus', NOW + 10_000);
    expect(agreedTime(gps.times())).to.equal(null);
  });
});

describe('createStepDetector', () => {
  it('a step in either direction is reported once, and small corrections are not steps', () => {
    const clock = createTestClock();
    const steps = createStepDetector(clock);
    clock.advance(3_600_000);
    expect(steps()).to.equal(0);
    clock.step(1_500);
    expect(steps()).to.equal(0);
    clock.step(-7_200_000);
    expect(steps()).to.equal(-7_198_500);
    expect(steps()).to.equal(0);
    clock.step(7_200_000);
    expect(steps()).to.equal(7_200_000);
    expect(steps()).to.equal(0);
  });
});
