import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkShape } from '../domain/zones/check-shape.js';
import type { ImportNote } from '../domain/zones/files/found-zone.js';
import { readGeojson } from '../domain/zones/files/geojson-reader.js';
import { inZone, type Sizes } from '../domain/zones/files/to-zone.js';
import { toZones, type ReadZones, type ZoneFile } from '../domain/zones/files/to-zones.js';
import { success, type Result } from '../errors.js';
import type { GeojsonFile } from '../schema/zones/geojson.js';
import { validateZoneInput, type ZoneInput } from '../schema/zones/zone.js';
import { isZip, readKmz } from './kmz.js';
import { zoneFileErrors } from './messages.js';
import { readUtf8 } from './utf8.js';

/** The zones of a file, checked, and what was left out or changed. */
export type ZoneImport = { readonly inputs: readonly ZoneInput[]; readonly notes: readonly ImportNote[] };

/** m; where a KML, KMZ or GPX file has no sizes and the caller sends none */
const DEFAULT_SIZES: Sizes = { width: 50, radius: 100 };

/** Of the KML file in a KMZ archive. */
const MAX_KML_BYTES = 4 * 1_048_576;

/** Sizes that the caller sends for lines and points without one. */
export type SentSizes = { readonly width?: number; readonly radius?: number };

/** Reads a file: KML and GPX as bytes, GeoJSON as the value that it is. Its zones are checked like those that clients send. */
export async function readZoneImport(body: GeojsonFile | Buffer, sent: SentSizes): Promise<Result<ZoneImport>> {
  const sizes = { ...DEFAULT_SIZES, ...sent };
  const read = Buffer.isBuffer(body)
    ? await readXml(body, sizes)
    : await inTurns(toZones(readGeojson(body, sent), sizes));
  if (!read.ok) return read;
  const inputs: ZoneInput[] = [];
  for (const { place, input } of read.value.zones) {
    const checked = checkZone(input);
    if (!checked.ok) return inZone(place, checked);
    inputs.push(checked.value);
    await nextTurn();
  }
  if (inputs.filter(({ home }) => home === true).length > 1) return zoneFileErrors.severalHomes();
  return success({ inputs, notes: read.value.notes });
}

/** The parser is loaded with the first file that needs it. */
async function readXml(sent: Buffer, sizes: Sizes): Promise<Result<ZoneFile>> {
  const bytes = isZip(sent) ? await readKmz(sent, MAX_KML_BYTES) : success(sent);
  if (!bytes.ok) return bytes;
  const text = readUtf8(bytes.value, (_, line) => zoneFileErrors.notUtf8({ line }));
  if (!text.ok) return text;
  const { readZoneFile } = await import('../domain/zones/files/read-zone-file.js');
  return inTurns(readZoneFile(text.value, sizes));
}

/** Other requests are answered between two slices. */
async function inTurns(reading: ReadZones): Promise<Result<ZoneFile>> {
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

function checkZone(value: unknown): Result<ZoneInput> {
  const input = validateZoneInput(value);
  if (!input.ok) return input;
  const shape = checkShape(input.value.shape);
  return shape.ok ? input : shape;
}
