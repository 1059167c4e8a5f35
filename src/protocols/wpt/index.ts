import { defineProtocol, type Context, type Decoder, type Message } from '../protocol.js';
import { createAnswers, version } from './answers.js';
import { createFields, epochOf, seqOf } from './fields.js';
import { createWptFramer, type Line } from './line.js';
import { provision } from './provision.js';
import { readers, type Records } from './records.js';

/** Trackers that one port may carry; of more the one that said hello first has to say it again. */
const mostTrackers = 1_024;
const longestReason = 200;
/** `$PWPT,` before type and fields, `,CCCC*XX` behind them */
const frameBytes = 14;
const nothing: Records = { locations: [], alerts: [] };

/** What the gateway says itself, heard again from a loop or a shared line, and what only a technician's dialogue asks for. */
const ignored = new Set(['WEL', 'IDN', 'ACK', 'NAK', 'TIM', 'GET', 'SET', 'COM', 'RBT', 'FAC', 'VAL', 'RES', 'ERR']);

/** Waypost's own protocol for trackers; wpt-1.md beside this file is its text. */
export const wpt = defineProtocol({
  name: 'wpt',
  baudRates: [115200, 9600],
  needsDevice: false,
  answers: true,
  secrets: /(?<=\$PWPT,(?:SET|VAL),[^,*]*,key,)[^,*]+/g,
  dialogue: /\$PWPT,(?:IDN|GET|SET|COM|RBT|FAC|VAL|RES|ERR),[^\r\n]*/g,
  // A tracker that waits for the store hears every so often that it is not forgotten.
  idleAfter: 5_000,
  provision,
  framer: createWptFramer,
  own: ({ type, fields }) => [type, ...fields].join().length + frameBytes,
  decoder: createDecoder,
});

function createDecoder(context: Context): Decoder<Line> {
  /** who said hello, by epoch: records carry that alone. Null: it did not say its id */
  const trackers = new Map<string, string | null>();
  const answers = createAnswers(context);

  /** Gives a message the id of its tracker, where that is known. */
  function owned<Said extends { readonly type: 'records' | 'hello'; deviceId?: string }>(
    epoch: string,
    said: Said,
  ): Said {
    const deviceId = trackers.get(epoch) ?? null;
    if (deviceId !== null) said.deviceId = deviceId;
    return said;
  }

  function hello([
    proto,
    id = '',
    epochText,
    nextText,
    oldestText,
    model = '',
    firmware = '',
  ]: readonly string[]): Message {
    if (Number(proto) !== version) return { type: 'question', ref: `HEL VERSION ${version}` };
    const [epoch, next, oldest] = [epochOf(epochText), seqOf(nextText), seqOf(oldestText)];
    if (epoch === undefined || next === undefined || oldest === undefined || oldest > next) {
      return { type: 'rejected', reason: 'epoch, nextSeq and oldestSeq', ref: 'HEL' };
    }
    trackers.delete(epoch);
    const [first] = trackers.keys();
    if (trackers.size >= mostTrackers && first !== undefined) trackers.delete(first);
    trackers.set(epoch, id === '' ? null : id);
    return owned(epoch, { type: 'hello', resume: { epoch, oldest }, about: `${model} ${firmware}`.trim() });
  }

  function record({ type, fields }: Line, receivedAt: number): Message {
    const [epoch, seq] = [epochOf(fields[0]), seqOf(fields[1])];
    if (epoch === undefined || seq === undefined) return { type: 'rejected', reason: 'epoch and seq', ref: type };
    if (!trackers.has(epoch)) return { type: 'question', ref: 'IDN' };
    const rest = createFields(fields.slice(2));
    const records = readers[type]?.(rest, { at: receivedAt, clockQuality: context.clockQuality() }) ?? nothing;
    const fault = rest.fault();
    const sequence = { epoch, seq };
    if (fault === undefined) {
      const { locations, alerts, telemetry } = records;
      const said = { type: 'records' as const, sequence, locations, alerts };
      return owned(epoch, telemetry === undefined ? said : { ...said, telemetry });
    }
    const refused = fault.slice(0, longestReason);
    const text = `${type} ${seq} of ${epoch}: ${refused}`;
    const alert = { dateTime: new Date(receivedAt).toISOString(), alerts: ['seqRefused'], text };
    return owned(epoch, { type: 'records', sequence, locations: [], alerts: [alert], refused });
  }

  function decode(line: Line, receivedAt: number): readonly Message[] {
    const { type, fields } = line;
    if (type === 'HEL') return [hello(fields)];
    if (Object.hasOwn(readers, type)) return [record(line, receivedAt)];
    if (type === 'TRQ') {
      const [n = '', uptime = ''] = fields;
      if (!/^\d{1,10} \d{1,16}$/.test(`${n} ${uptime}`))
        return [{ type: 'rejected', reason: 'n, uptimeMs', ref: type }];
      return [{ type: 'question', ref: `TRQ ${n} ${uptime} ${Math.floor(receivedAt)}` }];
    }
    if (type === 'BYE' || ignored.has(type)) return [];
    return [{ type: 'question', ref: `${type.replace(/[^A-Za-z0-9]/g, '').slice(0, 8)} TYPE` }];
  }

  return {
    decode,
    // A number that is stored already asks for nothing but an acknowledgement.
    idle: () =>
      answers
        .paused()
        .filter((epoch) => trackers.has(epoch))
        .map((epoch) => owned(epoch, { ...nothing, type: 'records', sequence: { epoch, seq: 0 } })),
    reply: answers.reply,
    // A tracker whose WEL was lost with the port would wait 10 s to say hello again.
    greeting: answers.ask,
  };
}
