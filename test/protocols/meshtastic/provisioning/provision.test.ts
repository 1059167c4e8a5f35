import { expect } from 'chai';
import { provision } from '../../../../src/protocols/meshtastic/provisioning/provision.js';
import type { Settings } from '../../../../src/protocols/provision.js';
import { bytesField, meshFrame, varintField } from '../../../../src/simulator/meshtastic/packets.js';
import { fixOf, latin1 } from '../../../support/mesh.js';
import { createMeshKind, createMeshLine, deviceId } from '../../../support/mesh-line.js';
import { factory, wanted, well, withFault } from '../../../support/mesh-values.js';

const refused = (message: RegExp) => withFault('refused', message);
const isAdmin = (told: Uint8Array): boolean => told[4] === 0x0a;

describe('how a Meshtastic node is set up', () => {
  it('begins with who it is: the number of the node on the cable, as its reports have it', () => {
    expect(createMeshLine().identify()).to.deep.equal(
      well({ hardwareId: deviceId, deviceId, model: 'Meshtastic, hardware model 110', firmware: '2.7.26.sim' }),
    );
  });

  it('tells every setting, or those that are asked for, also when nobody asked who it is', () => {
    expect(createMeshLine().read()).to.deep.equal(well(factory));
    const line = createMeshLine();
    expect(line.read(['gpsMode', 'colour', 'toString'])).to.deep.equal(well({ gpsMode: 1 }));
    expect(line.sent).to.have.length(2);
  });

  it('sets all settings so that they outlast a power cut', () => {
    const line = createMeshLine();
    line.identify();
    expect(line.write(wanted)).to.deep.equal(well(undefined));
    expect(line.read()).to.deep.equal(well(wanted));
    line.tracker.restart?.();
    expect(line.read()).to.deep.equal(well(wanted));
  });

  it('leaves alone what is not to be set, and gives back what it does not know', () => {
    const said: string[] = [];
    const kind = createMeshKind({
      fromNode(bytes) {
        said.push(latin1(bytes));
        return [bytes];
      },
    });
    const line = createMeshLine({}, kind);
    line.write({ longName: 'Van 7', gpsMode: 0 });
    said.length = 0;
    expect(line.read()).to.deep.equal(well({ ...factory, longName: 'Van 7', gpsMode: 0 }));
    const answers = said.join('');
    // Of the PositionConfig a pin, of the User the number of the hardware, and its public key.
    expect(answers)
      .to.include('\x60\x22')
      .and.include('\x28\x6e')
      .and.include(`\x42\x20${'\xa5'.repeat(32)}`);
  });

  it('writes nothing where nothing is to be set', () => {
    const line = createMeshLine();
    expect(line.write({})).to.deep.equal(well(undefined));
    expect(line.sent.filter((told) => isAdmin(Buffer.from(told, 'latin1')))).to.deep.equal([]);
  });

  it('is all as before or all as wanted after the line died at any message, and is done when it is done again', () => {
    let whole = 0;
    for (let upTo = 0; upTo === 0 || whole === 0; upTo += 1) {
      const kind = createMeshKind();
      const dying = createMeshLine({ upTo }, kind);
      dying.identify();
      if (dying.write(wanted).ok) whole = upTo;
      const later = createMeshLine({ nonce: 1 }, kind);
      later.tracker.restart?.();
      later.identify();
      const { value } = later.read() as { value: Settings };
      expect(value.longName, `${upTo}`).to.be.oneOf([factory.longName, wanted.longName]);
      expect(value, `${upTo}`).to.deep.equal(value.longName === factory.longName ? factory : wanted);
      expect(later.write(wanted), `${upTo}`).to.deep.equal(well(undefined));
      later.tracker.restart?.();
      expect(later.read(), `${upTo}`).to.deep.equal(well(wanted));
    }
    // who it is, two parts read, begun, two parts set, kept, and who it is now
    expect(whole).to.equal(8);
  });

  it('is done again, from what was taken but not kept, when the line died before it was', () => {
    const kind = createMeshKind();
    const dying = createMeshLine({ upTo: 6 }, kind);
    dying.identify();
    expect(dying.write(wanted).ok).to.equal(false);
    const later = createMeshLine({ nonce: 1 }, kind);
    later.identify();
    expect(later.read()).to.deep.equal(well(wanted));
    expect(later.write(wanted)).to.deep.equal(well(undefined));
    later.tracker.restart?.();
    expect(later.read()).to.deep.equal(well(wanted));
  });

  it('is not taken as kept when the word for it was lost, and nobody said that it was', () => {
    let lost = 0;
    const kind = createMeshKind({
      toNode(bytes) {
        const isCommit = latin1(bytes).includes('\x88\x04\x01');
        lost += Number(isCommit);
        return isCommit ? [] : [bytes];
      },
    });
    const line = createMeshLine({}, kind);
    withFault('no_answer', /kept \(commit_edit\) within 8 s/)(line.write(wanted));
    expect(lost).to.equal(2);
    line.tracker.restart?.();
    expect(line.read()).to.deep.equal(well(factory));
  });

  it('begins again by itself when one message, or one answer, is lost on the way', () => {
    for (const way of ['told', 'says'] as const) {
      for (let lost = 0; lost < 20; lost += 1) {
        let count = 0;
        const kind = createMeshKind({ [way]: (bytes: Uint8Array) => (count++ === lost ? [] : [bytes]) });
        const line = createMeshLine({}, kind);
        expect(line.identify().ok, `${way} ${lost}`).to.equal(true);
        expect(line.write(wanted), `${way} ${lost}`).to.deep.equal(well(undefined));
        line.tracker.restart?.();
        line.identify();
        expect(line.read(), `${way} ${lost}`).to.deep.equal(well(wanted));
      }
    }
  });

  describe('what can not be said', () => {
    const never: readonly (readonly [Settings, RegExp])[] = [
      [{ longName: 'x'.repeat(40) }, /^longName takes 39 bytes .* has 40/],
      [{ longName: '\u{1f690}'.repeat(10) }, /^longName takes 39 bytes .* has 40/],
      [{ shortName: '\u00fcber!' }, /^shortName takes 4 bytes .* has 6/],
      [{ shortName: '' }, /^shortName is to be a text that can be seen/],
      [{ longName: ' \u00a0' }, /that can be seen/],
      [{ longName: 'a\0b' }, /control characters/],
      [{ longName: 'a\nb' }, /control characters/],
      [{ longName: 'a\ud83d' }, /halves of characters/],
      [{ longName: 7 }, /^longName is to be a text/],
      [{ gpsMode: -1 }, /^gpsMode is to be a whole number from 0 to 4294967295/],
      [{ gpsMode: 2 ** 32 }, /whole number/],
      [{ broadcastSecs: 1.5 }, /whole number from 0 to 4294967295/],
      [{ broadcastSecs: '60' }, /whole number/],
      [{ fixedPosition: 1 }, /^fixedPosition is to be true or false/],
      [{ colour: 'red' }, /no setting colour; it has longName, shortName, broadcastSecs/],
      [{ toString: 'x' }, /no setting toString/],
    ];

    it('is refused before anything is sent', () => {
      for (const [settings, message] of never) {
        const line = createMeshLine();
        refused(message)(line.write({ smartBroadcast: true, ...settings }));
        expect(line.sent).to.deep.equal([]);
      }
    });

    it('is a byte more than what can be', () => {
      const line = createMeshLine();
      const names = { longName: `${'\u{1f690}'.repeat(9)}\u00fc!`, shortName: 'a\u00fcb' };
      expect(line.write(names)).to.deep.equal(well(undefined));
      expect(line.read(['longName', 'shortName'])).to.deep.equal(well(names));
    });
  });

  describe('a node', () => {
    it('that is managed refuses, with its own number of why', () => {
      const line = createMeshLine({ provisioningFault: 'password' });
      expect(line.identify().ok).to.equal(true);
      refused(/refuses what its names \(owner\) are with routing error 33: .*is_managed/)(line.read());
      refused(/routing error 33/)(line.write(wanted));
    });

    it('that keeps another value than it was given tells the one it keeps', () => {
      const line = createMeshLine({ provisioningFault: 'changes' });
      expect(line.write(wanted)).to.deep.equal(well(undefined));
      expect(line.read()).to.deep.equal(well({ ...wanted, broadcastSecs: 3_600 }));
    });

    it('that dies at the first value is said not to answer, and has kept nothing', () => {
      const line = createMeshLine({ provisioningFault: 'dies' });
      line.identify();
      withFault('no_answer', /see that it is on/)(line.write(wanted));
      line.tracker.report(fixOf(0));
      line.tracker.restart?.();
      expect(line.read()).to.deep.equal(well(factory));
    });

    it('that is not there costs 9 s, and is said to be silent', () => {
      const line = createMeshLine({ upTo: 0 });
      withFault('no_answer', /asked 3 times within 3 s each: see that it is on/)(line.identify());
      expect(line.sent).to.have.length(3);
    });

    it('that is not the one that was asked before is not set', () => {
      const answers = ['a5c00001', 'a5c00001', 'a5c00011'];
      const kind = createMeshKind({
        fromNode(bytes) {
          const said = latin1(bytes);
          if (said.charAt(4) === '\x12') return [];
          const num = said.charAt(4) === '\x1a' ? answers.shift() : undefined;
          return [num === 'a5c00011' ? meshFrame(bytesField(3, varintField(1, 0xa5c00011))) : bytes];
        },
      });
      const line = createMeshLine({}, kind);
      line.identify();
      line.identify();
      refused(/it is a5c00011 now that answers, and was a5c00001/)(line.write(wanted));
    });

    it('that has started anew is asked for all again before anything else', () => {
      const line = createMeshLine();
      line.identify();
      line.tracker.restart?.();
      expect(line.read(['gpsMode'])).to.deep.equal(well({ gpsMode: 1 }));
      expect(line.write({ gpsMode: 0 })).to.deep.equal(well(undefined));
    });
  });

  it('knows no secret, and no setting is one', () => {
    expect(provision).to.not.have.any.keys('secrets', 'idSetting', 'baudSetting');
    expect(Object.keys(provision.settings)).to.deep.equal(Object.keys(factory));
  });
});
