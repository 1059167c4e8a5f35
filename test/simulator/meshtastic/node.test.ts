import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import { meshtastic } from '../../../src/protocols/meshtastic/index.js';
import { createCounters, NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import { createMeshNode } from '../../../src/simulator/meshtastic/node.js';
import {
  bytesField,
  fixed32Field,
  meshFrame,
  varintField,
  stringField,
  type Bytes,
} from '../../../src/simulator/meshtastic/packets.js';
import { trackerKinds } from '../../../src/simulator/trackers/index.js';
import type { ProvisioningFault } from '../../../src/simulator/trackers/tracker.js';
import { locationsOf } from '../../support/framing.js';
import { fixOf } from '../../support/mesh.js';

const { ids } = trackerKinds.meshtastic;
const stored = success({ accepted: 1, duplicates: 0 });

describe('simulated Meshtastic nodes', () => {
  /** Three nodes on one line, and a gateway. */
  function mesh() {
    const counters = createCounters();
    const session = meshtastic.open(counters, { ...NULL_CONTEXT, now: () => Date.UTC(2026, 10, 21, 10) });
    const said: Buffer[] = [];
    const nodes = [1, 2, 8].map((n) =>
      createMeshNode({
        deviceId: ids.nth('a5c0', n),
        send: (bytes) => void said.push(Buffer.from(bytes)),
        random: () => 0.5,
        now: () => 0,
      }),
    );
    return {
      counters,
      nodes,
      session,
      introduce: (bytes: string | Uint8Array | undefined): void => {
        for (const node of nodes) node.onData(Buffer.from(bytes ?? ''));
        for (const node of nodes) node.tick();
      },
      hear: () => session.push(Buffer.concat(said.splice(0)), Date.UTC(2026, 10, 21, 10)),
    };
  }

  it('report their positions under their own numbers, every eighth of them coarse', () => {
    const { nodes, hear } = mesh();
    for (const node of nodes) node.report(fixOf(3));
    const messages = hear();
    const records = messages.filter((message) => message.type === 'records' && message.locations.length > 0);
    expect(records.map((message) => message.type === 'records' && message.deviceId)).to.deep.equal([
      'a5c00001',
      'a5c00002',
      'a5c00008',
    ]);
    const [one, , coarse] = locationsOf(messages);
    expect(one).to.include({ dateTime: fixOf(3).dateTime, latitude: fixOf(3).latitude });
    expect(coarse?.attributes).to.include({ coarse: true });
  });

  it('call for help', () => {
    const { nodes, hear } = mesh();
    nodes[1]?.alert(fixOf(3));
    expect(hear()).to.have.deep.nested.property('[0].alerts[0].alerts', ['alert']);
  });

  it('tell what they know when they are asked, and that somebody listens is answered', () => {
    const { session, introduce, hear, counters } = mesh();
    introduce(session.greeting());
    expect(hear()).to.deep.equal([]);
    expect(counters).to.include({ frames: 10, discardedBytes: 0 });
    const [message] = session.idle();
    expect(message).to.deep.equal({ type: 'request', ref: 'heartbeat' });
    introduce(message && session.reply(message, stored));
    hear();
    expect(counters).to.include({ frames: 11, discardedBytes: 0 });
  });

  it('are not introduced to who asks for the configuration alone', () => {
    const { introduce, hear, counters } = mesh();
    introduce(meshFrame(varintField(3, 69_420)));
    hear();
    expect(counters).to.include({ frames: 8, discardedBytes: 0 });
  });

  describe('that is set up', () => {
    /** AdminMessages to the node on the cable; its answers are bytes of AdminMessages and Routings. */
    function cable(provisioningFault?: ProvisioningFault) {
      let now = 0;
      const said: Buffer[] = [];
      const away: number[] = [];
      const node = createMeshNode({
        deviceId: 'a5c00001',
        send: (bytes) => void said.push(Buffer.from(bytes)),
        random: () => 0.5,
        now: () => now,
        disconnect: (ms) => void away.push(ms),
        ...(provisioningFault && { provisioningFault }),
      });
      const heard = (): string[] => said.splice(0).map((frame) => frame.subarray(4).toString('hex'));
      function introduce(message: Bytes, to = 0xa5c00001): string | undefined {
        const data = [...varintField(1, 6), ...bytesField(2, message), ...varintField(3, 1)];
        node.onData(
          meshFrame(
            bytesField(1, [
              ...fixed32Field(2, to),
              ...bytesField(4, data),
              ...fixed32Field(6, 77),
              ...varintField(10, 1),
            ]),
          ),
        );
        return heard().join() || undefined;
      }
      function wait(ms: number): string[] {
        for (const end = now + ms; now < end;) {
          now += 50;
          node.tick();
        }
        return heard();
      }
      return { node, away, tell: introduce, wait, heard };
    }
    const hex = (...bytes: readonly number[]): string => Buffer.from(bytes).toString('hex');
    const words = (said: string): string => Buffer.from(said).toString('hex');
    const owner = (name: string): Bytes => bytesField(32, [...stringField(2, name), ...stringField(3, 'x')]);
    const begin = varintField(64, 1);
    const commit = varintField(65, 1);
    const getOwner = varintField(3, 1);
    const ask = meshFrame(varintField(3, 5));
    const taken = hex(0x08, 0x05, 0x12, 0x02, 0x18, 0x00, 0x35, 77, 0, 0, 0);
    const rebooted = '4001';

    it('has at once what it is told, and keeps it when that is committed', () => {
      const { node, tell: introduce, heard } = cable();
      expect(introduce(begin)).to.include(taken);
      expect(introduce(owner('Van 7'))).to.include(taken);
      expect(introduce(getOwner)).to.include(words('Van 7'));
      node.restart?.();
      expect(heard()).to.deep.equal([rebooted]);
      node.onData(ask);
      expect(heard().join()).to.include(words('Node 001')).and.not.include(words('Van 7'));
      introduce(begin);
      introduce(owner('Van 8'));
      expect(introduce(commit)).to.include(taken);
      node.restart?.();
      node.onData(ask);
      expect(heard().join()).to.include(words('Van 8'));
    });

    it('starts anew when it is committed: its port goes for a second, and it has forgotten who listens', () => {
      const { node, away, tell: introduce, wait } = cable();
      introduce(commit);
      expect(introduce(getOwner), 'its last words').to.be.a('string');
      expect(wait(500)).to.deep.equal([]);
      expect(away).to.deep.equal([1_000]);
      expect(introduce(getOwner)).to.equal(undefined);
      expect(wait(950)).to.deep.equal([]);
      expect(wait(50)).to.deep.equal([rebooted]);
      node.report(fixOf(0));
      expect(introduce(getOwner)).to.equal(undefined);
      node.onData(ask);
      expect(introduce(getOwner)).to.be.a('string');
    });

    it('keeps at once what it is told outside of changes that were begun', () => {
      const { node, away, tell: introduce, wait, heard } = cable();
      introduce(owner('Van 9'));
      wait(1_500);
      expect(away).to.have.length(1);
      node.onData(ask);
      expect(heard().join()).to.include(words('Van 9'));
    });

    it('cuts names without a word', () => {
      const { tell: introduce } = cable();
      introduce(begin);
      introduce(owner('y'.repeat(50)));
      expect(introduce(getOwner)).to.include(hex(0x12, 39) + words(`${'y'.repeat(39)}\x1a`));
    });

    it('obeys only what is for itself, and refuses what it does not know', () => {
      const { tell: introduce } = cable();
      expect(introduce(getOwner, 0xa5c00002)).to.equal(undefined);
      expect(introduce(varintField(97, 1))).to.include(hex(0x18, 32, 0x35, 77));
      expect(introduce([])).to.include(hex(0x18, 32, 0x35, 77));
      expect(introduce(varintField(5, 6))).to.include(hex(0x18, 32, 0x35, 77));
    });

    it('refuses all while it is managed', () => {
      const { tell: introduce } = cable('password');
      for (const message of [getOwner, begin, owner('Van 7'), commit])
        expect(introduce(message)).to.include(hex(0x18, 33, 0x35, 77));
    });

    it('raises an interval without a word', () => {
      const { tell: introduce } = cable('changes');
      introduce(begin);
      introduce(bytesField(34, bytesField(2, [...varintField(1, 60), ...varintField(13, 2)])));
      expect(introduce(varintField(5, 1))).to.include(hex(0x32, 7, 0x12, 5, 0x08, 0x90, 0x1c, 0x68, 0x02));
    });

    it('that dies does so at the first value, until the power comes back', () => {
      const { node, tell: introduce, heard } = cable('dies');
      expect(introduce(begin)).to.include(taken);
      expect(introduce(owner('Van 7'))).to.equal(undefined);
      node.report(fixOf(0));
      node.onData(ask);
      expect(heard()).to.deep.equal([]);
      node.restart?.();
      node.onData(ask);
      expect(heard().join()).to.include(words('Node 001'));
    });
  });
});
