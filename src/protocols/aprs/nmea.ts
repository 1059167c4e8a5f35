import { createSentenceFramer } from '../../framing/sentences.js';
import { createReader, type Reading } from '../nmea0183/reading.js';

/** Reads a sentence of a GNSS receiver that a station hands on as it is; nothing when it has no place, or is damaged. */
export function createNmea(): (info: string) => Reading | undefined {
  const read = createReader();
  return (info) => {
    const [framed] = createSentenceFramer().push(Buffer.from(`${info}\n`, 'latin1'));
    const said = framed?.kind === 'frame' ? read(framed.frame.text) : undefined;
    return said?.position === undefined || said.valid === false ? undefined : { ...said };
  };
}
