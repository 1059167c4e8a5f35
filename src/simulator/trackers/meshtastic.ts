import { createMeshNode } from '../meshtastic/node.js';
import type { TrackerKind } from './tracker.js';

/** A Meshtastic node on a cable: all nodes of its mesh are on its one port. */
export const meshtastic: TrackerKind = {
  baudRate: 115_200,
  sendsId: true,
  sharesPort: true,
  isAcknowledged: false,
  ids: {
    prefix: 'a5c0',
    pattern: /^[1-9a-f][0-9a-f]{0,4}$/,
    expected: 'the first 1 to 5 of the eight hexadecimal digits of a node number, not starting with 0',
    nth: (prefix, n) => prefix + n.toString(16).padStart(8 - prefix.length, '0'),
  },
  alertName: 'alert',
  create: createMeshNode,
};
