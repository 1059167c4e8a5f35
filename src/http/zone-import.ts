import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkShape } from '../domain/zones/check-shape.js';
import type { ImportNote } from '../domain/zones/files/found-zone.js';
import type { Sizes } from '../domain/zones/files/to-zone.js';
import { readGeojson } from '../domain/zones/geojson.js';
import { failure, success, type Result } from '../errors.js';
import type { GeojsonInput } from '../schema/zones/geojson.js';
import { validateZoneInput, type ZoneInput } from '../schema/zones/zone.js';

/** The zones of a file, checked, and what was left out or changed. */
export type ZoneImport = { readonly inputs: readonly ZoneInput[]; readonly notes: readonly ImportNote[] };

/** m; where a KML or GPX file has no sizes and the caller sends none */
const DEFAULT_SIZES: Sizes = { width: 50, radius: 100 };

/** Sizes that the caller sends for lines and points without one. */
export type SentSizes = { readonly width?: number; readonly radius?: number };

/** Reads a file: KML and GPX as text, GeoJSON as the value that it is. Its zones are checked like those that clients send. */
export async function readZoneImport(body: GeojsonInput | string, sent: SentSizes): Promise<Result<ZoneImport>> {
  const read = typeof body === 'string' ? await readXml(body, { ...DEFAULT_SIZES, ...sent }) : readJson(body, sent);
  if (!read.ok) return read;
  const inputs: ZoneInput[] = [];
  for (const { place, input } of read.value.zones) {
    const checked = checkZone(input);
    if (!checked.ok) return { ...checked, message: `${place}: ${checked.message}` };
    inputs.push(checked.value);
  }
  if (inputs.filter(({ home }) => home === true).length > 1)
    return failure('validation_failed', 'several zones of the file are the home of the depot: at most one can be');
  return success({ inputs, notes: read.value.notes });
}

type Placed = { readonly place: string; readonly input: unknown };
type ReadFile = { readonly zones: readonly Placed[]; readonly notes: readonly ImportNote[] };

function readJson(body: GeojsonInput, sizes: SentSizes): Result<ReadFile> {
  const read = readGeojson(body, sizes);
  if (!read.ok) return read;
  return success({ zones: read.value.map((input, index) => ({ place: `zone ${index}`, input })), notes: [] });
}

/** The parser is loaded with the first file that needs it. */
async function readXml(text: string, sizes: Sizes): Promise<Result<ReadFile>> {
  const { readZoneFile } = await import('../domain/zones/files/read-zone-file.js');
  const reading = readZoneFile(text, sizes);
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
