import type { Framer } from '../../framing/framer.js';
import { createSentenceBytesFramer, toSentence, type Sentence, type SentenceBytes } from '../../framing/sentences.js';
import { parseSentence, type ParsedSentence } from '../nmea0183/sentence-parsers.js';

/** A sentence of the receiver about itself; `own` is undefined for types without a position, and for other receivers. */
type OwnSentence = { readonly start: '$'; readonly own: ParsedSentence | undefined };
export type AisFrame = (Sentence & { readonly start: '!' | '' }) | OwnSentence;

/** Suffixes added by receivers: signal strength, station, time (`,d-077,r09STN,1272422678`), or a TAG block. */
const TAIL = /^[,;\\ ][ -~]+$/;

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;

export const createAisFramer = (): Framer<AisFrame> =>
  createSentenceBytesFramer<AisFrame>({
    tail: TAIL,
    read,
    readPlain: (line) => ({ prefix: line, start: '', text: '' }),
  });

function read(sentence: SentenceBytes): AisFrame {
  const { bytes, from, start } = sentence;
  if (bytes[start] !== DOLLAR) return { ...toSentence(sentence), start: '!' };
  // Any prefix except a TAG block names another receiver.
  const isOwn = from === start || bytes[from] === BACKSLASH;
  return { start: '$', own: isOwn ? parseSentence(sentence) : undefined };
}
