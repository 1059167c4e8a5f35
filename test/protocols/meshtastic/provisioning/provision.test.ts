import { expect } from 'chai';
import { provision } from '../../../../src/protocols/meshtastic/provisioning/provision.js';
import type { Settings } from '../../../../src/protocols/provision.js';
import { bytesField, meshFrame, varintField } from '../../../../src/simulator/meshtastic/packets.js';
import { fixOf, latin1 } from '../../../support/protocols/mesh.js';
import { createMeshKind, createMeshLine, deviceId } from '../../../support/protocols/mesh-line.js';
import { factory, wanted, well, withFault } from '../../../support/protocols/mesh-values.js';

const refused = (message: RegExp) => withFault('refused', message);
const isAdmin = (frame: Uint8Array): boolean => frame[4] === 0x0a;

describe('provisioning a Meshtastic node', () => {
  it('the node is identified by its number, as in its reports', () => {
    expect(createMeshLine().identify()).to.deep.equal(
      well({ hardwareId: deviceId, deviceId, model: 'Meshtastic, hardware model 110', firmware: '2.7.26.sim' }),
    );
  });

  it('all or the named settings are read, even without identify', () => {
    expect(createMeshLine().read()).to.deep.equal(well(factory));
    const line = createMeshLine();
    expect(line.read(['gpsMode', 'color', 'toString'])).to.deep.equal(well({ gpsMode: 1 }));
    expect(line.sent).to.have.length(2);
  });

  it('written settings survive a power cut', () => {
    const line = createMeshLine();
    line.identify();
    expect(line.write(wanted)).to.deep.equal(well(undefined));
    expect(line.read()).to.deep.equal(well(wanted));
    line.tracker.restart?.();
    expect(line.read()).to.deep.equal(well(wanted));
  });

  it('other settings and unknown fields keep their values', () => {
    const sent: string[] = [];
    const kind = createMeshKind({
      fromNode(bytes) {
        sent.push(latin1(bytes));
        return [bytes];
      },
    });
    const line = createMeshLine({}, kind);
    line.write({ longName: 'Van 7', gpsMode: 0 });
    sent.length = 0;
    expect(line.read()).to.deep.equal(well({ ...factory, longName: 'Van 7', gpsMode: 0 }));
    const responses = sent.join('');
    // A pin in the PositionConfig; the hardware model and the public key in the User.
    expect(responses)
      .to.include('\x60\x22')
      .and.include('\x28\x6e')
      .and.include(`\x42\x20${'\xa5'.repeat(32)}`);
  });

  it('an empty set of settings writes nothing', () => {
    const line = createMeshLine();
    expect(line.write({})).to.deep.equal(well(undefined));
    expect(line.sent.filter((frame) => isAdmin(Buffer.from(frame, 'latin1')))).to.deep.equal([]);
  });

  it('an interruption at any message leaves all or nothing, and a repetition completes it', () => {
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
    // Connect, read two config messages, begin, set two, commit, connect.
    expect(whole).to.equal(8);
  });

  it('a repetition commits changes that were staged before an interruption', () => {
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

  it('a lost commit is reported as a failure', () => {
    let lost = 0;
    const kind = createMeshKind({
      toNode(bytes) {
        const isCommit = latin1(bytes).includes('\x88\x04\x01');
        lost += Number(isCommit);
        return isCommit ? [] : [bytes];
      },
    });
    const line = createMeshLine({}, kind);
    withFault('no_answer', /no reply to the commit of changes \(commit_edit\) within 8 s/)(line.write(wanted));
    expect(lost).to.equal(2);
    line.tracker.restart?.();
    expect(line.read()).to.deep.equal(well(factory));
  });

  it('a write recovers from any single lost message or response', () => {
    for (const way of ['toNode', 'fromNode'] as const) {
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

  describe('an invalid setting', () => {
    const invalid: readonly (readonly [Settings, RegExp])[] = [
      [{ longName: 'x'.repeat(40) }, /^longName must have at most 39 bytes .* not 40/],
      [{ longName: '\u{1f690}'.repeat(10) }, /^longName must have at most 39 bytes .* not 40/],
      [{ shortName: '\u00fcber!' }, /^shortName must have at most 4 bytes .* not 6/],
      [{ shortName: '' }, /^shortName must be visible text/],
      [{ longName: ' \u00a0' }, /visible text/],
      [{ longName: 'a\0b' }, /control characters/],
      [{ longName: 'a\nb' }, /control characters/],
      [{ longName: 'a\ud83d' }, /unpaired surrogates/],
      [{ longName: 7 }, /^longName must be text/],
      [{ gpsMode: -1 }, /^gpsMode must be a whole number from 0 to 4294967295/],
      [{ gpsMode: 2 ** 32 }, /whole number/],
      [{ broadcastSecs: 1.5 }, /whole number from 0 to 4294967295/],
      [{ broadcastSecs: '60' }, /whole number/],
      [{ fixedPosition: 1 }, /^fixedPosition must be true or false/],
      [{ color: 'red' }, /no setting color: use one of longName, shortName, broadcastSecs/],
      [{ toString: 'x' }, /no setting toString/],
    ];

    it('the setting is refused before anything is sent', () => {
      for (const [settings, message] of invalid) {
        const line = createMeshLine();
        refused(message)(line.write({ smartBroadcast: true, ...settings }));
        expect(line.sent).to.deep.equal([]);
      }
    });

    it('texts of the maximum length are accepted', () => {
      const line = createMeshLine();
      const names = { longName: `${'\u{1f690}'.repeat(9)}\u00fc!`, shortName: 'a\u00fcb' };
      expect(line.write(names)).to.deep.equal(well(undefined));
      expect(line.read(['longName', 'shortName'])).to.deep.equal(well(names));
    });
  });

  describe('a faulty node', () => {
    it('a managed node is reported with its routing error', () => {
      const line = createMeshLine({ provisioningFault: 'password' });
      expect(line.identify().ok).to.equal(true);
      refused(/node rejected the request for its names \(owner\) with routing error 33: .*is_managed/)(line.read());
      refused(/routing error 33/)(line.write(wanted));
    });

    it('a value that the node changed is read back as changed', () => {
      const line = createMeshLine({ provisioningFault: 'changes' });
      expect(line.write(wanted)).to.deep.equal(well(undefined));
      expect(line.read()).to.deep.equal(well({ ...wanted, broadcastSecs: 3_600 }));
    });

    it('a node that stops at the first value is reported and has kept nothing', () => {
      const line = createMeshLine({ provisioningFault: 'dies' });
      line.identify();
      withFault('no_answer', /check that it is on/)(line.write(wanted));
      line.tracker.report(fixOf(0));
      line.tracker.restart?.();
      expect(line.read()).to.deep.equal(well(factory));
    });

    it('a missing node is reported after 9 s', () => {
      const line = createMeshLine({ upTo: 0 });
      withFault('no_answer', /3 requests within 3 s each: check that it is on/)(line.identify());
      expect(line.sent).to.have.length(3);
    });

    it('another node than the identified one is refused', () => {
      const numbers = ['a5c00001', 'a5c00001', 'a5c00011'];
      const kind = createMeshKind({
        fromNode(bytes) {
          const frame = latin1(bytes);
          if (frame.charAt(4) === '\x12') return [];
          const num = frame.charAt(4) === '\x1a' ? numbers.shift() : undefined;
          return [num === 'a5c00011' ? meshFrame(bytesField(3, varintField(1, 0xa5c00011))) : bytes];
        },
      });
      const line = createMeshLine({}, kind);
      line.identify();
      line.identify();
      refused(/expected node a5c00001, but a5c00011 is connected now/)(line.write(wanted));
    });

    it('a rebooted node is connected again before anything else', () => {
      const line = createMeshLine();
      line.identify();
      line.tracker.restart?.();
      expect(line.read(['gpsMode'])).to.deep.equal(well({ gpsMode: 1 }));
      expect(line.write({ gpsMode: 0 })).to.deep.equal(well(undefined));
    });
  });

  it('provisioning has no secrets', () => {
    expect(provision).to.not.have.any.keys('secrets', 'idSetting', 'baudSetting');
    expect(Object.keys(provision.settings)).to.deep.equal(Object.keys(factory));
  });
});
