import { expect } from 'chai';
import type { Settings, ProvisioningDriver } from '../../../src/protocols/provision.js';
import { provision } from '../../../src/protocols/ubx/provision.js';
import type { TrackerContext, Tracker, TrackerKind } from '../../../src/simulator/trackers/tracker.js';
import { ubx } from '../../../src/simulator/trackers/ubx.js';
import { createTalkLine, type TalkLine, type TalkLineOptions } from '../../support/protocols/dialogue-harness.js';

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

/** Runs the dialogues of the procedure; false if one fails. */
function setUp(line: TalkLine, settings: Settings): boolean {
  const driver = openDriver();
  return line.run(driver.identify()).ok && line.run(driver.read(names)).ok && line.run(driver.write(settings)).ok;
}

/** A receiver that is plugged into one port after another. */
function movable(): TrackerKind {
  let tracker: Tracker | undefined;
  let current: TrackerContext;
  let baudRate = ubx.baudRate;
  return {
    ...ubx,
    create(context) {
      current = context;
      tracker ??= ubx.create({
        ...context,
        send: (bytes) => {
          current.send(bytes);
        },
        setBaudRate(rate) {
          baudRate = rate;
          current.setBaudRate?.(rate);
        },
      });
      context.setBaudRate?.(baudRate);
      return tracker;
    },
  };
}

/** A new connection to the same receiver at its current baud rate. */
function reconnect(kind: TrackerKind): TalkLine {
  const line = createLine({}, kind);
  line.baudRates.gateway = line.baudRates.tracker;
  return line;
}

describe('provisioning a u-blox receiver', () => {
  it('a receiver is identified by its chip id, which no restart changes, and has no device id', () => {
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

  it('the current values of the named and known settings are read', () => {
    expect(readOf(createLine())).to.deep.equal({ ok: true, value: before });
    expect(createLine().run(openDriver().read(['baud', 'color']))).to.deep.equal({
      ok: true,
      value: { baud: 38_400 },
    });
    const line = createLine();
    expect(line.run(openDriver().read(['color', 'toString']))).to.deep.equal({ ok: true, value: {} });
    expect(line.sent).to.be.empty;
  });

  it('all settings are written in one message and survive a restart', () => {
    const line = createLine();
    expect(writeOf(line, TARGET)).to.deep.equal({ ok: true, value: undefined });
    expect(line.sent.filter((bytes) => bytes.startsWith('\xb5b\x06\x8a'))).to.have.length(1);
    expect(readOf(line)).to.deep.equal({ ok: true, value: TARGET });
    line.tracker.restart?.();
    expect(readOf(line)).to.deep.equal({ ok: true, value: TARGET });
  });

  it('the baud rate changes even if the acknowledgement is lost', () => {
    const line = createLine();
    expect(writeOf(line, faster)).to.have.property('ok', true);
    expect(line.baudRates).to.deep.equal({ gateway: 115_200, tracker: 115_200 });
    line.tracker.restart?.();
    expect(line.baudRates.tracker).to.equal(115_200);
    expect(readOf(line)).to.deep.equal({ ok: true, value: faster });
  });

  it('provisioning can be repeated, and an empty set of settings sends nothing', () => {
    const line = createLine();
    for (let times = 0; times < 3; times += 1) expect(setUp(line, faster)).to.equal(true);
    const sent = line.sent.length;
    expect(writeOf(line, {})).to.have.property('ok', true);
    expect(line.sent).to.have.length(sent);
  });

  for (const [what, settings] of Object.entries({ 'same baud rate': TARGET, 'new baud rate': faster })) {
    it(`an interruption leaves all or nothing, and a repetition completes it, wherever it happens (${what})`, () => {
      const whole = createLine();
      expect(setUp(whole, settings)).to.equal(true);
      for (let upTo = 0; upTo <= whole.sent.length; upTo += 1) {
        const kind = movable();
        expect(setUp(createLine({ upTo }, kind), settings), `${upTo}`).to.equal(upTo === whole.sent.length);
        reconnect(kind).tracker.restart?.();
        const found = readOf(reconnect(kind));
        expect(found.ok && [before, settings], `${upTo}`).to.deep.include(found.ok && found.value);
        const again = reconnect(kind);
        expect(setUp(again, settings), `${upTo}`).to.equal(true);
        expect(readOf(again), `${upTo}`).to.deep.equal({ ok: true, value: settings });
      }
    });
  }

  it('a receiver that missed the command is found at its previous baud rate', () => {
    const kind = { ...ubx, create: (context: TrackerContext) => withoutMessage('\x06\x8a', ubx.create(context)) };
    const line = createLine({}, kind);
    const failed = writeOf(line, faster);
    expect(failed).to.include({ ok: false, code: 'no_answer' });
    expect(failed)
      .to.have.property('message')
      .that.matches(/no reply at 115200 bit\/s .* but at 38400/);
    expect(line.baudRates).to.deep.equal({ gateway: 38_400, tracker: 38_400 });
  });

  it('a locked receiver is reported with the rejected settings and changes nothing', () => {
    const line = createLine({ provisioningFault: 'password' });
    const failed = writeOf(line, TARGET);
    expect(failed).to.include({ ok: false, code: 'refused' });
    expect(failed)
      .to.have.property('message')
      .that.includes('"intervalMs":200')
      .and.matches(/changed nothing.*locked/);
    expect(readOf(line)).to.deep.equal({ ok: true, value: before });
  });

  it('a value that the firmware changed is read back as changed', () => {
    const line = createLine({ provisioningFault: 'changes' });
    expect(writeOf(line, { intervalMs: 50 })).to.have.property('ok', true);
    expect(line.run(openDriver().read(['intervalMs']))).to.deep.equal({ ok: true, value: { intervalMs: 100 } });
  });

  it('a receiver that stops is reported after a bounded time and can be completed after a power cycle', () => {
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

  it('invalid settings are refused before anything is sent', () => {
    const line = createLine();
    const wrong: Record<string, Settings> = {
      'no setting color': { color: 1 },
      'no setting constructor': { constructor: 1 },
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

/** A tracker that never receives messages of one kind. */
const withoutMessage = (message: string, tracker: Tracker): Tracker => ({
  ...tracker,
  onData(bytes) {
    if (!Buffer.from(bytes).toString('latin1').startsWith(message, 2)) tracker.onData(bytes);
  },
});
