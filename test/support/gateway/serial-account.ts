import { setTimeout as delay } from 'node:timers/promises';
import type { Location } from '../../../src/schema/records/location.js';
import type { VirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { fixAt } from '../store/records.js';
import type { Account } from './fix-account.js';
import type { Gateway } from './gateway.js';

const LINES_AT_ONCE = 10;
const PAUSE_MS = 5;

/** Sends ten fixes at a time, as a tracker that empties its memory does, until the gateway exits. */
export function createSerialWriter(
  line: VirtualPort,
  own: Account,
  fix: (second: number) => Location = fixAt,
): (gateway: Gateway) => Promise<void> {
  /** A killed gateway leaves unread data on the port, which the next gateway reads first. */
  let held = Promise.resolve();
  return async ({ process: gateway }) => {
    const gone = new Promise<void>((resolve) => {
      gateway.once('exit', () => {
        resolve();
      });
    });
    for (;;) {
      await Promise.race([held, gone]);
      if (gateway.exitCode !== null || gateway.signalCode !== null) return;
      const lines = Array.from({ length: LINES_AT_ONCE }, () => {
        const second = own.sent++;
        return `${JSON.stringify({ id: second, deviceId: own.deviceId, location: fix(second) })}\n`;
      });
      held = line.write(lines.join(''));
      await delay(PAUSE_MS);
    }
  };
}

/** Notes the fixes that the gateway acknowledges over the port. */
export function collectAcknowledgements(line: VirtualPort, own: Pick<Account, 'acknowledged'>): void {
  let rest = '';
  line.onData((bytes) => {
    const lines = (rest + Buffer.from(bytes).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const [, second] = /^\{"id":(\d+),"status":201,/.exec(text) ?? [];
      if (second !== undefined) own.acknowledged.add(Number(second));
    }
  });
}
