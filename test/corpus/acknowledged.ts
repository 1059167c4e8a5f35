import type { Recording } from '../support/cases/acknowledged-frames.js';
import { bytes } from '../support/protocols/framing.js';
import { gt06LoginText } from '../support/protocols/gt06.js';
import { teltonikaLogin } from '../support/protocols/teltonika.js';
import { casesOf, inputOf, type Case } from './corpus.js';

type NetworkCase = Case<unknown> & { readonly framing?: 'tcp' | 'udp' };

const read = (file: string): NetworkCase[] => casesOf<unknown>(file);
const nameOf = ({ id, source }: NetworkCase): string => `${id} (${source})`;

/** `end`: ends the last frame, where a source leaves it out. */
const ended = (testCase: NetworkCase, end: string): Buffer => {
  const text = inputOf(testCase).toString('latin1').trim();
  return bytes(text.endsWith(end) ? text : text + end);
};

/** The recordings of all protocols that acknowledge. What the gateway writes to a Meshtastic node are questions. */
export function corpusRecordings(): readonly Recording[] {
  const gt06 = read('traccar-gt06.jsonl').map((one): Recording => {
    const input = Buffer.concat([bytes(gt06LoginText), inputOf(one)]);
    return { protocol: 'gt06', input, isDatagram: false, name: nameOf(one) };
  });
  const teltonika = ['traccar-teltonika.jsonl', 'teltonika-go.jsonl'].flatMap(read).map((one): Recording => {
    const isDatagram = one.framing === 'udp';
    const input = isDatagram ? inputOf(one) : Buffer.concat([bytes(teltonikaLogin), inputOf(one)]);
    return { protocol: 'teltonika', input, isDatagram, name: nameOf(one) };
  });
  const queclink = ['traccar-queclink.jsonl', 'queclink-parser.jsonl'].flatMap(read).map((one): Recording => {
    return { protocol: 'queclink', input: ended(one, '$'), isDatagram: false, name: nameOf(one) };
  });
  const overBoth = (protocol: Recording['protocol'], file: string, end: string): Recording[] =>
    read(file).flatMap((one) =>
      [false, true].map((isDatagram) => ({ protocol, input: ended(one, end), isDatagram, name: nameOf(one) })),
    );
  return [
    ...gt06,
    ...teltonika,
    ...queclink,
    ...overBoth('suntech', 'traccar-suntech.jsonl', '\r'),
    ...overBoth('taip', 'traccar-taip.jsonl', '<'),
  ];
}
