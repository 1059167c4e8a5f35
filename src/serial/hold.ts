import { failure, messageOf } from '../errors.js';
import type { Receipt } from '../protocols/protocol.js';
import type { Receive, Report } from './receive.js';
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

  const isRefused = (receipt: Receipt): boolean => !receipt.ok && receipt.code === 'store_unavailable';
  const refusal = (error: unknown): Receipt => failure('store_unavailable', messageOf(error));

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

  async function offerAgain(report: Report, refused: Receipt): Promise<Receipt> {
    let receipt = refused;
    while (isRefused(receipt) && !released) {
      await again();
      receipt = await receive(report).catch(refusal);
    }
    return receipt;
  }

  return {
    receive: (report) =>
      receive(report).then(
        (receipt) => (isRefused(receipt) ? offerAgain(report, receipt) : receipt),
        (error: unknown) => offerAgain(report, refusal(error)),
      ),
    release() {
      released = true;
      for (const go of [...waiting]) go();
    },
  };
}
