import { channelFields } from '../../src/schema/channels.js';
import type { DeviceView } from '../../src/schema/devices/device.js';
import type { Location } from '../../src/schema/records/location.js';
import type { BrowserClock } from '../../src/web/clock/browser-clock.js';

export const NOW = Date.parse('2026-11-22T08:00:00Z');

export const deviceView = (id: string, changes: Partial<DeviceView> = {}): DeviceView => ({
  id,
  name: id,
  description: '',
  min: '',
  tags: {},
  expires: null,
  state: 'active',
  limits: { expires: { enabled: false, date: null }, ...channelFields('limitField', () => null) },
  usage: { date: '2026-11-22', ...channelFields('usageField', () => 0) },
  lastSeen: null,
  usualInterval: null,
  source: null,
  ...changes,
});

/** A fix `second` seconds after NOW. */
export const fix = (second: number, changes: Partial<Location> = {}): Location => ({
  dateTime: new Date(NOW + second * 1000).toISOString(),
  latitude: 41 + second / 1e4,
  longitude: 2,
  ...changes,
});

/** A clock that the test advances; a paint happens with the next `advance`. */
export type TestBrowserClock = BrowserClock & { readonly advance: (ms: number) => void };

export function createTestBrowserClock(): TestBrowserClock {
  let now = NOW;
  let waiting: { readonly at: number; readonly run: () => void }[] = [];
  const after = (ms: number, run: () => void): (() => void) => {
    const own = { at: now + ms, run };
    waiting.push(own);
    return () => {
      waiting = waiting.filter((one) => one !== own);
    };
  };
  return {
    now: () => now,
    after,
    requestFrame: (run) => {
      after(0, run);
    },
    advance(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
  };
}
