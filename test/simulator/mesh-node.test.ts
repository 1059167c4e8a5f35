import { expect } from 'chai';
import { success } from '../../src/errors.js';
import { meshtastic } from '../../src/protocols/meshtastic/index.js';
import { noCounters, nowhere } from '../../src/protocols/protocol.js';
import { createMeshNode } from '../../src/simulator/mesh-node.js';
import { trackerKinds } from '../../src/simulator/trackers/index.js';
import { locationsOf } from '../support/framing.js';
import { fixOf } from '../support/mesh.js';

const { ids } = trackerKinds.meshtastic;
const stored = success({ accepted: 1, duplicates: 0 });

describe('simulated Meshtastic nodes', () => {
  /** Three nodes on one line, and a gateway. */
  function mesh() {
    const counters = noCounters();
    const session = meshtastic.open(counters, { ...nowhere, now: () => Date.UTC(2026, 10, 21, 10) });
    const said: Buffer[] = [];
    const nodes = [1, 2, 8].map((n) =>
      createMeshNode({
        deviceId: ids.of('a5c0', n),
        send: (bytes) => void said.push(Buffer.from(bytes)),
        random: () => 0.5,
      }),
    );
    return {
      counters,
      nodes,
      session,
      tell: (bytes: string | Uint8Array | undefined): void => {
        for (const node of nodes) node.hear(Buffer.from(bytes ?? ''));
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
    const { session, tell, hear, counters } = mesh();
    tell(session.greeting());
    expect(hear()).to.deep.equal([]);
    expect(counters).to.include({ frames: 8, discardedBytes: 0 });
    const [message] = session.idle();
    expect(message).to.deep.equal({ type: 'question', ref: 'heartbeat' });
    tell(message && session.reply(message, stored));
    hear();
    expect(counters).to.include({ frames: 9, discardedBytes: 0 });
  });
});
