import type { Receipt, Resume, Telemetry } from '../domain/report.js';
import type { DiscardReason, Framed, Framer } from '../framing/framer.js';
import type { Alert } from '../schema/records/alert.js';
import type { ClockQuality } from '../schema/system/clock.js';
import type { Sequence } from '../schema/entry.js';
import type { Location } from '../schema/records/location.js';
import type { Outbound } from './outbound.js';
import type { Provision } from './provision.js';

/** How the tracker names a message in its own protocol, to be given back in the acknowledgement. */
export type MessageRef = string | number;

/**
 * What a tracker said. `deviceId` is the identity as sent, left out where the protocol has none. All of a message's
 * records are stored, or none.
 */
export type TrackerMessage =
  | RecordsMessage
  /** the tracker says who it is and asks from where to go on */
  | {
      readonly type: 'hello';
      readonly deviceId?: string;
      readonly resume: Resume;
      readonly description: string;
      readonly ref?: MessageRef;
    }
  /** there is nothing to store, only to answer */
  | { readonly type: 'request'; readonly ref: MessageRef }
  /** a whole frame that says nothing usable; `reason` is for the log and the reply */
  | { readonly type: 'rejected'; readonly reason: string; readonly ref?: MessageRef };

export type RecordsMessage = {
  readonly type: 'records';
  readonly deviceId?: string;
  readonly locations: readonly Location[];
  readonly alerts: readonly Alert[];
  readonly telemetry?: readonly Telemetry[];
  /** of a tracker that numbers its records */
  readonly sequence?: Sequence;
  /** the record could not be read, and never will be: what is stored is that it was, and why */
  readonly refused?: string;
  readonly ref?: MessageRef;
};

/** Turns frames into messages. Knows nothing of the store, keeps only what its protocol spreads over several frames. */
export type Decoder<Frame> = {
  /** `receivedAt`: ms since 1970 by the gateway's clock */
  decode: (frame: Frame, receivedAt: number) => readonly TrackerMessage[];
  /** Nothing came for the protocol's `idleAfter`: what waited for more is complete. */
  idle?: () => readonly TrackerMessage[];
  /** What is sent back once the outcome is known; left out by protocols that never write. */
  reply?: (message: TrackerMessage, receipt: Receipt) => Outbound | undefined;
  /** What is said first, as soon as the port is open: who is there may wait for a word. Left out where nothing is. */
  greeting?: () => Outbound | undefined;
};

export type { ClockQuality };

/** What a protocol that answers may say of the gateway. */
export type ProtocolContext = {
  /** ms since 1970 by the gateway's clock */
  readonly now: () => number;
  readonly clockQuality: () => ClockQuality;
  readonly gatewayId: string;
  /** which opening of the port this is, from 1 */
  readonly openCount: number;
};

/** For who only listens, as one does to learn what is spoken on a port. */
export const NULL_CONTEXT: ProtocolContext = { now: () => 0, clockQuality: () => 'none', gatewayId: '', openCount: 1 };

/** What a port has heard, counted since the start. Bytes discarded include those with a bad checksum. */
export type Counters = {
  bytes: number;
  frames: number;
  discardedBytes: number;
  badChecksums: number;
  rejected: number;
  unknownDevices: number;
  reopened: number;
};

/** A port that has heard nothing yet. */
export const createCounters = (): Counters => ({
  bytes: 0,
  frames: 0,
  discardedBytes: 0,
  badChecksums: 0,
  rejected: 0,
  unknownDevices: 0,
  reopened: 0,
});

/** One conversation over one open port; its partial frames and epochs end with it. */
export type ProtocolSession = {
  push: (chunk: Uint8Array, receivedAt: number) => TrackerMessage[];
  idle: () => readonly TrackerMessage[];
  reply: (message: TrackerMessage, receipt: Receipt) => Outbound | undefined;
  greeting: () => Outbound | undefined;
};

/** Listens for what only one protocol says, and keeps nothing else of it. */
export type Probe = {
  push: (chunk: Uint8Array) => void;
  /** the frames that no other protocol has, and the bytes they took */
  score: () => { readonly frames: number; readonly bytes: number };
};

/**
 * Goes over all that passes on one line, to the gateway (`in`) and from it, and blots out what must not be written down;
 * as many bytes come out as go in, those of a packet when it is whole.
 */
