import { setImmediate as turn } from 'node:timers/promises';
import { silentLogger } from '../../../src/logger.js';
import type { InputCounters } from '../../../src/protocols/counters.js';
import { protocols, type ProtocolName } from '../../../src/protocols/index.js';
import type { Protocol } from '../../../src/protocols/protocol.js';
import { createDateCheck } from '../../../src/serial/session/date-check.js';
import { createPeerSession } from '../../../src/serial/listeners/peer-session.js';
import { createPeers } from '../../../src/serial/listeners/peers.js';
import { createReplyPort } from '../../../src/serial/listeners/reply-port.js';
import type { CaseGateway } from './case-gateway.js';

/** What a tracker sends over one connection, or as one datagram. */
export type Recording = {
  readonly protocol: ProtocolName;
  readonly input: Buffer;
  readonly isDatagram: boolean;
  /** for messages */
  readonly name: string;
};

/** A frame with a reply and without a record. `kind`: how the counters of the port have it */
export type AcknowledgedFrame = { readonly protocol: ProtocolName; readonly kind: string; readonly name: string };

/** Replies that say that nothing was stored. */
const REFUSALS: Readonly<Partial<Record<ProtocolName, RegExp>>> = {
  json: /"status":[45]\d\d/,
  osmand: /^[45]\d\d /,
  wpt: /^\$PWPT,(?:NAK|ERR),/,
};

/**
 * The frames that gave a message, because no other one has a reply: those of `withoutRecord` by their kind, the others by
 * the name of their count.
 */
function countsOf({
  withoutRecord,
  records,
  joined,
  duplicates,
  rejected,
}: InputCounters): ReadonlyMap<string, number> {
  const named = { records, joined, duplicates, rejected };
  const counts = [...Object.entries(named), ...withoutRecord].map(
    ([kind, { frames, silent }]) => [kind, frames - silent] as const,
  );
  return new Map(counts);
}

/** Sends a recording to a gateway and finds the frames that are acknowledged although nothing of them is stored. */
export async function acknowledgedFrames(gateway: CaseGateway, recording: Recording): Promise<AcknowledgedFrame[]> {
  const { protocol: protocolName, input, isDatagram, name } = recording;
  const protocol: Protocol = protocols[protocolName];
  const peer = createPeers().add('127.0.0.1', 1, gateway.now());
  const answer = { text: '', isRepeated: false };
  const dates = createDateCheck({ gateway: gateway.info, onChange: () => undefined });
  const session = createPeerSession({
    path: 'tcp-listen://127.0.0.1:1',
    ...{ protocol, peer, isDatagram, receive: gateway.receive, gateway: gateway.info },
    ...{ dates, timers: gateway.timers, logger: silentLogger },
    port: createReplyPort((data) => {
      answer.text += Buffer.from(data).toString('latin1');
      return Promise.resolve();
    }),
    onDeviceId: () => undefined,
    onUnsettled: () => undefined,
    onOutcome(_protocol, _message, _deviceId, receipt) {
      answer.isRepeated ||= receipt.ok && receipt.value.duplicates > 0;
    },
    writeCommand: () => Promise.resolve(),
  });
  await turn();
  const found: AcknowledgedFrame[] = [];
  // Byte by byte, so that each reply is that to one frame.
  const chunks = isDatagram ? [input] : Array.from(input, (byte) => Buffer.of(byte));
  for (const chunk of chunks) {
    const before = countsOf(peer.counters.input);
    const framesBefore = peer.counters.frames;
    const storedBefore = gateway.stored();
    Object.assign(answer, { text: '', isRepeated: false });
    session.onData(chunk, chunk.length);
    if (peer.counters.frames === framesBefore) continue;
    await session.flush();
    const isAcknowledged = answer.text !== '' && REFUSALS[protocolName]?.test(answer.text) !== true;
    if (!isAcknowledged || answer.isRepeated || gateway.stored() > storedBefore) continue;
    const counted = [...countsOf(peer.counters.input)].filter(([kind, frames]) => frames > (before.get(kind) ?? 0));
    found.push(...counted.map(([kind]) => ({ protocol: protocolName, kind, name })));
  }
  await session.end();
  return found;
}
