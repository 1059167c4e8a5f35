import { nameAlert } from '../domain/records/alert-name.js';
import type { Receipt, Resume, Telemetry } from '../domain/report.js';
import type { Result } from '../errors.js';
import type { Framed, Framer } from '../framing/framer.js';
import type { GatewayMessage } from '../messages/message.js';
import type { Alert } from '../schema/records/alert.js';
import type { ClockQuality } from '../schema/system/clock.js';
import type { Sequence } from '../schema/entry.js';
import type { Location } from '../schema/records/location.js';
import { createCountedFramer } from './counted-framer.js';
import { countDiscarded, countFrame, OTHER, RECORDS, REJECTED, type Counters } from './counters.js';
import type { Outbound } from './outbound.js';
import type { Provision } from './provision.js';

export { createCounters, type Counters } from './counters.js';

/** The tracker's own name for a message, repeated in the acknowledgement. */
export type MessageRef = string | number;

/**
 * What a decoder makes of a frame. `deviceId` is the id as sent, left out where the protocol has none. The records of one
 * message are stored all or none.
 */
export type TrackerMessage =
  | RecordsMessage
  /** the tracker identifies itself and asks where to continue */
  | {
      readonly type: 'hello';
      readonly deviceId?: string;
      readonly resume: Resume;
      readonly description: string;
      readonly ref?: MessageRef;
    }
  /** nothing to store, only a reply to send */
  | { readonly type: 'request'; readonly ref: MessageRef }
  /** the tracker replies to a command: nothing to store, and nothing to send */
  | CommandReply
  /** a complete frame without usable content; `reason` is for the log and the reply */
  | { readonly type: 'rejected'; readonly reason: string; readonly ref?: MessageRef };

/** `ref`: that of the command (`EncodedCommand`). */
export type CommandReply = {
  readonly type: 'reply';
  readonly deviceId?: string;
  readonly ref: MessageRef;
  /** false: the tracker reports an error */
  readonly accepted: boolean;
  readonly text: string;
};

/** A command of a user to one tracker. */
export type CommandRequest = {
  readonly deviceId: string;
  /** the port belongs to this device: the tracker may know itself by another id, or none */
  readonly bound: boolean;
  /** 12 random hexadecimal digits, another for each command */
  readonly key: string;
  /** as the user gave them */
  readonly bytes: Uint8Array;
};

/** A command in the framing of its protocol. */
export type EncodedCommand = {
  readonly data: Outbound;
  /** what the reply to this command repeats; left out: its reply cannot be recognized */
  readonly ref?: MessageRef;
  /** why its reply cannot be recognized, where that depends on the command */
  readonly note?: GatewayMessage;
};

/**
 * Why a command cannot be sent. `validation_failed`: the protocol cannot carry it; `conflict`: not to this device or port;
 * `unavailable`: not at present.
 */
export type CommandRefusal = 'validation_failed' | 'conflict' | 'unavailable';
export type EncodeCommand = (request: CommandRequest) => Result<EncodedCommand, CommandRefusal>;

export type RecordsMessage = {
  readonly type: 'records';
  readonly deviceId?: string;
  readonly locations: readonly Location[];
  readonly alerts: readonly Alert[];
  readonly telemetry?: readonly Telemetry[];
  /** of a tracker that numbers its records */
  readonly sequence?: Sequence;
  /** why the record is permanently unreadable; this reason is stored in its place */
  readonly refused?: string;
  readonly ref?: MessageRef;
};

/** Turns frames into messages. Has no access to the store; buffers only what its protocol splits over several frames. */
export type Decoder<Frame> = {
  /** `receivedAt`: ms since 1970 by the gateway's clock. Alerts may have the protocol's own names. */
  decode: (frame: Frame, receivedAt: number) => readonly TrackerMessage[];
  /**
   * The kind of the frame that was decoded last and gave no record: a message type, or a reason such as `no fix`, for the
   * counters of the port. Left out: the type of its message.
   */
  kindOf?: (frame: Frame) => string;
  /**
   * The port was silent for the protocol's `idleTimeoutMs`: returns the buffered messages, and a `request` whose reply is
   * a question to the tracker. Called again after another silence if it returned a message.
   */
  idle?: () => readonly TrackerMessage[];
  /**
   * Why the frames since the last call gave no location, and how to change that. Left out by protocols
   * that cannot tell.
   */
  noLocationReason?: () => GatewayMessage | undefined;
  /** The reply to a message once it is stored or refused; left out by protocols that never write. */
  reply?: (message: TrackerMessage, receipt: Receipt) => Outbound | undefined;
  /** Sent as soon as the port is open, because a connected tracker may be waiting for it. */
  greeting?: () => Outbound | undefined;
  /** Left out by protocols without commands of their own. */
  command?: EncodeCommand;
};

