import { thin, type ThinningState } from '../../domain/records/thinning.js';
import { success } from '../../errors.js';
import type { Receive, Report } from '../../domain/report.js';
import type { Timers } from '../../time/timers.js';

export type Thinning = {
  readonly receive: Receive;
  /** What is held back is handed in: nothing more comes. Resolves when it is settled. */
  readonly flush: () => Promise<unknown>;
};

type ThinningOptions = {
  readonly receive: Receive;
  /** s between the fixes of a device that are kept */
  readonly interval: number;
  readonly timers: Timers;
};

/** Ids come over the air: of more the one heard first is forgotten. */
const MAX_DEVICES = 4_096;

type HeldReport = { readonly report: Report; readonly at: number };

/**
 * Keeps one fix of a device in an interval. The last fix is kept as well: what is left out is held until the next one
 * comes, and handed in when none comes for an interval. Only for trackers that are not answered: nothing held is promised.
 */
export function createThinning({ receive, interval, timers }: ThinningOptions): Thinning {
  const devices = new Map<string, ThinningState>();
  const held = new Map<string, HeldReport>();
  const forwarding = new Set<Promise<unknown>>();
  let stopWaiting: (() => void) | undefined;

  function forward({ report }: HeldReport): void {
    held.delete(report.deviceId);
    const settled = receive(report).catch(() => undefined);
    forwarding.add(settled);
    void settled.then(() => forwarding.delete(settled));
  }

  /** Held reports are in the order in which they came. */
  function forwardDue(): void {
    stopWaiting = undefined;
    for (const one of held.values()) {
      if (timers.now() - one.at < interval * 1000) break;
      forward(one);
    }
    schedule();
  }

  function schedule(): void {
    const [oldest] = held.values();
    if (oldest === undefined || stopWaiting !== undefined) return;
    stopWaiting = timers.after(oldest.at + interval * 1000 - timers.now(), forwardDue);
  }

  function remember(deviceId: string, next: ThinningState): void {
    devices.delete(deviceId);
    devices.set(deviceId, next);
    const [first] = devices.keys();
    if (devices.size <= MAX_DEVICES || first === undefined) return;
    devices.delete(first);
    const last = held.get(first);
    if (last !== undefined) forward(last);
  }

  return {
    receive(report) {
      const { deviceId, locations, alerts } = report;
      const [location] = locations;
      if (location === undefined || locations.length > 1) return receive(report);
      const { keep, next } = thin(location, devices.get(deviceId), interval);
      remember(deviceId, next);
      held.delete(deviceId);
      if (keep || alerts.length > 0) return receive(report);
      held.set(deviceId, { report, at: timers.now() });
      schedule();
      return Promise.resolve(success({ accepted: 0, duplicates: 0 }));
    },
    flush() {
      stopWaiting?.();
      stopWaiting = undefined;
      for (const one of [...held.values()]) forward(one);
      return Promise.all(forwarding);
    },
  };
}
