import { createSentenceFramer } from '../../framing/sentences.js';
import { createSentenceParser, type ParsedSentence } from '../nmea0183/sentence-parsers.js';

/** Reads a sentence of a GNSS receiver that a station hands on as it is; nothing when it has no place, or is damaged. */
export function createNmeaReader(): (info: string) => ParsedSentence | undefined {
  const read = createSentenceParser();
  return (info) => {
    const [framed] = createSentenceFramer().push(Buffer.from(`${info}\n`, 'latin1'));
    const sentence = framed?.kind === 'frame' ? read(framed.frame.text) : undefined;
    return sentence?.position === undefined || sentence.valid === false ? undefined : { ...sentence };
  };
}
