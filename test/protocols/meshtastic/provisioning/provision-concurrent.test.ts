import { expect } from 'chai';
import { success } from '../../../../src/errors.js';
import { meshtastic } from '../../../../src/protocols/meshtastic/index.js';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../../../src/protocols/protocol.js';
import { meshPosition } from '../../../../src/simulator/meshtastic/packets.js';
import type { TrackerKind } from '../../../../src/simulator/trackers/tracker.js';
import { bytes } from '../../../support/framing.js';
import { fixOf, packet } from '../../../support/mesh.js';
import { createMeshKind, createMeshLine, deviceId, type MeshLine } from '../../../support/mesh-line.js';
import { recordsOf } from '../../../support/said.js';

const stored = success({ accepted: 1, duplicates: 0 });
const at = Date.UTC(2026, 10, 21, 10);
const names = { longName: 'Van 7', broadcastSecs: 300 };

describe('the ordinary conversation with a Meshtastic node that is set up at the same time', () => {
  /** A line on which the gateway hears all that the node says, and answers it as it always does. */
  function shared(): {
    line: MeshLine;
    greet: () => void;
    idle: () => void;
    records: () => number;
    asked: () => number;
  } {
    const session = meshtastic.open(createCounters(), { ...NULL_CONTEXT, now: () => at });
    const waiting: Uint8Array[] = [];
    let received: readonly TrackerMessage[] = [];
    let asked = 0;

    function take(messages: readonly TrackerMessage[]): void {
      received = [...received, ...messages];
      for (const message of messages) {
        if (message.type !== 'request') continue;
        if (message.ref === 'config') asked += 1;
        waiting.push(Buffer.from(session.reply(message, stored) ?? ''));
      }
    }

    const inner = createMeshKind({
      fromNode(said) {
        take(session.push(said, at));
        return [said];
      },
    });
    const kind: TrackerKind = {
      ...inner,
      create(onBoard) {
        const node = inner.create(onBoard);
        return {
          ...node,
          tick() {
            for (const said of waiting.splice(0)) node.onData(said);
            node.tick();
          },
        };
      },
    };
    return {
      line: createMeshLine({}, kind),
      greet: () => void waiting.push(Buffer.from(session.greeting() ?? '')),
      idle() {
        take(session.idle());
      },
      records: () => recordsOf([...received]).length,
      asked: () => asked,
    };
  }

  it('may ask for the configuration in the midst of it: both are told in the end', () => {
    const { line, greet, idle, asked } = shared();
    greet();
    expect(line.identify()).to.have.nested.property('value.deviceId', deviceId);
    // The node told all in the place of who asked first, who therefore asked again.
    expect(line.sent).to.have.length(2);
    greet();
    expect(line.read(['longName'])).to.have.nested.property('value.longName', 'Node 001');
    line.wait(100);
    const before = asked();
    idle();
    expect(asked(), 'it has been told all').to.equal(before);
  });

  it('asks again when the node has started anew, and goes on', () => {
    const { line, greet, idle, asked, records } = shared();
    greet();
    line.identify();
    expect(line.write(names)).to.have.property('ok', true);
    expect(asked()).to.equal(1);
    expect(line.read(Object.keys(names))).to.deep.equal({ ok: true, value: names });
    // It was not told the end when we asked behind it: in a silence it asks once more.
    idle();
    line.wait(100);
    idle();
    expect(asked()).to.be.at.most(2);
    expect(records()).to.equal(0);
    line.tracker.report(fixOf(0));
    expect(records()).to.equal(2);
  });

  it('hears nothing of what the node is set to', () => {
    const session = meshtastic.open(createCounters(), { ...NULL_CONTEXT, now: () => at });
    const heard: TrackerMessage[] = [];
    const kind = createMeshKind({
      fromNode(said) {
        heard.push(...session.push(said, at));
        return [said];
      },
    });
    const line = createMeshLine({}, kind);
    line.identify();
    line.read();
    line.write(names);
    expect(heard).to.deep.equal([]);
    expect(recordsOf(session.push(bytes(packet(0xa5c00002, 1, 3, meshPosition(fixOf(0)))), at))).to.have.length(1);
  });
});
