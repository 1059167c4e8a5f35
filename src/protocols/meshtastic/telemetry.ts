import { bytesAt, floatAt, readFields, uint32At, type WireType } from './protobuf-reader.js';

/** Measurements of a node other than its position. */
export type NodeTelemetry = {
  /** s since 1970, if its clock was set */
  readonly time: number | undefined;
  /** by name; V, %, s, °C, hPa */
  readonly values: Readonly<Record<string, string | number>>;
  /** %; undefined if unknown or externally powered */
  readonly battery: number | undefined;
};

const TELEMETRY_FIELDS: Readonly<Record<number, WireType>> = { 1: 'fixed32', 2: 'bytes', 3: 'bytes' };
const DEVICE_FIELDS: Readonly<Record<number, WireType>> = {
  1: 'varint',
  2: 'fixed32',
  3: 'fixed32',
  4: 'fixed32',
  5: 'varint',
};
const ENVIRONMENT_FIELDS: Readonly<Record<number, WireType>> = { 1: 'fixed32', 2: 'fixed32', 3: 'fixed32' };

/** A higher level means that the battery is charging or absent. */
const FULL_BATTERY_PERCENT = 100;

/** Undefined if the bytes are not a readable Telemetry. */
export function readTelemetry(bytes: Uint8Array): NodeTelemetry | undefined {
  const fields = readFields(bytes, TELEMETRY_FIELDS);
  if (fields === undefined) return undefined;
  const device = bytesAt(fields, 2);
  const environment = bytesAt(fields, 3);
  const metrics: DeviceMetrics | undefined = device === undefined ? {} : readDeviceMetrics(device);
  const environmentMetrics = environment === undefined ? {} : readEnvironmentMetrics(environment);
  if (metrics === undefined || environmentMetrics === undefined) return undefined;
  return { time: uint32At(fields, 1), values: { ...metrics, ...environmentMetrics }, battery: metrics.battery };
}

export type DeviceMetrics = Readonly<Record<string, string | number>> & { readonly battery?: number };

/** Undefined if the bytes are not readable DeviceMetrics. */
export function readDeviceMetrics(bytes: Uint8Array): DeviceMetrics | undefined {
  const fields = readFields(bytes, DEVICE_FIELDS);
  if (fields === undefined) return undefined;
  // 0 means not measured: a node with an empty battery cannot send.
  const level = uint32At(fields, 1) ?? 0;
  return {
    ...(level > 0 && level <= FULL_BATTERY_PERCENT && { battery: level }),
    ...(level > FULL_BATTERY_PERCENT && { power: 'external' }),
    ...optionalValue('voltage', floatAt(fields, 2)),
    ...optionalValue('channelUtilization', floatAt(fields, 3)),
    ...optionalValue('airUtilTx', floatAt(fields, 4)),
    ...optionalValue('uptimeSeconds', uint32At(fields, 5)),
  };
}

function readEnvironmentMetrics(bytes: Uint8Array): Record<string, number> | undefined {
  const fields = readFields(bytes, ENVIRONMENT_FIELDS);
  if (fields === undefined) return undefined;
  return {
    ...optionalValue('temperature', floatAt(fields, 1)),
    ...optionalValue('humidity', floatAt(fields, 2)),
    ...optionalValue('pressure', floatAt(fields, 3)),
  };
}

/** Rounded to the precision of a 32-bit float. */
const optionalValue = (name: string, value: number | undefined): Record<string, number> =>
  value === undefined ? {} : { [name]: Number(value.toPrecision(7)) };
