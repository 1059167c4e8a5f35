import type { Framer } from '../../framing/framer.js';
import { createSentenceBytesFramer, type SentenceBytes } from '../../framing/sentences.js';
import { codeOf } from './fields.js';
import { parseSentence, type ParsedSentence } from './sentence-parsers.js';

/** What a sentence, or a line with a device id, holds. */
export type NmeaFrame = {
  /** as sent; most sentences have none */
  readonly deviceId: string | undefined;
  /** undefined for proprietary and unknown types */
  readonly parsed: ParsedSentence | undefined;
  /** the bytes with prefix and checksum, without the line end; 0 if another protocol could have produced them */
  readonly signatureBytes: number;
  /** the characters that name the type of a sentence which is not parsed, as one number; 0 for a line */
  readonly formatter: number;
};

/** Lines with a device id; only these are accepted without a checksum. */
const ID_LINE = /^(?:\$?IMEI[ =:]\d{14,17}|\$GPFID,[\w.:-]{1,64})$/i;

/** `123456789012345$GPRMC…`, also after `IMEI ` or with a comma; `4711/123456789012345/$GPRMC…`. */
const ID_PREFIX = /^(?:IMEI[ =:]?|[\w-]{1,16}\/)?(\d{8,20})[,/]?$/i;

/** Sentences whose first field is the device id: an IMEI, a serial number, a router name. Lines with an id may have a checksum. */
const ID_SENTENCE = /^(?:(?:PGID|DEVID|PCPTI|GPFID),|IMEI[ =:,])([\w.:-]{1,64})(?:,|$)/i;

/** Not WPT/1, whose lines have the same form. */
const PROPRIETARY_ADDRESS = /^P(?!WPT,)[A-Z0-9]{2,8},/;
/** talker and formatter */
const ADDRESS_LENGTH = 5;

const DOLLAR = codeOf('$');
const A = codeOf('A');
const D = codeOf('D');
const F = codeOf('F');
const G = codeOf('G');
const I = codeOf('I');
const M = codeOf('M');
const P = codeOf('P');
const Z = codeOf('Z');

/** Cuts a stream into sentences and reads them in place: text per sentence would take as long as all the rest. */
export const createNmeaFramer = (): Framer<NmeaFrame> =>
  createSentenceBytesFramer({
    plain: ID_LINE,
    readPlain: (line) => ({
      deviceId: /(?<![\w.:-])[\w.:-]+$/.exec(line.replace(/^.*[ =:,]/, ''))?.[0],
      parsed: undefined,
      signatureBytes: 0,
      formatter: 0,
    }),
    read(sentence) {
      const parsed = parseSentence(sentence);
      return {
        deviceId: readDeviceId(sentence),
        parsed,
        signatureBytes: signatureBytesOf(sentence),
        formatter: parsed === undefined ? formatterOf(sentence) : 0,
      };
    },
  });

/** `P` and the three letters of the maker, or three letters after the two of the talker. */
function formatterOf({ bytes, start, star }: SentenceBytes): number {
  if (star - start <= ADDRESS_LENGTH) return 0;
  const maker = bytes[start + 1] === P ? P : 0;
  const at = start + (maker === P ? 2 : 3);
  return (maker << 24) | ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

function readDeviceId({ bytes, from, start, star }: SentenceBytes): string | undefined {
  if (from < start) return ID_PREFIX.exec(bytes.toString('latin1', from, start))?.[1];
  if (!canBeIdSentence(bytes, start)) return undefined;
  return ID_SENTENCE.exec(bytes.toString('latin1', start + 1, star))?.[1];
}

/** Looks at single characters, because nearly all sentences are others. */
function canBeIdSentence(bytes: Buffer, start: number): boolean {
  switch (upperCase(bytes[start + 1])) {
    case P:
    case D:
      return true;
    case G:
      return upperCase(bytes[start + 3]) === F;
    case I:
      return upperCase(bytes[start + 2]) === M;
    default:
      return false;
  }
}

const upperCase = (code = 0): number => code & ~0x20;

function signatureBytesOf(sentence: SentenceBytes): number {
  const { bytes, from, start, star, end } = sentence;
  if (bytes[start] !== DOLLAR) return 0;
  const isOwn =
    bytes[start + 1] === P
      ? PROPRIETARY_ADDRESS.test(bytes.toString('latin1', start + 1, star))
      : hasTalkerAddress(sentence);
  return isOwn ? end - from : 0;
}

function hasTalkerAddress({ bytes, start, fieldAt, fieldCount }: SentenceBytes): boolean {
  if (fieldCount < 2 || fieldAt[1] !== start + ADDRESS_LENGTH + 2) return false;
  for (let at = start + 1; at <= start + ADDRESS_LENGTH; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < A || byte > Z) return false;
  }
  return true;
}
