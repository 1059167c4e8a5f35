import type { Device } from '../../../src/schema/devices/device.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';

/** The fix of second `second` of 21 November 2026, on a line to the east. */
export const fixAt = (second: number): Location => ({
  dateTime: new Date(Date.parse('2026-11-21T00:00:00.000Z') + second * 1000).toISOString(),
  latitude: 52.5,
  longitude: 5 + second / 100_000,
  speed: 12.5,
});

export const locationOf = (deviceId: string, location: Location): Change => ({
  kind: 'location',
  v: { deviceId, location, source: { protocol: 'http' } },
});

/** The change that a fix of an unknown device makes. */
export const quarantinedOf = (deviceId: string, location: Location): Change => ({
  kind: 'quarantined',
  v: { kind: 'location', v: { deviceId, location, source: { protocol: 'json', port: '/dev/ttyUSB1' } } },
});

/** The same fix with all optional fields: about 3 KB, so that a few fill a segment. */
export const longFixAt = (second: number): Location => ({
  ...fixAt(second),
  warningTexts: Array.from({ length: 12 }, (_, line) => `${second}.${line} `.padEnd(250, 'x')),
});

/** A device as stored, with all defaults. */
export const deviceOf = (id: string, expires: string | null = null): Device => ({
  id,
  name: id,
  description: '',
  min: '',
  tags: {},
  expires,
  dailyEmailLimit: null,
  dailySmsLimit: null,
  registeredBy: null,
});
