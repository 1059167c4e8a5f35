import type { ProtocolName } from '../../../src/protocols/index.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import { samples } from '../protocols/protocol-samples.js';
import type { Recording } from './acknowledged-frames.js';
import { EXAMPLE_TIME } from './case-gateway.js';
import { renderWrite } from './render-write.js';
import { readSerialCases, type SerialCase } from './serial-case.js';

/** What a request of HTTP gives its protocol: the body, or else the query. */
function requestContent(request: Buffer): Buffer {
  const [head = '', ...body] = request.toString('latin1').split('\r\n\r\n');
  const [, query = ''] = /\?(\S*)/.exec(head) ?? [];
  const content = body.join('\r\n\r\n');
  return Buffer.from(content === '' ? query : content, 'latin1');
}

/** The writes of a case to a listener. */
function recordingsOf({ id, configuration, protocol, input }: SerialCase): Recording[] {
  const { listener } = configuration;
  if (listener === undefined) return [];
  const writes = input.map((write) => renderWrite(write, { t: EXAMPLE_TIME, now: EXAMPLE_TIME }));
  const own = { protocol: protocol as ProtocolName, name: id };
  if (listener.transport === 'tcp') return [{ ...own, input: Buffer.concat(writes), isDatagram: false }];
  const contents = listener.transport === 'http' ? writes.map(requestContent) : writes;
  return contents.map((content) => ({ ...own, input: content, isDatagram: true }));
}

export const caseRecordings = (): Recording[] => readSerialCases().flatMap(recordingsOf);

/** Frames without a record, of protocols whose samples all have one. */
const WITHOUT_RECORD: Readonly<Partial<Record<ProtocolName, string>>> = {
  osmand: 'GET /?id=phone-1&batt=50 HTTP/1.1\r\n',
  wpt: encodeLine('TRQ', 1, 482_113),
};

/** The samples of the protocols of which there are no recordings of others. */
export const sampleRecordings = (): Recording[] =>
  (['json', 'wpt', 'osmand'] as const).map((protocol) => {
    const { first = '', frames } = samples[protocol];
    const input = Buffer.from([first, ...frames, WITHOUT_RECORD[protocol] ?? ''].join(''), 'latin1');
    return { protocol, input, isDatagram: false, name: `samples of ${protocol}` };
  });
