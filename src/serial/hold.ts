import { failure, messageOf } from '../errors.js';
import type { Receipt } from '../protocols/protocol.js';
import type { Receive } from './receive.js';
import type { Timers } from './timers.js';

const AGAIN_MS = 1_000;

export type Hold = {
  readonly receive: Receive;
  /** what is held is given up, and whatever comes is offered once */
  readonly release: () => void;
};

/**
 * For trackers that are not answered, and so never send again: what the store can not take now is held and offered
 * again until it can. How much is held is bounded by the port, which is not read while too many reports are unsettled.
 */
export function createHold(receive: Receive, timers: Timers): Hold {
  const waiting = new Set<() => void>();
  let released = false;

  const offered = (report: Parameters<Receive>[0]): Promise<Receipt> =>
    receive(report).catch((error: unknown) => failure('store_unavailable', messageOf(error)));

  const again = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        cancel();
        waiting.delete(go);
        resolve();
      };
      const cancel = timers.after(AGAIN_MS, go);
      waiting.add(go);
    });

  return {
    async receive(report) {
      let receipt = await offered(report);
      while (!receipt.ok && receipt.code === 'store_unavailable' && !released) {
        await again();
        receipt = await offered(report);
      }
      return receipt;
    },
    release() {
      released = true;
      for (const go of [...waiting]) go();
    },
  };
}
