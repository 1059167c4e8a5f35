import { nmeaEpoch } from '../nmea.js';
import { deaf, plainIds, type TrackerKind } from './tracker.js';

/** A GNSS receiver: it only talks, and has no button. */
export const nmea0183: TrackerKind = {
  baudRate: 9_600,
  isNamed: false,
  heardTogether: false,
  isAnswered: false,
  ids: plainIds,
  create: ({ send }) => ({
    ...deaf,
    report(fix) {
      send(nmeaEpoch(fix));
    },
    alert: () => undefined,
  }),
};
