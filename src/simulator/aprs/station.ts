import { compressedPosition, micPosition, plainPosition } from './positions.js';
import { ax25Frame, kissFrame } from './ax25.js';
import type { Fix } from '../fix.js';
import type { TrackerContext } from '../trackers/tracker.js';

/** an unregistered destination, for experimental software */
const TOCALL = 'APZWPT';
const PATH = ['WIDE1-1'];

export type AprsStation = {
  readonly report: (fix: Fix) => void;
  readonly alert: (fix: Fix) => void;
};

/** The packets of one station. The three position forms alternate by station number. */
export function createAprsStation({ deviceId, send }: Pick<TrackerContext, 'deviceId' | 'send'>): AprsStation {
  const form = Number(/(\d)(?:-\d+)?$/.exec(deviceId)?.[1] ?? 0) % 3;

  const sendPacket = (destination: string, info: string): void => {
    send(kissFrame(ax25Frame({ source: deviceId, destination, path: PATH, info })));
  };

  return {
    report(fix) {
      if (form === 0) sendPacket(TOCALL, plainPosition(fix));
      else if (form === 1) sendPacket(TOCALL, compressedPosition(fix));
      else {
        const { destination, info } = micPosition(fix);
        sendPacket(destination, info);
      }
    },
    alert(fix) {
      const { destination, info } = micPosition(fix, '000');
      sendPacket(destination, info);
    },
  };
}
