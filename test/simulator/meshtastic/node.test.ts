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
import { locationsOf } from '../../support/protocols/framing.js';
import { fixOf } from '../../support/protocols/mesh.js';

const { ids } = trackerKinds.meshtastic;
const stored = success({ accepted: 1, duplicates: 0 });

describe('createMeshNode', () => {
  /** Three nodes on one port, and a gateway. */
  function mesh() {
    const counters = createCounters();
    const session = meshtastic.open(counters, { ...NULL_CONTEXT, now: () => Date.UTC(2026, 10, 21, 10) });
    const sent: Buffer[] = [];
    const nodes = [1, 2, 8].map((n) =>
      createMeshNode({
        deviceId: ids.nth('a5c0', n),
        send: (bytes) => void sent.push(Buffer.from(bytes)),
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
      decode: () => session.push(Buffer.concat(sent.splice(0)), Date.UTC(2026, 10, 21, 10)),
    };
  }

  it('nodes report positions under their numbers, and every eighth node coarse ones', () => {
    const { nodes, decode } = mesh();
    for (const node of nodes) node.report(fixOf(3));
    const messages = decode();
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

  it('an alert of a node is an alert', () => {
    const { nodes, decode } = mesh();
    nodes[1]?.alert(fixOf(3));
    expect(decode()).to.have.deep.nested.property('[0].alerts[0].alerts', ['alert']);
  });

  it('nodes send their configuration on request, and the attached node replies to heartbeats', () => {
    const { session, introduce, decode, counters } = mesh();
    introduce(session.greeting());
    expect(decode()).to.deep.equal([]);
    expect(counters).to.include({ frames: 10, discardedBytes: 0 });
    const [message] = session.idle();
    expect(message).to.deep.equal({ type: 'request', ref: 'heartbeat' });
    introduce(message && session.reply(message, stored));
    decode();
    expect(counters).to.include({ frames: 11, discardedBytes: 0 });
  });

  it('other nodes do not introduce themselves if only the configuration is requested', () => {
    const { introduce, decode, counters } = mesh();
    introduce(meshFrame(varintField(3, 69_420)));
    decode();
    expect(counters).to.include({ frames: 8, discardedBytes: 0 });
  });

  describe('the settings of the attached node', () => {
    /** The attached node. `request` sends an AdminMessage and returns the replies, in hexadecimal digits. */
    function attachedNode(provisioningFault?: ProvisioningFault) {
      let now = 0;
      const sent: Buffer[] = [];
      const disconnections: number[] = [];
      const node = createMeshNode({
        deviceId: 'a5c00001',
        send: (bytes) => void sent.push(Buffer.from(bytes)),
        random: () => 0.5,
        now: () => now,
        disconnect: (ms) => void disconnections.push(ms),
        ...(provisioningFault && { provisioningFault }),
      });
      const takeSent = (): string[] => sent.splice(0).map((frame) => frame.subarray(4).toString('hex'));
      function request(message: Bytes, to = 0xa5c00001): string | undefined {
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
        return takeSent().join() || undefined;
      }
      function wait(ms: number): string[] {
        for (const end = now + ms; now < end;) {
          now += 50;
          node.tick();
        }
        return takeSent();
      }
      return { node, disconnections, request, wait, takeSent };
    }
    const hex = (...bytes: readonly number[]): string => Buffer.from(bytes).toString('hex');
    const hexOf = (text: string): string => Buffer.from(text).toString('hex');
    const owner = (name: string): Bytes => bytesField(32, [...stringField(2, name), ...stringField(3, 'x')]);
    const begin = varintField(64, 1);
    const commit = varintField(65, 1);
    const getOwner = varintField(3, 1);
    const configRequest = meshFrame(varintField(3, 5));
    const accepted = hex(0x08, 0x05, 0x12, 0x02, 0x18, 0x00, 0x35, 77, 0, 0, 0);
    const rebooted = '4001';

    it('a setting is active at once, and kept after a commit', () => {
      const { node, request, takeSent } = attachedNode();
      expect(request(begin)).to.include(accepted);
      expect(request(owner('Van 7'))).to.include(accepted);
      expect(request(getOwner)).to.include(hexOf('Van 7'));
      node.restart?.();
      expect(takeSent()).to.deep.equal([rebooted]);
      node.onData(configRequest);
      expect(takeSent().join()).to.include(hexOf('Node 001')).and.not.include(hexOf('Van 7'));
      request(begin);
      request(owner('Van 8'));
      expect(request(commit)).to.include(accepted);
      node.restart?.();
      node.onData(configRequest);
      expect(takeSent().join()).to.include(hexOf('Van 8'));
    });

    it('a commit restarts the node: its port vanishes for a second, and it waits for a configuration request', () => {
      const { node, disconnections, request, wait } = attachedNode();
      request(commit);
      expect(request(getOwner), 'last reply before the restart').to.be.a('string');
      expect(wait(500)).to.deep.equal([]);
      expect(disconnections).to.deep.equal([1_000]);
      expect(request(getOwner)).to.equal(undefined);
      expect(wait(950)).to.deep.equal([]);
      expect(wait(50)).to.deep.equal([rebooted]);
      node.report(fixOf(0));
      expect(request(getOwner)).to.equal(undefined);
      node.onData(configRequest);
      expect(request(getOwner)).to.be.a('string');
    });

    it('a setting outside of an edit transaction is kept at once', () => {
      const { node, disconnections, request, wait, takeSent } = attachedNode();
      request(owner('Van 9'));
      wait(1_500);
      expect(disconnections).to.have.length(1);
      node.onData(configRequest);
      expect(takeSent().join()).to.include(hexOf('Van 9'));
    });

    it('long names are cut without an error', () => {
      const { request } = attachedNode();
      request(begin);
      request(owner('y'.repeat(50)));
      expect(request(getOwner)).to.include(hex(0x12, 39) + hexOf(`${'y'.repeat(39)}\x1a`));
    });

    it('messages for other nodes are ignored, and unknown ones refused', () => {
      const { request } = attachedNode();
      expect(request(getOwner, 0xa5c00002)).to.equal(undefined);
      expect(request(varintField(97, 1))).to.include(hex(0x18, 32, 0x35, 77));
      expect(request([])).to.include(hex(0x18, 32, 0x35, 77));
      expect(request(varintField(5, 6))).to.include(hex(0x18, 32, 0x35, 77));
    });

    it('a managed node refuses everything', () => {
      const { request } = attachedNode('password');
      for (const message of [getOwner, begin, owner('Van 7'), commit])
        expect(request(message)).to.include(hex(0x18, 33, 0x35, 77));
    });

    it('the fault `changes` raises an interval without an error', () => {
      const { request } = attachedNode('changes');
      request(begin);
      request(bytesField(34, bytesField(2, [...varintField(1, 60), ...varintField(13, 2)])));
      expect(request(varintField(5, 1))).to.include(hex(0x32, 7, 0x12, 5, 0x08, 0x90, 0x1c, 0x68, 0x02));
    });

    it('the fault `dies` stops the node at the first value, until a restart', () => {
      const { node, request, takeSent } = attachedNode('dies');
      expect(request(begin)).to.include(accepted);
      expect(request(owner('Van 7'))).to.equal(undefined);
      node.report(fixOf(0));
      node.onData(configRequest);
      expect(takeSent()).to.deep.equal([]);
      node.restart?.();
      node.onData(configRequest);
      expect(takeSent().join()).to.include(hexOf('Node 001'));
    });
  });
});
