import { positionVelocity, taipSentence } from '../taip/sentences.js';
import { transmitOnly, type TrackerKind } from './tracker.js';

/** A receiver that is scheduled to report its position, with its id. */
export const taip: TrackerKind = {
  baudRate: 4_800,
  sendsId: true,
  sharesPort: false,
  isAcknowledged: false,
  ids: {
    prefix: 'V',
    pattern: /^[A-Z]$/,
    expected: 'the first character of an ID: a capital letter',
    nth: (prefix, n) => `${prefix}${String(n).padStart(3, '0')}`,
  },
  create: ({ deviceId, send }) => ({
    ...transmitOnly,
    report(fix) {
      send(taipSentence(positionVelocity(fix), deviceId));
    },
    alert: () => undefined,
  }),
};
