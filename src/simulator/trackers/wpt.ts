import { createWptTracker } from '../wpt/tracker.js';
import { plainIds, type TrackerKind } from './tracker.js';

export const wpt: TrackerKind = {
  baudRate: 115_200,
  sendsId: true,
  sharesPort: false,
  isAcknowledged: true,
  ids: plainIds,
  alertName: 'SOS',
  create(context) {
    const newEpoch = (): string =>
      Math.floor(context.random() * 0x1_0000_0000)
        .toString(16)
        .toUpperCase()
        .padStart(8, '0');
    const { addFix, addAlert, ...tracker } = createWptTracker({ ...context, newEpoch });
    return {
      ...tracker,
      report: addFix,
      alert({ dateTime }) {
        addAlert('SOS', Date.parse(dateTime));
      },
    };
  },
};
