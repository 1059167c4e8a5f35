import { defineProtocol, type ProtocolContext, type Decoder, type TrackerMessage } from '../protocol.js';
import { createReplies, WPT_VERSION } from './replies.js';
import { createFieldReader, parseEpoch, parseSeq } from './fields.js';
import { createWptFramer, type WptLine } from './line.js';
import { provision } from './provision.js';
import { readers, type WptRecords } from './records.js';

/** Trackers that one port may carry; of more the one that said hello first has to say it again. */
const MAX_TRACKERS = 1_024;
const MAX_REASON_LENGTH = 200;
/** `$PWPT,` before type and fields, `,CCCC*XX` behind them */
const FRAME_OVERHEAD_BYTES = 14;
const NO_RECORDS: WptRecords = { locations: [], alerts: [] };

/** What the gateway says itself, heard again from a loop or a shared line, and what only a technician's dialogue asks for. */
const IGNORED_TYPES = new Set([
  'WEL',
  'IDN',
  'ACK',
  'NAK',
  'TIM',
  'GET',
  'SET',
  'COM',
  'RBT',
  'FAC',
  'VAL',
  'RES',
  'ERR',
]);

/** Waypost's own protocol for trackers; wpt-1.md beside this file is its text. */
export const wpt = defineProtocol({
  name: 'wpt',
  baudRates: [115200, 9600],
  requiresDeviceId: false,
  acknowledges: true,
  secretPattern: /(?<=\$PWPT,(?:SET|VAL),[^,*]*,key,)[^,*]+/g,
  dialoguePattern: /\$PWPT,(?:IDN|GET|SET|COM|RBT|FAC|VAL|RES|ERR),[^\r\n]*/g,
  // A tracker that waits for the store hears every so often that it is not forgotten.
  idleTimeoutMs: 5_000,
  provision,
  framer: createWptFramer,
  signatureBytes: ({ type, fields }) => [type, ...fields].join().length + FRAME_OVERHEAD_BYTES,
  decoder: createDecoder,
});

function createDecoder(context: ProtocolContext): Decoder<WptLine> {
  /** who said hello, by epoch: records carry that alone. Null: it did not say its id */
  const trackers = new Map<string, string | null>();
  const replies = createReplies(context);

  /** Gives a message the id of its tracker, where that is known. */
  function withDeviceId<OwnedMessage extends { readonly type: 'records' | 'hello'; deviceId?: string }>(
    epoch: string,
    message: OwnedMessage,
  ): OwnedMessage {
    const deviceId = trackers.get(epoch) ?? null;
    if (deviceId !== null) message.deviceId = deviceId;
    return message;
  }

  function decodeHello([
    proto,
    id = '',
    epochText,
    nextText,
    oldestText,
    model = '',
    firmware = '',
  ]: readonly string[]): TrackerMessage {
    if (Number(proto) !== WPT_VERSION) return { type: 'request', ref: `HEL VERSION ${WPT_VERSION}` };
    const [epoch, next, oldest] = [parseEpoch(epochText), parseSeq(nextText), parseSeq(oldestText)];
    if (epoch === undefined || next === undefined || oldest === undefined || oldest > next) {
      return { type: 'rejected', reason: 'epoch, nextSeq and oldestSeq', ref: 'HEL' };
    }
    trackers.delete(epoch);
    const [first] = trackers.keys();
    if (trackers.size >= MAX_TRACKERS && first !== undefined) trackers.delete(first);
    trackers.set(epoch, id === '' ? null : id);
    return withDeviceId(epoch, {
      type: 'hello',
      resume: { epoch, oldest },
      description: `${model} ${firmware}`.trim(),
    });
  }

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
      return withDeviceId(epoch, telemetry === undefined ? message : { ...message, telemetry });
    }
    const refused = rejection.slice(0, MAX_REASON_LENGTH);
    const text = `${type} ${seq} of ${epoch}: ${refused}`;
    const alert = { dateTime: new Date(receivedAt).toISOString(), alerts: ['seqRefused'], text };
    return withDeviceId(epoch, { type: 'records', sequence, locations: [], alerts: [alert], refused });
  }

  function decode(line: WptLine, receivedAt: number): readonly TrackerMessage[] {
    const { type, fields } = line;
    if (type === 'HEL') return [decodeHello(fields)];
    if (Object.hasOwn(readers, type)) return [decodeRecord(line, receivedAt)];
    if (type === 'TRQ') {
      const [n = '', uptime = ''] = fields;
      if (!/^\d{1,10} \d{1,16}$/.test(`${n} ${uptime}`))
        return [{ type: 'rejected', reason: 'n, uptimeMs', ref: type }];
      return [{ type: 'request', ref: `TRQ ${n} ${uptime} ${Math.floor(receivedAt)}` }];
    }
    if (type === 'BYE' || IGNORED_TYPES.has(type)) return [];
    return [{ type: 'request', ref: `${type.replace(/[^A-Za-z0-9]/g, '').slice(0, 8)} TYPE` }];
  }

  return {
    decode,
    // A number that is stored already asks for nothing but an acknowledgement.
    idle: () =>
      replies
        .pausedEpochs()
        .filter((epoch) => trackers.has(epoch))
        .map((epoch) => withDeviceId(epoch, { ...NO_RECORDS, type: 'records', sequence: { epoch, seq: 0 } })),
    reply: replies.reply,
    // A tracker whose WEL was lost with the port would wait 10 s to say hello again.
    greeting: replies.requestHello,
  };
}
