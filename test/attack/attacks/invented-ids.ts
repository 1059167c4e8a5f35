import { startFeeder } from '../../support/attack/feeder.js';
import type { Attack } from '../attack.js';

const LINES_PER_WRITE = 500;

/** A tracker reports under an id of its own in each line. */
export const inventedIds: Attack = {
  title: 'a tracker that invents an id for each line',
  by: 'tracker',
  async run({ trackerPorts, seconds }) {
    const feeder = await startFeeder(trackerPorts[0]);
    const end = performance.now() + seconds * 1000;
    let lines = 0;
    while (performance.now() < end) {
      const text = Array.from({ length: LINES_PER_WRITE }, () => {
        const location = { dateTime: '2026-11-22T13:00:00Z', latitude: 1, longitude: 2 };
        return `${JSON.stringify({ deviceId: `invented-${lines++}`, location })}\n`;
      });
      await feeder.write(text.join(''));
    }
    await feeder.stop();
    return { lines };
  },
};
