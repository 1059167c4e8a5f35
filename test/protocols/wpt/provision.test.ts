import { expect } from 'chai';
import type { Dialogue, Settings } from '../../../src/protocols/provision.js';
import { wpt as protocol } from '../../../src/protocols/wpt/index.js';
import { createWptFramer, encodeLine } from '../../../src/protocols/wpt/line.js';
import { provision } from '../../../src/protocols/wpt/provision.js';
import { wpt } from '../../../src/simulator/trackers/wpt.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { framesOf } from '../../support/protocols/framing.js';
import { createTalkLine, type TalkLine, type TalkLineOptions } from '../../support/protocols/dialogue-harness.js';
import { carried, openTalk, welcomed } from '../../support/protocols/wpt-talk.js';

const names = Object.keys(provision.settings);
const key = '000102030405060708090A0B0C0D0E0F';
const wanted: Settings = {
  id: 'DEPOT7-TRK042',
  name: 'Kran, 7 * «Süd» ^$!~\\',
  int: 120,
  led: false,
  alr: 3,
  gnss: 63,
};

const plug = (options: Partial<TalkLineOptions> = {}): TalkLine =>
  createTalkLine(wpt, { deviceId: 'trk-1', ...options });

describe('provisioning a WPT/1 tracker', () => {
  const talkTo = (line: TalkLine, ownKey?: string) => {
    const talk = openTalk(ownKey);
    return {
      identify: () => line.run(welcomed(talk.identify(), line.tracker)),
      read: () => line.run(welcomed(talk.read(names), line.tracker)),
      write: (settings: Settings) => line.run(welcomed(talk.write(settings), line.tracker)),
      proves: (settings: Settings) => line.run(welcomed(talk.proves?.(settings) ?? talk.write({}), line.tracker)),
    };
  };
  const typesOf = (line: TalkLine): string =>
    framesOf(createWptFramer().push(Buffer.from(line.sent.join(''))))
      .map(({ type }) => type)
      .join(' ');

  it('a tracker is identified by its hardware id, whatever its device id', () => {
    const line = plug({ deviceId: '' });
    const talk = talkTo(line);
    const unit = { hardwareId: 'E3B0C44298FC1C14', model: 'sim', firmware: '1' };
    expect(talk.identify()).to.deep.equal({ ok: true, value: unit });
    expect(talk.write(wanted)).to.deep.equal({ ok: true, value: undefined });
    expect(talk.identify()).to.deep.equal({ ok: true, value: { ...unit, deviceId: 'DEPOT7-TRK042' } });
  });

  it('every setting except the key is read in the form in which it is written', () => {
    const line = plug();
    const values = { id: 'trk-1', name: '', int: 60, intm: 10, dist: 100, batch: 1, baud: 115200, alr: 511, led: true };
    expect(talkTo(line).read()).to.deep.equal({ ok: true, value: { ...values, gnss: 5 } });
    expect(line.run(openTalk().read(['int', 'key', 'color']))).to.deep.equal({ ok: true, value: { int: 60 } });
  });

  it('written settings survive a power cut and long silence', () => {
    const line = plug();
    const talk = talkTo(line);
    const before = talk.read();
    expect(talk.write(wanted).ok).to.equal(true);
    expect(typesOf(line)).to.equal(`IDN GET IDN${' SET'.repeat(6)} COM`);
    line.wait(120_000);
    line.tracker.restart?.();
    const after = talk.read();
    expect(after.ok && before.ok && after.value).to.deep.equal({ ...(before.ok && before.value), ...wanted });
  });

  it('an empty set of settings sends nothing', () => {
    const line = plug();
    expect(talkTo(line).write({}).ok).to.equal(true);
    expect(line.sent).to.deep.equal([]);
  });

  it('a tracker proves by its refusals which key it has, and the test changes nothing', () => {
    const line = plug();
    const talk = talkTo(line);
    expect(talk.proves({ key })).to.deep.equal({ ok: true, value: false });
    expect(talk.write({ key }).ok).to.equal(true);
    line.sent.length = 0;
    expect(talk.proves({ key })).to.deep.equal({ ok: true, value: true });
    expect(talk.proves({ key: key.replaceAll('0', 'F') })).to.deep.equal({ ok: true, value: false });
    expect(talk.proves({ key, other: 'unknown' })).to.deep.equal({ ok: true, value: false });
    expect(typesOf(line)).to.equal('IDN COM COM IDN COM COM');
    expect(talkTo(line).read()).to.nested.include({ 'value.int': 60 });
  });

  it('gateway and tracker change the baud rate together', () => {
    const line = plug();
    const talk = talkTo(line);
    expect(talk.write({ baud: 9600, int: 30 }).ok).to.equal(true);
    expect(line.baudRates).to.deep.equal({ gateway: 9600, tracker: 9600 });
    line.wait(120_000);
    expect(talk.read()).to.deep.include({ ok: true }).and.nested.include({ 'value.baud': 9600, 'value.int': 30 });
  });

  it('the tracker restores its previous settings if no gateway replies with the new ones', () => {
    const line = plug();
    expect(line.run(openTalk().write({ baud: 9600, int: 30 })).ok).to.equal(true);
    line.wait(29_000);
    expect(line.baudRates.tracker).to.equal(9600);
    line.wait(1_000);
    expect(line.baudRates.tracker).to.equal(115_200);
    line.baudRates.gateway = 115_200;
    expect(line.run(openTalk().read(['baud', 'int']))).to.have.deep.property('value', { baud: 115200, int: 60 });
  });

  it('the tracker is found at its previous baud rate if the cable does not support the new one', () => {
    const line = plug();
    const dialogue = welcomed(openTalk().write({ baud: 9600 }), line.tracker);
    const result = line.run(carried(dialogue, () => line.baudRates.tracker !== 9600));
    expect(result).to.include({ ok: false, code: 'no_answer' });
    expect(!result.ok && result.message).to.match(/at 9600 baud; it is back at 115200 baud with its previous settings/);
    expect(line.baudRates).to.deep.equal({ gateway: 115_200, tracker: 115_200 });
  });

  it('the first key needs no mac, and later writes need the key', () => {
    const line = plug();
    expect(talkTo(line).write({ key, int: 30 }).ok).to.equal(true);
    for (const [ownKey, isAccepted] of [
      [undefined, false],
      ['F'.repeat(32), false],
      [key, true],
    ] as const) {
      const result = talkTo(line, ownKey).write({ id: 'other' });
      expect(result.ok).to.equal(isAccepted);
      if (!result.ok)
        expect(result)
          .to.deep.include({ code: 'refused' })
          .and.property('message')
          .match(/pass its current key as `key`/);
    }
    expect(talkTo(line, 'short').write({ id: 'x' }))
      .to.have.property('message')
      .match(/nothing was sent.*32 hexa/);
    // A repetition after the reply was lost: the tracker already has the new key.
    expect(talkTo(line).write({ key, int: 30 }).ok).to.equal(true);
    expect(talkTo(line, key).write({ key: 'a'.repeat(32) }).ok).to.equal(true);
  });

  it('previous settings are restored with the new key, including an empty id', () => {
    const line = plug({ deviceId: '' });
    const talk = openTalk();
    const run = (dialogue: Dialogue<unknown>) => line.run(welcomed(dialogue, line.tracker));
    const before = run(talk.read(names));
    expect(run(talk.write({ ...wanted, key })).ok).to.equal(true);
    expect(run(talk.write({ id: '', name: '', int: 60, led: true, alr: 511, gnss: 5 })).ok).to.equal(true);
    line.wait(60_000);
    expect(run(talk.read(names))).to.deep.equal(before);
    expect(before).to.have.nested.property('value.id', '');
  });

  it('another key, a changed value and a tracker that stops are reported differently', () => {
    const locked = plug({ provisioningFault: 'password' });
    expect(talkTo(locked).write(wanted)).to.include({ code: 'refused' });
    const changing = plug({ provisioningFault: 'changes' });
    expect(talkTo(changing).write({ int: 5 }).ok).to.equal(true);
    expect(talkTo(changing).read()).to.have.nested.property('value.int', 60);
    const dying = plug({ provisioningFault: 'dies' });
    const result = talkTo(dying).write(wanted);
    expect(result)
      .to.include({ code: 'no_answer' })
      .and.property('message')
      .match(/SET id: a RES was expected/);
    expect(talkTo(dying).identify()).to.include({ code: 'no_answer' });
    dying.tracker.restart?.();
    expect(talkTo(dying).read()).to.have.nested.property('value.id', 'trk-1');
  });

  it('provisioning works between reports, noise and replies to other programs', () => {
    const line = plug();
    const vehicle = createVehicle({ seed: 1 });
    const { onData } = line.tracker;
    let at = 0;
    const busy = {
      ...line.tracker,
      onData(bytes: Uint8Array) {
        line.tracker.report(vehicle.fixAt((at += 1_000)));
        onData(Buffer.from(`\xff$PWPT,${encodeLine('RES', 'C9', 'OK')}${encodeLine('GET', 'C9', '*')}`, 'latin1'));
        onData(bytes);
      },
    };
    const talk = openTalk();
    expect(line.run(welcomed(talk.write(wanted), busy)).ok).to.equal(true);
    const result = line.run(welcomed(talk.read(Object.keys(wanted)), busy));
    expect(result).to.deep.equal({ ok: true, value: wanted });
  });

  it('the key is redacted in captures', () => {
    const line = plug();
    talkTo(line).write({ key, name: 'x' });
    const text = line.sent.join('');
    expect(text).to.include(key);
    const captured = text.replace(protocol.secretPattern ?? '', '***');
    expect(captured).to.not.include(key);
    expect(captured).to.match(/,name,x,/);
    expect(captured).to.match(/SET,00C0FFEE-1,key,\*\*\*,[0-9A-F]{4}\*/);
  });

  for (const [what, settings] of Object.entries<Settings>({
    'a control character': { name: 'a\nb' },
    'half a character': { name: 'a\ud800' },
    'too many bytes': { name: 'ж'.repeat(33) },
    'a space in an id': { id: 'a b' },
    'an id that is too long': { id: 'a'.repeat(65) },
    'a key of 31 digits': { key: 'a'.repeat(31) },
    'an unknown setting': { color: 1 },
    'a setting of the prototype': { constructor: 'x' },
  })) {
    it(`a write with ${what} sends nothing`, () => {
      const line = plug();
      expect(talkTo(line).write({ int: 30, ...settings })).to.include({ ok: false, code: 'refused' });
      expect(line.sent).to.deep.equal([]);
    });
  }
});
