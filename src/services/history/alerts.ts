import { summarizeMessages } from '../../domain/messages/alert-summary.js';
import { caseFold } from '../../domain/case-fold.js';
import { apiAlertName, apiAlertNames } from '../../domain/records/alert-name.js';
import { viewAlert } from '../../domain/records/alert.js';
import { keyOf } from '../../domain/records/record.js';
import { hasPrivilege, visibleFrom } from '../../domain/accounts/scope.js';
import { success, type Result } from '../../errors.js';
import { privilegeErrors } from '../../domain/messages.js';
import type { Alert, AlertView, DeviceAlertView } from '../../schema/records/alert.js';
import type { AlertSearch } from '../../schema/records/alert-post.js';
import type { Source } from '../../schema/devices/device.js';
import type { User } from '../../schema/accounts/user.js';
import type { Receive } from '../../domain/report.js';
import type {
  DeviceAlert,
  HistoryPage,
  NewestAlertsQuery,
  StoredAlert,
  WantedAlert,
} from '../../store/history/history.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import type { Acknowledgements } from './acknowledgements.js';
import { readAtTimes } from './read-at-times.js';

type PostedAlerts = {
  readonly accepted: number;
  readonly duplicates: number;
  /** as stored, duplicates included, in the order sent */
  readonly alerts: readonly AlertView[];
};

/** Filters of the list of several devices; left out: all. */
type NewestSearch = AlertSearch & {
  readonly attention?: boolean | undefined;
  readonly acknowledged?: boolean | undefined;
};

/** In order of time; each view is made when it is taken. */
type AlertsPage<T> = { readonly records: Iterable<T>; readonly next?: string };

/** Alerts for a user; a device outside the user's scope is `not_found`. */
export type Alerts = {
  readonly range: (user: User, deviceId: string, find: AlertSearch) => Promise<Result<AlertsPage<AlertView>>>;
  /** those of all visible devices, newest first */
  readonly newest: (user: User, find: NewestSearch) => Promise<Result<AlertsPage<DeviceAlertView>>>;
  /** The unacknowledged ones of the last days that need a person, newest arrival first. */
  readonly unacknowledged: (
    user: User,
    page: Pick<AlertSearch, 'limit' | 'cursor'>,
  ) => Promise<Result<AlertsPage<DeviceAlertView>>>;
  /** The first acknowledgement counts; a later one resolves with it. Requires the privilege `messages`. */
  readonly acknowledge: (user: User, alertId: string, note: string) => Promise<Result<DeviceAlertView>>;
  /** Stores all or none; requires the privilege `ingest`. */
  readonly post: (user: User, deviceId: string, alerts: readonly Alert[]) => Promise<Result<PostedAlerts>>;
};

export type AlertsOptions = {
  readonly store: Pick<Store, 'state' | 'history' | 'append'>;
  readonly devices: Pick<Devices, 'find'>;
  readonly receive: Receive;
  readonly acknowledgements: Acknowledgements;
};

const HTTP_SOURCE: Source = { protocol: 'http' };

