import { TIME } from '../measure/drive.js';
import { DEVICES, deviceOf } from '../measure/gateway.js';
import { httpRequest } from '../measure/load.js';
import { POSITION } from '../measure/position.js';

/** The measured requests: one for each device, sent in turn. */

export const BATCH = 100;

const each = (of: (device: string) => string): readonly string[] =>
  Array.from({ length: DEVICES }, (_, i) => of(deviceOf(i)));

/** A location of the public API, as a tracker reports it; `ms` after the second of the request. */
export const locationAt = (ms: number): object => ({
  dateTime: `${TIME}.${String(ms).padStart(3, '0')}Z`,
  ...POSITION,
});

export const postOf = (token: string, device: string, body: unknown): string =>
  httpRequest('POST', `/api/devices/${device}/locations`, token, JSON.stringify(body));

const batch = Array.from({ length: BATCH }, (_, at) => locationAt((at * 1000) / BATCH));

export const workloads = {
  get: (token: string) => each((device) => httpRequest('GET', `/api/devices/${device}/lastLocation`, token)),
  post: (token: string) => each((device) => postOf(token, device, locationAt(0))),
  batch: (token: string) => each((device) => postOf(token, device, batch)),
} satisfies Record<string, (token: string) => readonly string[]>;
export type Workload = keyof typeof workloads;
