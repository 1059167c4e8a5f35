import { content, float, readFields, unsigned, type Wire } from './wire.js';

/** What a node measures beside its place. */
export type Telemetry = {
  /** s since 1970, where its clock was set */
  readonly time: number | undefined;
  /** by name; V, %, s, °C, hPa */
  readonly values: Readonly<Record<string, string | number>>;
  /** %; undefined where it is not known, or the node is powered from outside */
  readonly battery: number | undefined;
};

const telemetryFields: Readonly<Record<number, Wire>> = { 1: 'fixed32', 2: 'bytes', 3: 'bytes' };
const deviceFields: Readonly<Record<number, Wire>> = {
  1: 'varint',
  2: 'fixed32',
  3: 'fixed32',
  4: 'fixed32',
  5: 'varint',
};
const environmentFields: Readonly<Record<number, Wire>> = { 1: 'fixed32', 2: 'fixed32', 3: 'fixed32' };

/** A battery says more than this when it is being charged, or there is none. */
const full = 100;

/** A Telemetry, or nothing when it can not be read. */
export function readTelemetry(bytes: Uint8Array): Telemetry | undefined {
  const fields = readFields(bytes, telemetryFields);
  if (fields === undefined) return undefined;
  const device = content(fields, 2);
  const environment = content(fields, 3);
  const metrics: Metrics | undefined = device === undefined ? {} : readDevice(device);
  const measured = environment === undefined ? {} : readEnvironment(environment);
  if (metrics === undefined || measured === undefined) return undefined;
  return { time: unsigned(fields, 1), values: { ...metrics, ...measured }, battery: metrics.battery };
}

/** What a node says of itself, by name. */
export type Metrics = Readonly<Record<string, string | number>> & { readonly battery?: number };

/** DeviceMetrics, or nothing when they can not be read. */
export function readDevice(bytes: Uint8Array): Metrics | undefined {
  const fields = readFields(bytes, deviceFields);
  if (fields === undefined) return undefined;
  // A node sends nothing with an empty battery: 0 is one that does not measure.
  const level = unsigned(fields, 1) ?? 0;
  return {
    ...(level > 0 && level <= full && { battery: level }),
    ...(level > full && { power: 'external' }),
    ...given('voltage', float(fields, 2)),
    ...given('channelUtilization', float(fields, 3)),
    ...given('airUtilTx', float(fields, 4)),
    ...given('uptimeSeconds', unsigned(fields, 5)),
  };
}

function readEnvironment(bytes: Uint8Array): Record<string, number> | undefined {
  const fields = readFields(bytes, environmentFields);
  if (fields === undefined) return undefined;
  return {
    ...given('temperature', float(fields, 1)),
    ...given('humidity', float(fields, 2)),
    ...given('pressure', float(fields, 3)),
  };
}

/** With the digits that 32 bits can tell. */
const given = (name: string, value: number | undefined): Record<string, number> =>
  value === undefined ? {} : { [name]: Number(value.toPrecision(7)) };
