import { navPvt } from '../ubx.js';
import { deaf, plainIds, type TrackerKind } from './tracker.js';

/** A u-blox receiver set to NAV-PVT: it only talks, and has no button. */
export const ubx: TrackerKind = {
  baudRate: 38_400,
  isNamed: false,
  heardTogether: false,
  isAnswered: false,
  ids: plainIds,
  create: ({ send }) => ({
    ...deaf,
    report(fix) {
      send(navPvt(fix));
    },
    alert: () => undefined,
  }),
};
