import { setImmediate as nextTurn } from 'node:timers/promises';
import { namedDevices, namedZones } from '../../domain/alert-rules/named-ids.js';
import { createReplay, type Replay } from '../../domain/alert-rules/replay.js';
import type { RuleZones } from '../../domain/alert-rules/rule-record.js';
import { msOf } from '../../domain/clock/instant.js';
import { createZoneIndex } from '../../domain/zones/zone-index.js';
import type { Result } from '../../errors.js';
import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { HistoryPage, HistoryQuery } from '../../store/history/history.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import { createDeviceTally, type Tally } from './preview-tally.js';

/** Evaluates one rule for the history of its devices. */
export type PreviewRun = {
  readonly devicesTotal: number;
  /**
   * Counts the alerts of the last `ms`, device by device. `isDue`: whether to stop, asked now and then with how many
   * devices are done, the one under way in part.
   */
  readonly count: (tally: Tally, ms: number, isDue: (done: number) => boolean) => Promise<void>;
};

export type PreviewRunOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly time: Pick<Time, 'monotonic' | 'timeZone'>;
  readonly rule: AlertRule;
  /** ms since 1970; later records are not counted */
  readonly to: number;
};

/** Records that are read at once: some ms. */
const PAGE_LENGTH = 2_000;
/** ms of evaluation after which other requests are answered. */
const MAX_TURN_MS = 15;

type Run = PreviewRunOptions & {
  readonly zones: RuleZones;
  /** start of the time that is counted, ms since 1970 */
  readonly from: number;
  /** Others have waited long enough. */
  readonly mustPause: () => boolean;
  /** Lets others work; true: it is time to stop. `at`: how far the device under way is, ms since 1970 */
  readonly pause: (at: number) => Promise<boolean>;
};

export function createPreviewRun(options: PreviewRunOptions): PreviewRun {
  const { store, time, rule, to } = options;
  const deviceIds = coveredBy(rule, store.state);
  const zones = zonesOf(rule, store.state);
  let turnAt = time.monotonic();
  return {
    devicesTotal: deviceIds.length,
    async count(tally, ms, isDue) {
      const from = to - ms;
      const run: Run = {
        ...{ ...options, zones, from },
        mustPause: () => time.monotonic() - turnAt > MAX_TURN_MS,
        async pause(at) {
          await nextTurn();
          turnAt = time.monotonic();
          return isDue(tally.devices() + (at - from) / ms);
        },
      };
      for (const deviceId of deviceIds) if (!(await countDevice(run, tally, deviceId))) return;
    },
  };
}

/** The devices that the rule covers, those with the newest location first. */
function coveredBy(rule: AlertRule, state: Store['state']): string[] {
  const named = namedDevices(rule, state.groups);
  const lastOf = (id: string): string => state.lastLocations.get(id)?.dateTime ?? '';
  return [...state.devices.keys()]
    .filter((id) => rule.all || named.has(id))
    .map((id) => ({ id, last: lastOf(id) }))
    .sort((a, b) => (a.last < b.last ? 1 : a.last > b.last ? -1 : 0))
    .map(({ id }) => id);
}

/** Only the zones that the rule names. */
function zonesOf(rule: AlertRule, { zones }: Pick<Store['state'], 'zones'>): RuleZones {
  return {
    index: createZoneIndex(namedZones(rule).flatMap((id) => zones.get(id) ?? [])),
    nameOf: (id) => zones.get(id)?.name ?? id,
  };
}

/** False: there was not time for all of its records. */
async function countDevice(run: Run, tally: Tally, deviceId: string): Promise<boolean> {
  const { rule, time, to, zones, mustPause, pause } = run;
  const { found, add } = createDeviceTally();
  const replay = createReplay({ rule, zones, timeZone: time.timeZone, onAlert: add });
  if (isOfInterest(run, deviceId) && !(await replayDevice(run, replay, deviceId))) return false;
  if (mustPause() && (await pause(to))) return false;
  replay.end(to);
  tally.add(deviceId, found);
  return true;
}

/** A device whose last location is older has none of that time; only silence does not need one. */
function isOfInterest({ rule, store, from }: Run, deviceId: string): boolean {
  const last = store.state.lastLocations.get(deviceId);
  return rule.type === 'silent' || (last !== undefined && msOf(last.dateTime) >= from);
}

async function replayDevice(run: Run, replay: Replay, deviceId: string): Promise<boolean> {
  const { store, rule, from, to } = run;
  const { locations, alerts } = store.history;
  // What is from before its registration may be of another owner.
  const query = { deviceId, from, to, limit: PAGE_LENGTH, fromEntry: store.state.registrations.get(deviceId) ?? 0 };
  // Of the alerts, only their times matter.
  const times: number[] = [];
  if (rule.type === 'silent') {
    const isRead = await readAll(run, alerts, query, ({ dateTime, rule: raisedBy }) => {
      if (raisedBy === undefined) times.push(msOf(dateTime));
    });
    if (!isRead) return false;
  }
  let index = 0;
  const reportAlertsUntil = (at: number): void => {
    for (let time = times[index]; time !== undefined && time <= at; time = times[(index += 1)]) replay.report(time);
  };
  const isRead = await readAll(run, locations, query, (location) => {
    reportAlertsUntil(msOf(location.dateTime));
    replay.location(location);
  });
  reportAlertsUntil(to);
  return isRead;
}

type ReadPage<T> = (query: HistoryQuery) => Promise<Result<HistoryPage<T>>>;

/** Page by page, in order of time; false: there was not time for all of them. */
async function readAll<T extends { readonly dateTime: string }>(
  { mustPause, pause }: Run,
  read: ReadPage<T>,
  query: HistoryQuery,
  use: (record: T) => void,
): Promise<boolean> {
  let cursor: string | undefined;
  do {
    const page = await read({ ...query, ...(cursor !== undefined && { cursor }) });
    if (!page.ok) return false;
    for (const record of page.value.records) {
      use(record);
      if (mustPause() && (await pause(msOf(record.dateTime)))) return false;
    }
    cursor = page.value.next;
  } while (cursor !== undefined);
  return true;
}
