import { readPosition, type MeshPosition } from './position.js';
import { readDeviceMetrics, type DeviceMetrics } from './telemetry.js';
import { bytesAt, readFields, uint32At, printableText, type WireType } from './protobuf-reader.js';

/** What the connected node knows about itself or another node. */
export type NodeInfo = {
  readonly num: number;
  readonly user: NodeUser;
  /** the last known position, of any age */
  readonly position: MeshPosition | undefined;
  readonly metrics: DeviceMetrics;
};

export type NodeUser = { readonly id?: string; readonly longName?: string; readonly shortName?: string };

const NODE_FIELDS: Readonly<Record<number, WireType>> = {
  1: 'varint',
  2: 'bytes',
  3: 'bytes',
  4: 'fixed32',
  5: 'fixed32',
  6: 'bytes',
};
const USER_FIELDS: Readonly<Record<number, WireType>> = { 1: 'bytes', 2: 'bytes', 3: 'bytes', 4: 'bytes', 5: 'varint' };
const MAX_NAME_LENGTH = 64;

/** Undefined if the bytes are not a readable NodeInfo. */
export function readNode(bytes: Uint8Array): NodeInfo | undefined {
  const fields = readFields(bytes, NODE_FIELDS);
  const num = fields === undefined ? undefined : uint32At(fields, 1);
  if (fields === undefined || num === undefined || num === 0) return undefined;
  const [userBytes, positionBytes, metricsBytes] = [bytesAt(fields, 2), bytesAt(fields, 3), bytesAt(fields, 6)];
  const user = userBytes === undefined ? {} : readUser(userBytes);
  const position = positionBytes === undefined ? 'no fix' : readPosition(positionBytes);
  if (user === undefined || position === undefined) return undefined;
  const deviceMetrics = readDeviceMetrics(metricsBytes ?? new Uint8Array());
  if (deviceMetrics === undefined) return undefined;
  return { num, user, position: position === 'no fix' ? undefined : position, metrics: deviceMetrics };
}

/** Undefined if the bytes are not a readable User. */
export function readUser(bytes: Uint8Array): NodeUser | undefined {
  const fields = readFields(bytes, USER_FIELDS);
  if (fields === undefined) return undefined;
  const id = printableText(bytesAt(fields, 1), MAX_NAME_LENGTH);
  const longName = printableText(bytesAt(fields, 2), MAX_NAME_LENGTH);
  const shortName = printableText(bytesAt(fields, 3), MAX_NAME_LENGTH);
  return {
    ...(id !== undefined && { id }),
    ...(longName !== undefined && { longName }),
    ...(shortName !== undefined && { shortName }),
  };
}
