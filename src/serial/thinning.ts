import { thin, type Thinned } from '../domain/thinning.js';
import { success } from '../errors.js';
import type { Receive, Report } from './receive.js';
import type { Timers } from './timers.js';

export type Thinning = {
  readonly receive: Receive;
  /** What is held back is handed in: nothing more comes. Resolves when it is settled. */
  readonly release: () => Promise<unknown>;
};

type Parts = {
  readonly receive: Receive;
  /** s between the fixes of a device that are kept */
  readonly interval: number;
  readonly timers: Timers;
};

/** Ids come over the air: of more the one heard first is forgotten. */
const mostDevices = 4_096;

type Held = { readonly report: Report; readonly at: number };

/**
 * Keeps one fix of a device in an interval. The last fix is kept as well: what is left out is held until the next one
 * comes, and handed in when none comes for an interval. Only for trackers that are not answered: nothing held is promised.
 */
export function createThinning({ receive, interval, timers }: Parts): Thinning {
  const devices = new Map<string, Thinned>();
  const held = new Map<string, Held>();
  const handing = new Set<Promise<unknown>>();
  let stopWaiting: (() => void) | undefined;

  function hand({ report }: Held): void {
    held.delete(report.deviceId);
    const handed = receive(report).catch(() => undefined);
    handing.add(handed);
    void handed.then(() => handing.delete(handed));
  }

  /** Held reports are in the order in which they came. */
  function sweep(): void {
    stopWaiting = undefined;
    for (const one of held.values()) {
      if (timers.now() - one.at < interval * 1000) break;
      hand(one);
    }
    watch();
  }

  function watch(): void {
    const [oldest] = held.values();
    if (oldest === undefined || stopWaiting !== undefined) return;
    stopWaiting = timers.after(oldest.at + interval * 1000 - timers.now(), sweep);
  }

  function remember(deviceId: string, next: Thinned): void {
    devices.delete(deviceId);
    devices.set(deviceId, next);
    const [first] = devices.keys();
    if (devices.size <= mostDevices || first === undefined) return;
    devices.delete(first);
    const last = held.get(first);
    if (last !== undefined) hand(last);
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
      watch();
      return Promise.resolve(success({ accepted: 0, duplicates: 0 }));
    },
    release() {
      stopWaiting?.();
      stopWaiting = undefined;
      for (const one of [...held.values()]) hand(one);
      return Promise.all(handing);
    },
  };
}
