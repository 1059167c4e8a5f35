import type { Port } from '../transport/port-types.js';
import type { Capture } from './capture.js';

/** The port, which also captures the data that is sent. */
export const withCapture = (port: Port, capture: Capture): Port => ({
  ...port,
  write(data) {
    capture.add('out', Buffer.from(data));
    return port.write(data);
  },
});
