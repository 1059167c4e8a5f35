import { expect } from 'chai';
import type { Settings, ProvisioningDriver } from '../../../src/protocols/provision.js';
import { provision } from '../../../src/protocols/ubx/provision.js';
import type { TrackerContext, Tracker, TrackerKind } from '../../../src/simulator/trackers/tracker.js';
import { ubx } from '../../../src/simulator/trackers/ubx.js';
import { createTalkLine, type TalkLine, type TalkLineOptions } from '../../support/talk.js';

const before: Settings = {
  intervalMs: 1_000,
  navPvtUart1: 1,
  navPvtUsb: 0,
  baud: 38_400,
  ubxOut: true,
  nmeaOut: true,
  rmcUart1: 1,
};
const TARGET: Settings = { ...before, intervalMs: 200, navPvtUart1: 2, navPvtUsb: 1, nmeaOut: false, rmcUart1: 0 };
const faster: Settings = { ...TARGET, baud: 115_200 };
const names = Object.keys(provision.settings);

const openDriver = (): ProvisioningDriver => provision.open({ secrets: {}, nonce: 1 });
const createLine = (options: Omit<TalkLineOptions, 'deviceId'> = {}, kind = ubx) =>
  createTalkLine(kind, { deviceId: 'one', ...options });
const chipOf = (line: TalkLine) => line.run(openDriver().identify());
const readOf = (line: TalkLine) => line.run(openDriver().read(names));
const writeOf = (line: TalkLine, settings: Settings) => line.run(openDriver().write(settings));

/** Everything that the procedure says, at once: false when it breaks off. */
function setUp(line: TalkLine, settings: Settings): boolean {
  const driver = openDriver();
  return line.run(driver.identify()).ok && line.run(driver.read(names)).ok && line.run(driver.write(settings)).ok;
}

/** One receiver whose cable is put on one line after the other. */
function movable(): TrackerKind {
  let tracker: Tracker | undefined;
  let on: TrackerContext;
  let baudRate = ubx.baudRate;
  return {
    ...ubx,
    create(onBoard) {
      on = onBoard;
      tracker ??= ubx.create({
        ...onBoard,
        send: (bytes) => {
          on.send(bytes);
        },
        setBaudRate(rate) {
          baudRate = rate;
          on.setBaudRate?.(rate);
        },
      });
      onBoard.setBaudRate?.(baudRate);
      return tracker;
    },
  };
}

/** A line to the same receiver at the speed that it has. */
function next(kind: TrackerKind): TalkLine {
  const line = createLine({}, kind);
  line.baudRates.gateway = line.baudRates.tracker;
  return line;
}

