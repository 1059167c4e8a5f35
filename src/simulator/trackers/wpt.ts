import { createWptTracker } from '../wpt.js';
import { plainIds, type TrackerKind } from './tracker.js';

export const wpt: TrackerKind = {
  baudRate: 115_200,
  isNamed: true,
  heardTogether: false,
  isAnswered: true,
  ids: plainIds,
  create({ deviceId, send, now, random, onSettled }) {
    const newEpoch = (): string =>
      Math.floor(random() * 0x1_0000_0000)
        .toString(16)
        .toUpperCase()
        .padStart(8, '0');
    const { fix, alert, hear, tick, kept } = createWptTracker({ deviceId, newEpoch, send, now, onSettled });
    return {
      report: fix,
      alert({ dateTime }) {
        alert('SOS', Date.parse(dateTime));
      },
      hear,
      tick,
      kept,
    };
  },
};
