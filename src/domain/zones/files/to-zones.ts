import { success, type Failure, type Result } from '../../../errors.js';
import { MAX_ZONES_OF_FILE } from '../../../schema/zones/geojson.js';
import type { FindZones, FoundZone, ImportNote } from './found-zone.js';
import { fileErrors } from '../messages.js';
import { createNames } from './names.js';
import { toZone, type FileZone, type Sizes } from './to-zone.js';

/** Zones to be checked like any others, and what was left out or changed. */
export type ZoneFile = { readonly zones: readonly FileZone[]; readonly notes: readonly ImportNote[] };

/** Yields now and then, so that a caller can do something else in between. */
export type ReadZones = Generator<undefined, Result<ZoneFile>>;

const MAX_POSITIONS = 50_000;
const MAX_NOTES = 100;
const MAX_NOTED_NAME = 128;

/** The zones that a reader finds in a file. */
export function* toZones(finding: FindZones, sizes: Sizes): ReadZones {
  const found = yield* finding;
  const refused = refusalOf(found.zones);
  if (refused !== undefined) return refused;
  const nameOf = createNames();
  const zones: FileZone[] = [];
  const notes = [...found.notes];
  for (const [index, one] of found.zones.entries()) {
    const read = yield* toZone(one, nameOf(one.name, `Zone ${index + 1}`), sizes);
    if (!read.ok) return read;
    const { zone } = read.value;
    if (zone !== undefined) zones.push(zone);
    notes.push(...read.value.notes.map((note) => ({ name: zone?.input.name ?? one.name ?? one.place, note })));
    yield;
  }
  const shown = shownNotes(notes);
  if (zones.length > 0) return success({ zones, notes: shown });
  if (shown.length === 0) return fileErrors.noZone();
  const reasons = shown.slice(0, 3).map(({ name, note }) => `${name}: ${note}`);
  return fileErrors.noZoneOf({ detail: reasons.join('; ') });
}

function refusalOf(zones: readonly FoundZone[]): Failure | undefined {
  if (zones.length > MAX_ZONES_OF_FILE)
    return fileErrors.tooManyZones({ zones: zones.length, limit: MAX_ZONES_OF_FILE });
  const positions = zones.reduce((sum, zone) => sum + positionsOf(zone), 0);
  return positions > MAX_POSITIONS ? fileErrors.tooManyPositions({ positions, limit: MAX_POSITIONS }) : undefined;
}

function positionsOf({ shape }: FoundZone): number {
  if (!shape.ok) return 0;
  if (shape.value.type === 'circle') return 1;
  const { coordinates } = shape.value;
  return shape.value.type === 'corridor' ? coordinates.length : coordinates.flat().length;
}

function shownNotes(notes: readonly ImportNote[]): readonly ImportNote[] {
  const shown = notes
    .slice(0, MAX_NOTES)
    .map(({ name, note }) => ({ name: name.replace(/\s+/g, ' ').slice(0, MAX_NOTED_NAME), note }));
  const more = notes.length - shown.length;
  return more === 0 ? shown : [...shown, { name: '…', note: `${more} more notes` }];
}