/** What a reply may state about the gateway. */
export type ProtocolContext = {
  /** ms since 1970 by the gateway's clock */
  readonly now: () => number;
  readonly clockQuality: () => ClockQuality;
  readonly gatewayId: string;
  /** how often the port was opened, this time included */
  readonly openCount: number;
  /** messages without a device id belong to the device of the port */
  readonly isBound: boolean;
  /** a tracker that is silent may be asked for its position: the configuration names the protocol and allows writing */
  readonly mayQuery?: true;
  /** each chunk is one whole datagram; left out for streams */
  readonly isDatagram?: true;
  /**
   * The connection to a listener, or the sender of datagrams to it, which is the same for all of them: what is written
   * reaches this tracker alone. Left out for ports, where it may reach others too.
   */
  readonly peer?: object;
};

/** For listeners that never reply. */
export const NULL_CONTEXT: ProtocolContext = {
  now: () => 0,
  clockQuality: () => 'none',
  gatewayId: '',
  openCount: 1,
  isBound: false,
};

/** The state of a protocol over one opening of a port: partial frames and epochs end with it. */
export type ProtocolSession = {
  push: (chunk: Uint8Array, receivedAt: number) => TrackerMessage[];
  idle: () => readonly TrackerMessage[];
  /** The session is over: bytes that wait for the rest of their frame are discarded. */
  end: () => void;
  /** undefined: the protocol cannot tell why its frames give no locations */
  readonly noLocationReason: (() => GatewayMessage | undefined) | undefined;
  reply: (message: TrackerMessage, receipt: Receipt) => Outbound | undefined;
  greeting: () => Outbound | undefined;
  /** undefined: the protocol has no commands of its own */
  readonly command: EncodeCommand | undefined;
};

/** Counts the frames that only one protocol has. */
type Probe = {
  push: (chunk: Uint8Array) => void;
  /** `isPreferred`: the protocol may be preferred to the one that it supersedes */
  score: () => { readonly frames: number; readonly bytes: number; readonly isPreferred: boolean };
};

/**
 * Redacts secrets in the traffic of one port, to the gateway (`in`) and from it. The output has as many bytes as the
 * input; those of a packet are returned once it is complete.
 */
export type PacketRedactor = {
  push: (direction: 'in' | 'out', bytes: Uint8Array) => Uint8Array;
  /** End of the input: returns the buffered bytes of an incomplete packet. */
  flush: (direction: 'in' | 'out') => Uint8Array;
};

type ProtocolTraits = {
  readonly name: string;
  /** bit/s, most common first */
  readonly baudRates: readonly [number, ...number[]];
  /** the stream has no device id: the configuration must bind the port to a device */
  readonly requiresDeviceId: boolean;
  /** a tracker may name its device in a line of its own: a listener takes the protocol although it requires a device id */
  readonly hasIdLines?: true;
  /** each frame is a line that CR or LF ends: the end of a datagram ends one too */
  readonly lineBased?: true;
  /** the stream carries many stations under their own ids, so a port cannot be bound to one device */
  readonly multiDevice?: true;
  /** the receiver may also report its own position, without an id: a port can be bound to its device */
  readonly ownPosition?: true;
  /** ms of silence after which the decoder returns its buffer or asks the tracker; left out where it does neither */
  readonly idleTimeoutMs?: number;
  /** each fix is sent when it is taken, with satellite time, so the gateway can use it as a time source */
  readonly gnssTime?: true;
  /** another protocol in which the same trackers may send the same data at the same time; this one is preferred */
  readonly supersedes?: string;
  /** trackers wait for acknowledgements and send refused records again */
  readonly acknowledges?: true;
  /** matches secrets in a captured line, such as a key that is set; global */
  readonly secretPattern?: RegExp;
  /** matches lines of a provisioning dialogue, which only technicians may see; global */
  readonly dialoguePattern?: RegExp;
  /** the byte that ends a line; LF when left out */
  readonly lineEndByte?: number;
  /** replaces `secretPattern` where packets are not lines; `isDetected`: the input is known to be this protocol's */
  readonly packetRedactor?: (isDetected?: boolean) => PacketRedactor;
  /** trackers speak it over a network, never over a cable: it is for listeners, not for ports */
  readonly networkOnly?: true;
  /** each of its messages is an HTTP request: it is for listeners with the transport http */
  readonly httpOnly?: true;
  /** how trackers are set up on a port in provisioning; left out where they cannot be */
  readonly provision?: Provision;
};

