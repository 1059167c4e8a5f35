import { isFailedTest } from '../api/update-if-unmodified.js';
import type { DeviceView } from '../../schema/devices/device.js';
import type { Api, ApiResult } from '../api/client.js';
import { mapFields, textsOf, type DeviceFields } from './device-fields.js';
import { changedFields, mergeEdits, type Edits } from './merge-edits.js';

/** What a user types into the form of a device. `values`: those that the API had for the texts of `base`. */
export type DeviceEdits = Edits & { readonly values: Readonly<Record<string, unknown>> };

export const startEdits = (fields: DeviceFields, device: DeviceView): DeviceEdits => {
  const base = textsOf(fields, device);
  return { base, typed: base, values: mapFields(fields, (field) => field.read(device)) };
};

export type FollowedEdits = { readonly edits: DeviceEdits; readonly conflicts: readonly string[] };

/** Merges the device as it is now into the form; see `mergeEdits`. */
export function followDevice(
  fields: DeviceFields,
  edits: DeviceEdits,
  device: DeviceView,
  accept = false,
): FollowedEdits {
  const { conflicts, ...merged } = mergeEdits(edits, textsOf(fields, device), accept);
  const values = mapFields(fields, (field, name) =>
    merged.base[name] === field.text(device) ? field.read(device) : edits.values[name],
  );
  return { edits: { ...merged, values }, conflicts };
}

type Saved = ApiResult<{ readonly device: DeviceView }>;

/**
 * Writes the changed fields, if each still has the value that the user has seen (JSON Patch, RFC 6902). `changed_meanwhile`:
 * one has another value, and nothing was changed.
 */
export async function saveDevice(
  api: Pick<Api, 'send'>,
  deviceId: string,
  fields: DeviceFields,
  edits: DeviceEdits,
): Promise<Saved | undefined> {
  const operations = changedFields(edits).flatMap((name) => {
    const field = fields[name];
    if (field === undefined) return [];
    const { pointer: path, parse } = field;
    return [
      { op: 'test', path, value: edits.values[name] },
      { op: 'replace', path, value: parse(edits.typed[name] ?? '') },
    ];
  });
  if (operations.length === 0) return undefined;
  const result: Saved = await api.send('PATCH', devicePath(deviceId), operations);
  return isFailedTest(result) ? { ok: false, code: 'changed_meanwhile', text: '' } : result;
}

export const devicePath = (deviceId: string): string => `/api/devices/${encodeURIComponent(deviceId)}`;