describe('setting up a u-blox receiver', () => {
  it('knows it by the number of its chip, which no restart changes; its reports carry no name', () => {
    const line = createLine();
    const unit = chipOf(line);
    expect(unit).to.deep.include({ ok: true });
    expect(unit).to.have.deep.property('value', {
      hardwareId: unit.ok && unit.value.hardwareId,
      model: 'ZED-F9P',
      firmware: 'HPG 1.13',
    });
    expect(unit.ok && unit.value.hardwareId).to.match(/^[0-9A-F]{10}$/);
    line.tracker.restart?.();
    expect(chipOf(line)).to.deep.equal(unit);
    expect(chipOf(createTalkLine(ubx, { deviceId: 'two' }))).to.not.deep.equal(unit);
  });

  it('reads what is in force, of the settings named that there are', () => {
    expect(readOf(createLine())).to.deep.equal({ ok: true, value: before });
    expect(createLine().run(openDriver().read(['baud', 'colour']))).to.deep.equal({
      ok: true,
      value: { baud: 38_400 },
    });
    const line = createLine();
    expect(line.run(openDriver().read(['colour', 'toString']))).to.deep.equal({ ok: true, value: {} });
    expect(line.sent).to.be.empty;
  });

  it('sets everything in one message, and reads back the same, also after a restart', () => {
    const line = createLine();
    expect(writeOf(line, TARGET)).to.deep.equal({ ok: true, value: undefined });
    expect(line.sent.filter((bytes) => bytes.startsWith('\xb5b\x06\x8a'))).to.have.length(1);
    expect(readOf(line)).to.deep.equal({ ok: true, value: TARGET });
    line.tracker.restart?.();
    expect(readOf(line)).to.deep.equal({ ok: true, value: TARGET });
  });

  it('goes over to another speed with it, though the acknowledgement is lost', () => {
    const line = createLine();
    expect(writeOf(line, faster)).to.have.property('ok', true);
    expect(line.baudRates).to.deep.equal({ gateway: 115_200, tracker: 115_200 });
    line.tracker.restart?.();
    expect(line.baudRates.tracker).to.equal(115_200);
    expect(readOf(line)).to.deep.equal({ ok: true, value: faster });
  });

  it('does the same again as if it were new, and sends nothing for no settings', () => {
    const line = createLine();
    for (let times = 0; times < 3; times += 1) expect(setUp(line, faster)).to.equal(true);
    const sent = line.sent.length;
    expect(writeOf(line, {})).to.have.property('ok', true);
    expect(line.sent).to.have.length(sent);
  });

  for (const [what, settings] of Object.entries({ 'the same speed': TARGET, 'another speed': faster })) {
    it(`leaves nothing half, and is completed when done again, wherever the line dies (${what})`, () => {
      const whole = createLine();
      expect(setUp(whole, settings)).to.equal(true);
      for (let upTo = 0; upTo <= whole.sent.length; upTo += 1) {
        const kind = movable();
        expect(setUp(createLine({ upTo }, kind), settings), `${upTo}`).to.equal(upTo === whole.sent.length);
        next(kind).tracker.restart?.();
        const found = readOf(next(kind));
        expect(found.ok && [before, settings], `${upTo}`).to.deep.include(found.ok && found.value);
        const again = next(kind);
        expect(setUp(again, settings), `${upTo}`).to.equal(true);
        expect(readOf(again), `${upTo}`).to.deep.equal({ ok: true, value: settings });
      }
    });
  }

  it('finds a receiver that has not heard it still at its old speed, and stays there', () => {
    const kind = { ...ubx, create: (onBoard: TrackerContext) => deafTo('\x06\x8a', ubx.create(onBoard)) };
    const line = createLine({}, kind);
    const failed = writeOf(line, faster);
    expect(failed).to.include({ ok: false, code: 'no_answer' });
    expect(failed)
      .to.have.property('message')
      .that.matches(/no reply at 115200 bit\/s .* but at 38400/);
    expect(line.baudRates).to.deep.equal({ gateway: 38_400, tracker: 38_400 });
  });

  it('says that a locked receiver refuses, what, and that nothing was changed', () => {
    const line = createLine({ provisioningFault: 'password' });
    const failed = writeOf(line, TARGET);
    expect(failed).to.include({ ok: false, code: 'refused' });
    expect(failed)
      .to.have.property('message')
      .that.includes('"intervalMs":200')
      .and.matches(/changed nothing.*locked/);
    expect(readOf(line)).to.deep.equal({ ok: true, value: before });
  });

  it('reads back what a firmware keeps in place of what it was told', () => {
    const line = createLine({ provisioningFault: 'changes' });
    expect(writeOf(line, { intervalMs: 50 })).to.have.property('ok', true);
    expect(line.run(openDriver().read(['intervalMs']))).to.deep.equal({ ok: true, value: { intervalMs: 100 } });
  });

  it('is silent for a bounded time about a receiver that dies, and completes it when the power is back', () => {
    const line = createLine({ provisioningFault: 'dies' });
    const failed = writeOf(line, TARGET);
    expect(failed).to.include({ ok: false, code: 'no_answer' });
    expect(failed).to.have.property('message').that.includes('try again');
    const sent = line.sent.length;
    expect(chipOf(line)).to.include({ ok: false, code: 'no_answer' });
    expect(line.sent.length - sent).to.equal(2);
    line.tracker.restart?.();
    expect(setUp(line, TARGET)).to.equal(true);
    expect(readOf(line)).to.deep.equal({ ok: true, value: TARGET });
  });

  it('sends nothing of what cannot be set', () => {
    const line = createLine();
    const wrong: Record<string, Settings> = {
      'There is no setting colour': { colour: 1 },
      'There is no setting constructor': { constructor: 1 },
      'intervalMs cannot be 24: expected a whole number from 25 to 65535': { intervalMs: 24 },
      'intervalMs cannot be 65536': { intervalMs: 65_536 },
      'navPvtUart1 cannot be 1.5': { navPvtUart1: 1.5 },
      'navPvtUsb cannot be "1"': { navPvtUsb: '1' },
      'nmeaOut cannot be 1: expected true or false': { nmeaOut: 1 },
      'baud cannot be 230400: expected 4800, 9600': { ...TARGET, baud: 230_400 },
    };
    for (const [message, settings] of Object.entries(wrong)) {
      const failed = writeOf(line, settings);
      expect(failed).to.include({ ok: false, code: 'refused' });
      expect(failed).to.have.property('message').that.includes(message);
    }
    expect(line.sent).to.be.empty;
  });
});

/** A tracker that messages of one kind do not reach. */
const deafTo = (message: string, tracker: Tracker): Tracker => ({
  ...tracker,
  onData(bytes) {
    if (!Buffer.from(bytes).toString('latin1').startsWith(message, 2)) tracker.onData(bytes);
  },
});