/** One row of the table of protocols. */
export type Protocol = ProtocolTraits & {
  open: (counters: Counters, context?: ProtocolContext) => ProtocolSession;
  /** for protocol detection */
  probe: () => Probe;
};

type ProtocolDefinition<Frame> = ProtocolTraits & {
  framer: (context: ProtocolContext) => Framer<Frame>;
  /** the number of bytes of a frame that no other protocol could have produced; 0 if another could */
  signatureBytes: (frame: Frame) => number;
  /** with `supersedes`: only such a frame makes this the preferred protocol; without one, the other is preferred */
  isPreferred?: (frame: Frame) => boolean;
  decoder: (context: ProtocolContext) => Decoder<Frame>;
};

/** Decoders name alerts by the protocol's own words; from here on they have the API's names. */
const nameAlerts = (message: TrackerMessage): TrackerMessage =>
  message.type === 'records' && message.alerts.length > 0
    ? { ...message, alerts: message.alerts.map(nameAlert) }
    : message;

/** Decodes frames and counts them by what they gave. */
function createCountedDecoder<Frame>(
  decoder: Decoder<Frame>,
  counters: Counters,
): (items: readonly Framed<Frame>[], receivedAt: number) => TrackerMessage[] {
  const { kindOf } = decoder;
  return (items, receivedAt) => {
    const messages: TrackerMessage[] = [];
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index];
      if (item === undefined) break;
      if (item.kind === 'discarded') {
        countDiscarded(counters, item.bytes, item.reason);
        if (item.reason === 'checksum') counters.badChecksums += 1;
        continue;
      }
      let decoded: readonly TrackerMessage[];
      try {
        decoded = decoder.decode(item.frame, receivedAt);
      } catch (error) {
        countLost(counters, items.slice(index));
        throw error;
      }
      for (const message of decoded) messages.push(nameAlerts(message));
      const isSilent = decoded.length === 0;
      const outcome = isSilent ? undefined : outcomeOf(decoded);
      countFrame(counters, item.bytes, outcome ?? kindOf?.(item.frame) ?? decoded[0]?.type ?? OTHER, isSilent);
    }
    return messages;
  };
}

/** The session is over: the frame whose decoding failed and those after it are lost. */
function countLost(counters: Counters, items: readonly Framed<unknown>[]): void {
  for (const item of items) {
    if (item.kind === 'discarded') countDiscarded(counters, item.bytes, item.reason);
    else countFrame(counters, item.bytes, REJECTED);
  }
}

/** undefined: neither records nor a rejection */
function outcomeOf(messages: readonly TrackerMessage[]): string | undefined {
  let outcome: string | undefined;
  for (const message of messages) {
    if (message.type === 'records' && message.refused === undefined) return RECORDS;
    if (message.type === 'records' || message.type === 'rejected') outcome = REJECTED;
  }
  return outcome;
}

/** Creates a protocol: the framer's frames go to the decoder, and frames and discarded bytes are counted. */
export function defineProtocol<Frame>({
  framer,
  decoder,
  signatureBytes,
  isPreferred,
  ...traits
}: ProtocolDefinition<Frame>): Protocol {
  return {
    ...traits,
    probe() {
      const probeFramer = framer(NULL_CONTEXT);
      let frames = 0;
      let bytes = 0;
      let hasPreferred = isPreferred === undefined;
      return {
        push(chunk) {
          for (const framed of probeFramer.push(chunk)) {
            const matchedBytes = framed.kind === 'frame' ? signatureBytes(framed.frame) : 0;
            if (matchedBytes > 0) frames += 1;
            if (framed.kind === 'frame' && isPreferred?.(framed.frame) === true) hasPreferred = true;
            bytes += matchedBytes;
          }
        },
        score: () => ({ frames, bytes, isPreferred: hasPreferred }),
      };
    },
    open(counters, context = NULL_CONTEXT) {
      const sessionDecoder = decoder(context);
      const input = createCountedFramer(framer(context), counters);
      const decode = createCountedDecoder(sessionDecoder, counters);
      return {
        push: (chunk, receivedAt) => decode(input.push(chunk), receivedAt),
        idle: () => [...decode(input.flush(), context.now()), ...(sessionDecoder.idle?.() ?? []).map(nameAlerts)],
        end: input.end,
        noLocationReason: sessionDecoder.noLocationReason,
        reply: (message, receipt) => sessionDecoder.reply?.(message, receipt),
        greeting: () => sessionDecoder.greeting?.(),
        command: sessionDecoder.command,
      };
    },
  };
}
