import { canSeeEntry, hasPrivilege } from '../../domain/accounts/scope.js';
import { correctTime, type RecordEntry } from '../../domain/clock/restamp.js';
import { nameAlert } from '../../domain/records/alert-name.js';
import { acknowledgementOf } from '../../domain/records/alert.js';
import { recordStreamOf, timeOf } from '../../domain/records/record.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import type { DeviceAlert, StoredAlert } from '../../store/history/history.js';
import type { Store } from '../../store/store.js';
import type { Edits } from '../edits.js';
import { byUser } from '../system/log-budgets.js';

/** Newest arrival first; `next`: the page continues before the alert with this id. */
export type UnacknowledgedPage = { readonly records: readonly DeviceAlert[]; readonly next?: string };

export type Acknowledgements = {
  /** The first acknowledgement counts; a later one resolves with it. Requires `messages`. */
  readonly acknowledge: (user: User, alertId: string, note: string) => Promise<Result<DeviceAlert>>;
  /** The visible, unacknowledged alerts of the last days that need a person. */
  readonly unacknowledged: (
    user: User,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<Result<UnacknowledgedPage>>;
};

export type AcknowledgementsOptions = {
  readonly store: Pick<Store, 'state' | 'history' | 'append'>;
  readonly edits: Edits;
};

const ALERT_ID = /^[1-9]\d{0,14}$/;

export function createAcknowledgements(options: AcknowledgementsOptions): Acknowledgements {
  const { store, edits } = options;
  return {
    acknowledge: (caller, alertId, note) =>
      hasPrivilege(caller, 'messages')
        ? edits(caller, (user) => acknowledge(options, user, alertId, note))
        : Promise.resolve(forbidden()),
    async unacknowledged(user, { limit, cursor }) {
      if (cursor !== undefined && !ALERT_ID.test(cursor)) return INVALID_CURSOR;
      const before = cursor === undefined ? Infinity : Number(cursor);
      const ids = [...store.state.unacknowledged]
        .filter(([id, { deviceId }]) => Number(id) < before && canSeeAlert(store, user, deviceId, Number(id)))
        .map(([id]) => id)
        .reverse();
      const page = ids.slice(0, limit);
      const records: DeviceAlert[] = [];
      for (const id of page) {
        const found = await findAlert(store, user, id);
        // It may have been acknowledged during the read.
        if (found?.alert.acknowledged === undefined && found !== undefined) records.push(found.alert);
      }
      const last = page.at(-1);
      return success(last !== undefined && ids.length > page.length ? { records, next: last } : { records });
    },
  };
}

const INVALID_CURSOR = failure('validation_failed', '/cursor is invalid: omit it to start again');
const forbidden = (): Failure => failure('forbidden', 'requires privilege messages');

const canSeeAlert = ({ state }: Pick<Store, 'state'>, user: User, deviceId: string, n: number): boolean =>
  state.devices.has(deviceId) && canSeeEntry(user, deviceId, n, state);

async function acknowledge(
  { store }: AcknowledgementsOptions,
  user: User,
  alertId: string,
  note: string,
): Promise<Result<DeviceAlert>> {
  if (!hasPrivilege(user, 'messages')) return forbidden();
  const found = ALERT_ID.test(alertId) ? await findAlert(store, user, alertId) : undefined;
  if (found === undefined) return failure('not_found', `alert ${alertId} not found`);
  const { entry, alert } = found;
  if (alert.acknowledged !== undefined) return success(alert);
  const [appended] = await store.append([toChange(entry, alert, user, note)], byUser(user));
  if (appended?.kind !== 'alert-acknowledged') throw new Error('the acknowledgement was not appended');
  return success({ ...alert, acknowledged: acknowledgementOf(appended, store.state.restamps) });
}

type AlertEntry = Extract<RecordEntry, { kind: 'alert' }>;

function toChange(entry: AlertEntry, alert: DeviceAlert, { id, name }: User, note: string): Change {
  const { id: alertId, deviceId, sent = [], ...stored } = alert;
  const { dateTime } = entry.v.alert;
  return {
    kind: 'alert-acknowledged',
    v: { deviceId, id: alertId, dateTime, by: { id, name }, note, alert: nameAlert(stored), sent },
  };
}

type FoundAlert = { readonly entry: AlertEntry; readonly alert: DeviceAlert };

/** The alert that the user may see, with its outcomes. */
async function findAlert(
  store: Pick<Store, 'state' | 'history'>,
  user: User,
  id: string,
): Promise<FoundAlert | undefined> {
  const { state, history } = store;
  const n = Number(id);
  if (n > state.n) return undefined;
  const { entries } = await history.readArrivals({
    after: n - 1,
    until: n,
    limit: 1,
    wants: (stream) => recordStreamOf(stream)?.kind === 'alert',
  });
  const [entry] = entries;
  if (entry?.kind !== 'alert' || !canSeeAlert(store, user, entry.v.deviceId, n)) return undefined;
  const { deviceId } = entry.v;
  const ms = timeOf(correctTime(entry, state.restamps));
  const page = await history.alerts({ deviceId, from: ms, to: ms, limit: 1, fromEntry: n });
  const stored: StoredAlert | undefined = page.ok ? page.value.records.find((alert) => alert.id === id) : undefined;
  return stored === undefined ? undefined : { entry, alert: { deviceId, ...stored } };
}
