import { positionVelocity, taipSentence } from '../taip/sentences.js';
import { transmitOnly, type TrackerKind } from './tracker.js';

const QUERY = />QPV(?:;ID=([^;<>]*))?(?:;\*[\dA-F]{2})?</g;
/** A longer text is no query. */
const MAX_QUERY_LENGTH = 64;

/** A receiver that is scheduled to report its position, with its id, or sends it when it is asked (QPV). */
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
  create({ deviceId, send, onRequest = false }) {
    let position: string | undefined;
    let rest = '';
    return {
      ...transmitOnly,
      report(fix) {
        position = taipSentence(positionVelocity(fix), deviceId);
        if (!onRequest) send(position);
      },
      alert: () => undefined,
      onData(bytes) {
        const text = rest + Buffer.from(bytes).toString('latin1');
        rest = text.slice(text.lastIndexOf('<') + 1).slice(-MAX_QUERY_LENGTH);
        for (const [, id = deviceId] of text.matchAll(QUERY)) if (id === deviceId && position) send(position);
      },
    };
  },
};