export function createAlerts({ store, devices, receive, acknowledgements }: AlertsOptions): Alerts {
  const alertKey = (deviceId: string, alert: Alert): string =>
    keyOf({ kind: 'alert', v: { deviceId, alert, source: HTTP_SOURCE } });

  const fromEntryOf = (user: User, deviceId: string): number => visibleFrom(user, deviceId, store.state.registrations);

  /** The alerts as stored: duplicates have an earlier id, and the gateway may have added the position. */
  async function findStored(user: User, deviceId: string, alerts: readonly Alert[]): Promise<StoredAlert[]> {
    const fromEntry = fromEntryOf(user, deviceId);
    const stored = await readAtTimes(alerts, (query) => store.history.alerts({ deviceId, fromEntry, ...query }));
    const byKey = new Map(stored.map((record) => [alertKey(deviceId, record), record]));
    return alerts.flatMap((alert) => byKey.get(alertKey(deviceId, alert)) ?? []);
  }

  function summarize(alerts: readonly DeviceAlert[]): Summaries {
    const { outbox, finishedMessages } = store.state;
    return summarizeMessages(alerts, [outbox.values(), finishedMessages.values()]);
  }

  function* viewEach(deviceId: string, alerts: readonly StoredAlert[]): Generator<AlertView> {
    const summaries = summarize(alerts.map((alert) => ({ deviceId, ...alert })));
    for (const alert of alerts) yield viewWith(summaries, alert);
  }

  function* viewNewest(alerts: readonly DeviceAlert[]): Generator<DeviceAlertView> {
    const summaries = summarize(alerts);
    for (const { deviceId, ...alert } of alerts) yield { deviceId, ...viewWith(summaries, alert) };
  }

  return {
    async range(user, deviceId, { alertName, ...find }) {
      const device = devices.find(user, deviceId);
      if (!device.ok) return device;
      const page = await store.history.alerts({
        deviceId,
        ...find,
        wanted: wantedBy(store, alertName),
        fromEntry: fromEntryOf(user, deviceId),
      });
      return page.ok ? success({ ...page.value, records: viewEach(deviceId, page.value.records) }) : page;
    },
    async newest(user, { acknowledged, alertName, ...find }) {
      const isVisible = ({ id }: { readonly id: string }): boolean => devices.find(user, id).ok;
      const deviceIds = [...store.state.devices.values()].filter(isVisible).map(({ id }) => id);
      const fromEntry = (deviceId: string): number => fromEntryOf(user, deviceId);
      const wanted = wantedBy(store, alertName);
      const page = await readNewest(store, { ...find, wanted, deviceIds, fromEntry }, acknowledged);
      if (!page.ok) return page;
      // The user's scope may have changed during the read.
      const records = page.value.records.filter(({ deviceId }) => isVisible({ id: deviceId }));
      return success({ ...page.value, records: viewNewest(records) });
    },
    async unacknowledged(user, find) {
      const page = await acknowledgements.unacknowledged(user, find);
      return page.ok ? success({ ...page.value, records: viewNewest(page.value.records) }) : page;
    },
    async acknowledge(user, alertId, note) {
      const alert = await acknowledgements.acknowledge(user, alertId, note);
      if (!alert.ok) return alert;
      const { deviceId, ...stored } = alert.value;
      return success({ deviceId, ...viewWith(summarize([alert.value]), stored) });
    },
    async post(user, deviceId, alerts) {
      if (!hasPrivilege(user, 'ingest')) return privilegeErrors.missing({ privilege: 'ingest' });
      const device = devices.find(user, deviceId);
      if (!device.ok) return device;
      const receipt = await receive({
        deviceId,
        locations: [],
        alerts,
        source: HTTP_SOURCE,
        bound: false,
        userId: user.id,
      });
      if (!receipt.ok) return receipt;
      return success({ ...receipt.value, alerts: [...viewEach(deviceId, await findStored(user, deviceId, alerts))] });
    },
  };
}

/**
 * Selects alerts by a name: that of the alert, whichever of its words it was stored under; else that of the rule that
 * raised it, which a user gave it; else its text, which is where a client of the public API has that name.
 */
function wantedBy({ state }: Pick<Store, 'state'>, name: string | undefined): WantedAlert | undefined {
  if (name === undefined) return undefined;
  const apiName = apiAlertName(name);
  const folded = caseFold(name);
  const rules = new Set(
    [...state.alertRules.values()].filter((rule) => caseFold(rule.name) === folded).map(({ id }) => id),
  );
  return ({ alerts, text }, rule) =>
    apiAlertNames(alerts).includes(apiName) ||
    (rule !== undefined && rules.has(rule)) ||
    (text !== undefined && caseFold(text) === folded);
}

/** Pages of history that are read for one page of a filtered list: it may have fewer alerts, or none, and a next one. */
const MAX_PAGES = 10;

/** Whether an alert is acknowledged is known only once it is read. */
async function readNewest(
  { history }: Pick<Store, 'history'>,
  query: NewestAlertsQuery,
  acknowledged: boolean | undefined,
): Promise<Result<HistoryPage<DeviceAlert>>> {
  if (acknowledged === undefined) return history.newestAlerts(query);
  const records: DeviceAlert[] = [];
  let next = query.cursor;
  for (let pages = 0; pages < MAX_PAGES && records.length < query.limit; pages += 1) {
    const limit = query.limit - records.length;
    const page = await history.newestAlerts({ ...query, limit, ...(next !== undefined && { cursor: next }) });
    if (!page.ok) return page;
    records.push(...page.value.records.filter((alert) => (alert.acknowledged !== undefined) === acknowledged));
    ({ next } = page.value);
    if (next === undefined) break;
  }
  return success({ records, ...(next !== undefined && { next }) });
}

type Summaries = ReturnType<typeof summarizeMessages>;

/** A kept message can be newer than the outcomes that were read. */
function viewWith(summaries: Summaries, { sent = [], ...alert }: StoredAlert): AlertView {
  const summary = summaries.get(alert.id);
  return viewAlert({ ...alert, sent: [...sent, ...(summary?.sent ?? [])], messages: summary?.counts });
}
