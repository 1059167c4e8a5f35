import { failure, success, type Result } from '../../../errors.js';
import { MAX_ZONES_OF_FILE } from '../../../schema/zones/geojson.js';
import type { FoundZone, FoundZones, ImportNote } from './found-zone.js';
import { readGpx } from './gpx-reader.js';
import { readKml } from './kml-reader.js';
import { createNames } from './names.js';
import { toZone, type FileZone, type Sizes } from './to-zone.js';
import { readXmlTree } from './xml-tree.js';

/** Zones to be checked like any others, and what was left out or changed. */
export type ZoneFile = { readonly zones: readonly FileZone[]; readonly notes: readonly ImportNote[] };

const MAX_POSITIONS = 50_000;
const MAX_NOTES = 100;
const MAX_NOTED_NAME = 128;

/**
 * The zones of a KML or GPX file, which its root element shows. Yields now and then, so that a caller can do
 * something else in between.
 */
export function* readZoneFile(text: string, sizes: Sizes): Generator<undefined, Result<ZoneFile>> {
  const root = yield* readXmlTree(text);
  if (!root.ok) return root;
  const read = { kml: readKml, gpx: readGpx }[root.value.name];
  if (read === undefined)
    return failure(
      'validation_failed',
      `the file is neither KML nor GPX: its root element is ${root.value.name.slice(0, 40)}`,
    );
  yield;
  return yield* toZones(read(root.value), sizes);
}

function* toZones(found: FoundZones, sizes: Sizes): Generator<undefined, Result<ZoneFile>> {
  const refused = refusalOf(found.zones);
  if (refused !== undefined) return failure('validation_failed', refused);
  const nameOf = createNames();
  const zones: FileZone[] = [];
  const notes = [...found.notes];
  for (const [index, one] of found.zones.entries()) {
    const read = toZone(one, nameOf(one.name, `Zone ${index + 1}`), sizes);
    if (!read.ok) return read;
    const { zone } = read.value;
    if (zone !== undefined) zones.push(zone);
    notes.push(...read.value.notes.map((note) => ({ name: zone?.input.name ?? one.name ?? one.place, note })));
    yield;
  }
  const shown = shownNotes(notes);
  if (zones.length > 0) return success({ zones, notes: shown });
  const reasons = shown.slice(0, 3).map(({ name, note }) => `; ${name}: ${note}`);
  return failure('validation_failed', `the file has no zone${reasons.join('')}`);
}

function refusalOf(zones: readonly FoundZone[]): string | undefined {
  if (zones.length > MAX_ZONES_OF_FILE)
    return `the file has ${zones.length} zones: at most ${MAX_ZONES_OF_FILE} are imported at once`;
  const positions = zones.reduce((sum, { shape }) => sum + positionsOf(shape), 0);
  return positions > MAX_POSITIONS
    ? `the file has ${positions} positions: at most ${MAX_POSITIONS} are imported at once, so split it`
    : undefined;
}

function positionsOf(shape: FoundZone['shape']): number {
  if (shape.type === 'circle') return 1;
  return shape.type === 'corridor' ? shape.coordinates.length : shape.coordinates.flat().length;
}

function shownNotes(notes: readonly ImportNote[]): readonly ImportNote[] {
  const shown = notes
    .slice(0, MAX_NOTES)
    .map(({ name, note }) => ({ name: name.replace(/\s+/g, ' ').slice(0, MAX_NOTED_NAME), note }));
  const more = notes.length - shown.length;
  return more === 0 ? shown : [...shown, { name: '…', note: `${more} more notes` }];
}
