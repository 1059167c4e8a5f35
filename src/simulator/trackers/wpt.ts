import { createWptTracker } from '../wpt.js';
import { plainIds, type TrackerKind } from './tracker.js';

export const wpt: TrackerKind = {
  baudRate: 115_200,
  isNamed: true,
  heardTogether: false,
  isAnswered: true,
  ids: plainIds,
  create(onBoard) {
    const newEpoch = (): string =>
      Math.floor(onBoard.random() * 0x1_0000_0000)
        .toString(16)
        .toUpperCase()
        .padStart(8, '0');
    const { fix, alert, ...tracker } = createWptTracker({ ...onBoard, newEpoch });
    return {
      ...tracker,
      report: fix,
      alert({ dateTime }) {
        alert('SOS', Date.parse(dateTime));
      },
    };
  },
};
