import type { UnknownDeviceView } from '../../schema/devices/unknown-device.js';
import type { UnknownDevice } from './quarantine.js';

/** An unknown device as the API returns it. */
export const viewUnknownDevice = (id: string, device: UnknownDevice): UnknownDeviceView => {
  const { firstHeard, lastHeard, source, records, dropped, lastLocation } = device;
  return { id, firstHeard, lastHeard, source, records: records.size, dropped, lastLocation };
};
