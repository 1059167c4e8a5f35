import { createSentenceFramer } from '../../framing/sentences.js';
import { createSentenceParser, type ParsedSentence } from '../nmea0183/sentence-parsers.js';

/** Creates a parser of raw NMEA sentences in packets; it returns undefined without a position or with a wrong checksum. */
export function createNmeaReader(): (info: string) => ParsedSentence | undefined {
  const read = createSentenceParser();
  return (info) => {
    const [framed] = createSentenceFramer().push(Buffer.from(`${info}\n`, 'latin1'));
    const sentence = framed?.kind === 'frame' ? read(framed.frame.text) : undefined;
    return sentence?.position === undefined || sentence.valid === false ? undefined : { ...sentence };
  };
}