export type PacketRedactor = {
  push: (direction: 'in' | 'out', bytes: Uint8Array) => Uint8Array;
  /** Nothing more comes: what was held back of a packet that is not whole. */
  flush: (direction: 'in' | 'out') => Uint8Array;
};

/** One row of the table of protocols. */
export type Protocol = {
  readonly name: string;
  /** usual first */
  readonly baudRates: readonly [number, ...number[]];
  /** the stream does not say whose it is: the port must be bound to a device by configuration */
  readonly requiresDeviceId: boolean;
  /** it carries many stations by their own names: a port bound to one device would make all of them that one */
  readonly multiDevice?: true;
  /** ms of silence after which what waits for more is given out; left out where nothing waits */
  readonly idleTimeoutMs?: number;
  /** each fix is sent as it is taken, with the time of the satellites: it tells what time it is */
  readonly gnssTime?: true;
  /** another protocol that the same trackers may speak beside it, to say the same again: of the two this one is taken */
  readonly supersedes?: string;
  /** trackers are answered, and send again what was not taken; left out by protocols that never write */
  readonly acknowledges?: true;
  /** what must not be written down of a line, as a key that is set; global */
  readonly secretPattern?: RegExp;
  /** what only a technician's dialogue brings, whatever stands in it: nobody else is shown it; global */
  readonly dialoguePattern?: RegExp;
  /** the byte that ends its lines; LF when left out */
  readonly lineEndByte?: number;
  /** the same as `secrets` where packets have no lines; `isSpoken`: it is known that they are this protocol's */
  readonly packetRedactor?: (isDetected?: boolean) => PacketRedactor;
  /** how its trackers are set up, on a port that a technician has put into provisioning; left out where they are not */
  readonly provision?: Provision;
  open: (counters: Counters, context?: ProtocolContext) => ProtocolSession;
  /** for who listens to learn what is spoken on a port */
  probe: () => Probe;
};

type ProtocolDefinition<Frame> = Omit<Protocol, 'open' | 'probe'> & {
  framer: () => Framer<Frame>;
  /** the bytes of a frame that no other protocol has; 0 when another may have sent it */
  signatureBytes: (frame: Frame) => number;
  decoder: (context: ProtocolContext) => Decoder<Frame>;
};

const isBadChecksum = (reason: DiscardReason): boolean => reason === 'checksum';

/** A protocol from its parts: the framer's frames go to the decoder, everything is counted on the way. */
export function defineProtocol<Frame>({
  framer,
  decoder,
  signatureBytes,
  ...rest
}: ProtocolDefinition<Frame>): Protocol {
  return {
    ...rest,
    probe() {
      const probeFramer = framer();
      let frames = 0;
      let bytes = 0;
      return {
        push(chunk) {
          for (const framed of probeFramer.push(chunk)) {
            const matchedBytes = framed.kind === 'frame' ? signatureBytes(framed.frame) : 0;
            if (matchedBytes > 0) frames += 1;
            bytes += matchedBytes;
          }
        },
        score: () => ({ frames, bytes }),
      };
    },
    open(counters, context = NULL_CONTEXT) {
      const sessionFramer = framer();
      const sessionDecoder = decoder(context);

      function decodeFrames(framedItems: readonly Framed<Frame>[], receivedAt: number): TrackerMessage[] {
        const received: TrackerMessage[] = [];
        for (const framed of framedItems) {
          if (framed.kind === 'discarded') {
            counters.discardedBytes += framed.bytes;
            if (isBadChecksum(framed.reason)) counters.badChecksums += 1;
            continue;
          }
          counters.frames += 1;
          for (const message of sessionDecoder.decode(framed.frame, receivedAt)) received.push(message);
        }
        return received;
      }

      return {
        push(chunk, receivedAt) {
          counters.bytes += chunk.length;
          return decodeFrames(sessionFramer.push(chunk), receivedAt);
        },
        idle: () => [...decodeFrames(sessionFramer.flush?.() ?? [], context.now()), ...(sessionDecoder.idle?.() ?? [])],
        reply: (message, receipt) => sessionDecoder.reply?.(message, receipt),
        greeting: () => sessionDecoder.greeting?.(),
      };
    },
  };
}
