import { withText } from '../../messages/with-text.js';
import { AUTO } from '../../protocols/lookup.js';
import { createCounters } from '../../protocols/protocol.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { describeUse } from '../linux/holders.js';
import { namesOf } from '../linux/preferred-name.js';
import { countersView } from './counters-view.js';
import type { UnusedDevice } from './hotplug.js';

/** A device that is present and not used, as the API lists it among the ports. */
export function unusedStatus({ path, device, holders }: UnusedDevice): PortStatus {
  const { manufacturer, product, vendorId, productId, serialNumber, driver } = device;
  const use = describeUse(holders, path, device.path);
  return {
    path,
    name: null,
    source: null,
    by: namesOf(device).filter((name) => name !== path),
    state: 'available',
    ...withText('reason', use),
    protocol: AUTO,
    baudRate: null,
    deviceId: null,
    counters: countersView(createCounters()),
    lastFrameAt: null,
    candidates: [],
    device: { manufacturer, product, vendorId, productId, serialNumber, driver },
  };
}
