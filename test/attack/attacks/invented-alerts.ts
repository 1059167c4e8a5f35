import { startFeeder } from '../../support/attack/feeder.js';
import { DEVICES, type Attack } from '../attack.js';
import { expectAlertIsQueued } from './posted-messages.js';

const LINES_PER_WRITE = 100;

/** A registered tracker raises alerts, each of another name, which match a rule for all alerts. */
export const inventedAlerts: Attack = {
  title: 'a registered tracker that invents a name for each alert',
  by: 'tracker',
  async run({ trackerPorts, seconds }) {
    const feeder = await startFeeder(trackerPorts[1]);
    const end = performance.now() + seconds * 1000;
    let lines = 0;
    while (performance.now() < end) {
      const text = Array.from({ length: LINES_PER_WRITE }, () => {
        const alert = { alerts: [`Invented${lines}`] };
        return `${JSON.stringify({ id: lines++, deviceId: DEVICES.own, alert })}\n`;
      });
      await feeder.write(text.join(''));
    }
    await feeder.stop();
    return { lines };
  },
  verify: expectAlertIsQueued,
};
