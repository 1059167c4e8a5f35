import { SEQUENCE_ALERTS } from '../../schema/records/alert-names.js';
import { OTHER } from '../counters.js';
import {
  defineProtocol,
  type CommandRequest,
  type Decoder,
  type ProtocolContext,
  type TrackerMessage,
} from '../protocol.js';
import { encodeCommand, readCommandReply } from './command.js';
import { createReplies, WPT_VERSION } from './replies.js';
import { createFieldReader, parseEpoch, parseSeq } from './fields.js';
import { createWptFramer, type WptLine } from './line.js';
import { provision } from './provision.js';
import { readers, type WptRecords } from './records.js';

/** Trackers per port; beyond this, the one with the oldest HEL must send HEL again. */
const MAX_TRACKERS = 1_024;
const MAX_REASON_LENGTH = 200;
/** `$PWPT,` before type and fields, `,CCCC*XX` after them */
const FRAME_OVERHEAD_BYTES = 14;
const NO_RECORDS: WptRecords = { locations: [], alerts: [] };

/** The gateway's own lines, received again over a shared connection, and values read by provisioning. */
const IGNORED_TYPES = new Set(['WEL', 'IDN', 'ACK', 'NAK', 'TIM', 'GET', 'SET', 'COM', 'CMD', 'RBT', 'FAC', 'VAL']);

/** Waypost's own protocol for trackers, specified in wpt-1.md. */
export const wpt = defineProtocol({
  name: 'wpt',
  baudRates: [115200, 9600],
  requiresDeviceId: false,
  lineBased: true,
  acknowledges: true,
  secretPattern: /(?<=\$PWPT,(?:(?:SET|VAL),[^,*]*,key,|CMD,[^,*]*,[^,*]*,))[^,*]+/g,
  dialoguePattern: /\$PWPT,(?:IDN|GET|SET|COM|CMD|RBT|FAC|VAL|RES|ERR),[^\r\n]*/g,
  // How often a tracker that waits for the store is asked for a record.
  idleTimeoutMs: 5_000,
  provision,
  framer: createWptFramer,
  signatureBytes: ({ type, fields }) => [type, ...fields].join().length + FRAME_OVERHEAD_BYTES,
  decoder: createDecoder,
});

/** Device ids by epoch, from HEL: records carry only the epoch. Null: HEL had no id. */
type Trackers = Map<string, string | null>;

function createDecoder(context: ProtocolContext): Decoder<WptLine> {
  const trackers: Trackers = new Map();
  const replies = createReplies(context);

  function decodeRecord({ type, fields }: WptLine, receivedAt: number): TrackerMessage {
    const [epoch, seq] = [parseEpoch(fields[0]), parseSeq(fields[1])];
    if (epoch === undefined || seq === undefined) return { type: 'rejected', reason: 'epoch and seq', ref: type };
    if (!trackers.has(epoch)) return { type: 'request', ref: 'IDN' };
    const rest = createFieldReader(fields.slice(2));
    const records = readers[type]?.(rest, { at: receivedAt, clockQuality: context.clockQuality() }) ?? NO_RECORDS;
    const rejection = rest.rejection();
    const sequence = { epoch, seq };
    if (rejection === undefined) {
      const { locations, alerts, telemetry } = records;
      const message = { type: 'records' as const, sequence, locations, alerts };
      return withDeviceId(trackers, epoch, telemetry === undefined ? message : { ...message, telemetry });
    }
    const refused = rejection.slice(0, MAX_REASON_LENGTH);
    const text = `${type} ${seq} of ${epoch}: ${refused}`;
    const alert = { dateTime: new Date(receivedAt).toISOString(), alerts: [SEQUENCE_ALERTS.refused], text };
    return withDeviceId(trackers, epoch, { type: 'records', sequence, locations: [], alerts: [alert], refused });
  }

  function decode(line: WptLine, receivedAt: number): readonly TrackerMessage[] {
    const { type, fields } = line;
    if (type === 'HEL') return [decodeHello(trackers, fields)];
    if (Object.hasOwn(readers, type)) return [decodeRecord(line, receivedAt)];
    if (type === 'TRQ') {
      const [n = '', uptime = ''] = fields;
      if (!/^\d{1,10} \d{1,16}$/.test(`${n} ${uptime}`))
        return [{ type: 'rejected', reason: 'n, uptimeMs', ref: type }];
      return [{ type: 'request', ref: `TRQ ${n} ${uptime} ${Math.floor(receivedAt)}` }];
    }
    if (type === 'BYE' || IGNORED_TYPES.has(type)) return [];
    if (type === 'RES' || type === 'ERR') return readCommandReply(line);
    return [{ type: 'request', ref: `${type.replace(/[^A-Za-z0-9]/g, '').slice(0, 8)} TYPE` }];
  }

  return {
    decode,
    kindOf: ({ type }) => (/^[A-Z]{3}$/.test(type) ? type : OTHER),
    // A record with seq 0 counts as stored, so it only produces an acknowledgement.
    idle: () =>
      replies
        .pausedEpochs()
        .filter((epoch) => trackers.has(epoch))
        .map((epoch) => withDeviceId(trackers, epoch, { ...NO_RECORDS, type: 'records', sequence: { epoch, seq: 0 } })),
    reply: replies.reply,
    // A tracker whose WEL was lost with the connection would wait 10 s before it sends HEL again.
    greeting: replies.requestHello,
    command: (request) => encodeCommand(request, findEpoch(trackers, request)),
  };
}

function decodeHello(trackers: Trackers, fields: readonly string[]): TrackerMessage {
  const [proto, id = '', epochText, nextText, oldestText, model = '', firmware = ''] = fields;
  if (Number(proto) !== WPT_VERSION) return { type: 'request', ref: `HEL VERSION ${WPT_VERSION}` };
  const [epoch, next, oldest] = [parseEpoch(epochText), parseSeq(nextText), parseSeq(oldestText)];
  if (epoch === undefined || next === undefined || oldest === undefined || oldest > next) {
    return { type: 'rejected', reason: 'epoch, nextSeq and oldestSeq', ref: 'HEL' };
  }
  trackers.delete(epoch);
  const [first] = trackers.keys();
  if (trackers.size >= MAX_TRACKERS && first !== undefined) trackers.delete(first);
  trackers.set(epoch, id === '' ? null : id);
  return withDeviceId(trackers, epoch, {
    type: 'hello',
    resume: { epoch, oldest },
    description: `${model} ${firmware}`.trim(),
  });
}

/** The epoch of the tracker's last HEL, which addresses it; undefined: it sent none since the port was opened. */
function findEpoch(trackers: Trackers, { deviceId, bound }: CommandRequest): string | undefined {
  // Only the tracker of the device is on a bound port, whatever id it sends.
  const own = [...trackers].filter(([, id]) => bound || id === deviceId);
  return own.at(-1)?.[0];
}

/** Adds the device id of the tracker, where it is known. */
function withDeviceId<OwnedMessage extends { readonly type: 'records' | 'hello'; deviceId?: string }>(
  trackers: Trackers,
  epoch: string,
  message: OwnedMessage,
): OwnedMessage {
  const deviceId = trackers.get(epoch) ?? null;
  if (deviceId !== null) message.deviceId = deviceId;
  return message;
}
