import { expect } from 'chai';
import { success } from '../../../../src/errors.js';
import { meshtastic } from '../../../../src/protocols/meshtastic/index.js';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../../../src/protocols/protocol.js';
import { meshPosition } from '../../../../src/simulator/meshtastic/packets.js';
import type { TrackerKind } from '../../../../src/simulator/trackers/tracker.js';
import { bytes } from '../../../support/protocols/framing.js';
import { fixOf, packet } from '../../../support/protocols/mesh.js';
import { createMeshKind, createMeshLine, deviceId, type MeshLine } from '../../../support/protocols/mesh-line.js';
import { recordsOf } from '../../../support/protocols/decoded-records.js';

const stored = success({ accepted: 1, duplicates: 0 });
const at = Date.UTC(2026, 10, 21, 10);
const names = { longName: 'Van 7', broadcastSecs: 300 };

describe('a Meshtastic session during provisioning', () => {
  /** A port on which the ordinary session of the gateway also receives and replies. */
  function createSharedPort(): {
    line: MeshLine;
    greet: () => void;
    idle: () => void;
    records: () => number;
    configRequests: () => number;
  } {
    const session = meshtastic.open(createCounters(), { ...NULL_CONTEXT, now: () => at });
    const waiting: Uint8Array[] = [];
    let received: readonly TrackerMessage[] = [];
    let configRequests = 0;

    function take(messages: readonly TrackerMessage[]): void {
      received = [...received, ...messages];
      for (const message of messages) {
        if (message.type !== 'request') continue;
        if (message.ref === 'config') configRequests += 1;
        waiting.push(Buffer.from(session.reply(message, stored) ?? ''));
      }
    }

    const inner = createMeshKind({
      fromNode(bytes) {
        take(session.push(bytes, at));
        return [bytes];
      },
    });
    const kind: TrackerKind = {
      ...inner,
      create(context) {
        const node = inner.create(context);
        return {
          ...node,
          tick() {
            for (const reply of waiting.splice(0)) node.onData(reply);
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
      configRequests: () => configRequests,
    };
  }

  it('the session may request the configuration in between, and both get their replies', () => {
    const { line, greet, idle, configRequests } = createSharedPort();
    greet();
    expect(line.identify()).to.have.nested.property('value.deviceId', deviceId);
    // The node replied to the session only, so provisioning repeated its request.
    expect(line.sent).to.have.length(2);
    greet();
    expect(line.read(['longName'])).to.have.nested.property('value.longName', 'Node 001');
    line.wait(100);
    const before = configRequests();
    idle();
    expect(configRequests(), 'the session has its complete reply').to.equal(before);
  });

  it('the session requests the configuration again after a reboot and continues', () => {
    const { line, greet, idle, configRequests, records } = createSharedPort();
    greet();
    line.identify();
    expect(line.write(names)).to.have.property('ok', true);
    expect(configRequests()).to.equal(1);
    expect(line.read(Object.keys(names))).to.deep.equal({ ok: true, value: names });
    // Provisioning got the end of its reply, so the session asks once more in silence.
    idle();
    line.wait(100);
    idle();
    expect(configRequests()).to.be.at.most(2);
    expect(records()).to.equal(0);
    line.tracker.report(fixOf(0));
    expect(records()).to.equal(2);
  });

  it('the session gets no message from provisioning packets', () => {
    const session = meshtastic.open(createCounters(), { ...NULL_CONTEXT, now: () => at });
    const messages: TrackerMessage[] = [];
    const kind = createMeshKind({
      fromNode(bytes) {
        messages.push(...session.push(bytes, at));
        return [bytes];
      },
    });
    const line = createMeshLine({}, kind);
    line.identify();
    line.read();
    line.write(names);
    expect(messages).to.deep.equal([]);
    expect(recordsOf(session.push(bytes(packet(0xa5c00002, 1, 3, meshPosition(fixOf(0)))), at))).to.have.length(1);
  });
});
