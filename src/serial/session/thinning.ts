import { thin as decide, type ThinningState } from '../../domain/records/thinning.js';
import type { Receive, Report } from '../../domain/report.js';
import type { Timers } from '../../time/clock.js';

/** Ids come from a radio: above this number, the device received least recently is forgotten. */
const MAX_DEVICES = 4_096;

type ThinningOptions = {
  /** s between the stored fixes of a device; 0: every fix is stored */
  readonly interval: number;
  readonly timers: Timers;
};

type Thinning = {
  /** Is the report to be passed on? If not, it is held. */
  readonly admits: (report: Report) => boolean;
  /** Passes on the held reports. Resolves when they are settled. */
  readonly flush: () => Promise<unknown>;
};

type HeldReport = { readonly report: Report; readonly at: number };

/**
 * Stores one fix of a device per interval, and also its last one: a fix that is left out is held until the next one
 * replaces it, and passed on to `next` when none follows for an interval.
 */
export function thin(next: Receive, { interval, timers }: ThinningOptions): Thinning {
  if (interval === 0) return { admits: () => true, flush: () => Promise.resolve() };
  const devices = new Map<string, ThinningState>();
  const held = new Map<string, HeldReport>();
  const forwarding = new Set<Promise<unknown>>();
  let cancelTimer: (() => void) | undefined;

  function forward({ report }: HeldReport): void {
    held.delete(report.deviceId);
    const settled = next(report).catch(() => undefined);
    forwarding.add(settled);
    void settled.then(() => forwarding.delete(settled));
  }

  /** The held reports are in the order of their arrival. */
  function forwardDue(): void {
    cancelTimer = undefined;
    for (const heldReport of held.values()) {
      if (timers.now() - heldReport.at < interval * 1000) break;
      forward(heldReport);
    }
    schedule();
  }

  function schedule(): void {
    const [oldest] = held.values();
    if (oldest === undefined || cancelTimer !== undefined) return;
    cancelTimer = timers.after(oldest.at + interval * 1000 - timers.now(), forwardDue);
  }

  function remember(deviceId: string, state: ThinningState): void {
    devices.delete(deviceId);
    devices.set(deviceId, state);
    const [oldest] = devices.keys();
    if (devices.size <= MAX_DEVICES || oldest === undefined) return;
    devices.delete(oldest);
    const lastReport = held.get(oldest);
    if (lastReport !== undefined) forward(lastReport);
  }

  return {
    admits(report) {
      const { deviceId, locations, alerts } = report;
      const [location] = locations;
      if (location === undefined || locations.length > 1) {
        // The place of the alert is that of the fix that was received before it.
        const heldReport = alerts.length > 0 ? held.get(deviceId) : undefined;
        if (heldReport !== undefined) forward(heldReport);
        return true;
      }
      const decision = decide(location, devices.get(deviceId), interval);
      remember(deviceId, decision.next);
      held.delete(deviceId);
      if (decision.keep || alerts.length > 0) return true;
      held.set(deviceId, { report, at: timers.now() });
      schedule();
      return false;
    },
    flush() {
      cancelTimer?.();
      cancelTimer = undefined;
      for (const heldReport of [...held.values()]) forward(heldReport);
      return Promise.all(forwarding);
    },
  };
}
