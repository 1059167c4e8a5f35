import { failure, messageOf } from '../../errors.js';
import type { Receipt } from '../../domain/report.js';
import type { Receive, Report } from '../../domain/report.js';
import type { Timers } from '../../time/timers.js';

const RETRY_MS = 1_000;

export type StoreRetry = {
  readonly receive: Receive;
  /** what is held is given up, and whatever comes is offered once */
  readonly giveUp: () => void;
};

/**
 * For trackers that are not answered, and so never send again: what the store can not take now is held and offered
 * again until it can. How much is held is bounded by the port, which is not read while too many reports are unsettled.
 */
export function retryWhileStoreFails(receive: Receive, timers: Timers): StoreRetry {
  const waiting = new Set<() => void>();
  let gaveUp = false;

  const isStoreFailure = (receipt: Receipt): boolean => !receipt.ok && receipt.code === 'store_unavailable';
  const storeFailure = (error: unknown): Receipt => failure('store_unavailable', messageOf(error));

  const retryDelay = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        cancel();
        waiting.delete(go);
        resolve();
      };
      const cancel = timers.after(RETRY_MS, go);
      waiting.add(go);
    });

  async function retry(report: Report, firstReceipt: Receipt): Promise<Receipt> {
    let receipt = firstReceipt;
    while (isStoreFailure(receipt) && !gaveUp) {
      await retryDelay();
      receipt = await receive(report).catch(storeFailure);
    }
    return receipt;
  }

  return {
    receive: (report) =>
      receive(report).then(
        (receipt) => (isStoreFailure(receipt) ? retry(report, receipt) : receipt),
        (error: unknown) => retry(report, storeFailure(error)),
      ),
    giveUp() {
      gaveUp = true;
      for (const go of [...waiting]) go();
    },
  };
}
