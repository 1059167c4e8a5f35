import type { Sentence } from '../../framing/sentences.js';

/** Lines with a device id; only these are accepted without a checksum. */
export const ID_LINE = /^(?:\$?IMEI[ =:]\d{14,17}|\$GPFID,[\w.:-]{1,64})$/i;

/** `123456789012345$GPRMC…`, also after `IMEI ` or with a comma; `4711/123456789012345/$GPRMC…`. */
const ID_PREFIX = /^(?:IMEI[ =:]?|[\w-]{1,16}\/)?(\d{8,20})[,/]?$/i;

/** Sentences whose first field is the device id: an IMEI, a serial number, a router name. */
const ID_SENTENCE = /^(?:PGID|DEVID|PCPTI),([\w.:-]{1,64})(?:,|$)/;

/** The device id in a sentence, as sent; most have none. */
export function readDeviceId({ prefix: linePrefix, start, text }: Sentence): string | undefined {
  if (start === '') return /[\w.:-]+$/.exec(linePrefix.replace(/^.*[ =:,]/, ''))?.[0];
  if (linePrefix !== '') return ID_PREFIX.exec(linePrefix)?.[1];
  const first = text.charAt(0);
  return first === 'P' || first === 'D' ? ID_SENTENCE.exec(text)?.[1] : undefined;
}
