import { compressedPosition, micPosition, plainPosition } from './aprs-positions.js';
import { ax25Frame, kissFrame } from './ax25.js';
import type { Fix } from './fix.js';
import type { OnBoard } from './trackers/tracker.js';

/** what nobody has registered */
const tocall = 'APZWPT';
const path = ['WIDE1-1'];

export type AprsStation = {
  readonly report: (fix: Fix) => void;
  readonly alert: (fix: Fix) => void;
};

/** What a TNC hears of one station: of three, each has another of the forms of a position. */
export function createAprsStation({ deviceId, send }: Pick<OnBoard, 'deviceId' | 'send'>): AprsStation {
  const form = Number(/(\d)(?:-\d+)?$/.exec(deviceId)?.[1] ?? 0) % 3;

  const say = (destination: string, info: string): void => {
    send(kissFrame(ax25Frame({ source: deviceId, destination, path, info })));
  };

  return {
    report(fix) {
      if (form === 0) say(tocall, plainPosition(fix));
      else if (form === 1) say(tocall, compressedPosition(fix));
      else {
        const { destination, info } = micPosition(fix);
        say(destination, info);
      }
    },
    alert(fix) {
      const { destination, info } = micPosition(fix, '000');
      say(destination, info);
    },
  };
}
