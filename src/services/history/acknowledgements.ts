import { plainAddress } from '../../domain/accounts/client-address.js';
import { canSeeEntry, hasPrivilege } from '../../domain/accounts/scope.js';
import { nameAlert } from '../../domain/records/alert-name.js';
import { acknowledgementOf } from '../../domain/records/alert.js';
import { originOf, parseRecordId } from '../../domain/records/generation.js';
import { readInstant } from '../../domain/clock/instant.js';
import { success, type Failure, type Result } from '../../errors.js';
import { cursorErrors, privilegeErrors } from '../../domain/messages.js';
import { historyErrors, postErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import type { NamedReference } from '../../schema/common.js';
import type { Origin } from '../../schema/devices/device.js';
import type { Change } from '../../schema/entry.js';
import type { Depot } from '../../schema/records/depot.js';
import type { PostedAcknowledgement } from '../../schema/records/records-post.js';
import type { DeviceAlert } from '../../store/history/history.js';
import type { Store } from '../../store/store.js';
import { byUser, callOf, type Edits } from '../edits.js';
import type { Time } from '../time/time.js';
import { findStoredAlert, type AlertEntry, type FoundAlert } from './find-alert.js';

/** Newest arrival first; `next`: the page continues before the alert with this id. */
type UnacknowledgedPage = { readonly records: readonly DeviceAlert[]; readonly next?: string };

export type Acknowledgements = {
  /** The first acknowledgement counts; a later one resolves with it. Requires `messages`. */
  readonly acknowledge: (user: User, alertId: string, note: string) => Promise<Result<DeviceAlert>>;
  /**
   * One that another gateway forwarded: `depot`, null if there is no room for it. `not_found`: its alert is not known here.
   * A failure as the value: the depot may not acknowledge that alert.
   */
  readonly receive: (
    posted: PostedAcknowledgement,
    user: User,
    depot: Depot | null,
  ) => Promise<Result<'stored' | 'repeated' | Failure>>;
  /** The visible, unacknowledged alerts of the last days that need a person. */
  readonly unacknowledged: (
    user: User,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<Result<UnacknowledgedPage>>;
};

export type AcknowledgementsOptions = {
  readonly store: Pick<Store, 'state' | 'history' | 'append'>;
  readonly time: Pick<Time, 'now'>;
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
    receive: (posted, caller, depot) => edits(caller, (user) => receive(options, posted, user, depot)),
    async unacknowledged(user, { limit, cursor }) {
      if (cursor !== undefined && !ALERT_ID.test(cursor)) return cursorErrors.invalid('/cursor');
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

const forbidden = (): Failure => privilegeErrors.missing({ privilege: 'messages' });

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
  if (found === undefined) return historyErrors.alertNotFound({ id: alertId });
  const { entry, alert } = found;
  if (alert.acknowledged !== undefined) return success(alert);
  const [appended] = await store.append([toChange(entry, alert, user, note)], byUser(user));
  if (appended?.kind !== 'alert-acknowledged') throw new Error('the acknowledgement was not appended');
  return success({ ...alert, acknowledged: acknowledgementOf(appended, store.state.restamps) });
}

async function receive(
  { store, time }: AcknowledgementsOptions,
  posted: PostedAcknowledgement,
  user: User,
  depot: Depot | null,
): Promise<Result<'stored' | 'repeated' | Failure>> {
  const alertId = forwardedAlertOf(store, posted);
  const found = alertId === undefined ? undefined : await findAlert(store, user, alertId);
  if (found?.alert.deviceId !== posted.deviceId) {
    return postErrors.noAlert({ id: posted.alertSource?.id ?? posted.alertId });
  }
  const { entry, alert } = found;
  if (alert.acknowledged !== undefined) return success('repeated');
  if (!mayForward(store, user, depot, entry)) return success(notForDepot(posted));
  const at = readInstant(posted.acknowledged.at, '/acknowledged/at');
  if (!at.ok) return at;
  const { by, note } = posted.acknowledged;
  const gateway = parseRecordId(posted.id)?.gateway ?? '';
  const name = `${by.name.slice(0, MAX_NAME)} (${depot?.name ?? gateway})`;
  const change = toChange(entry, alert, { id: by.id, name }, note, {
    source: { gateway, id: posted.id },
    at: heldBetween(alert.dateTime, at.value, new Date(time.now()).toISOString()),
  });
  const address = plainAddress(callOf(user)?.client.address ?? '');
  await store.append([change], { type: 'uplink', uplink: gateway, name: by.name.slice(0, MAX_NAME), address });
  return success('stored');
}

/** The name of a user has at most as many characters. */
const MAX_NAME = 128;

/**
 * The privilege `ingest` alone acknowledges alerts that came from a gateway of the user. All others, such as those that this
 * gateway raised, take a person's privilege or an administrator who trusts the depot.
 */
function mayForward({ state }: Pick<Store, 'state'>, user: User, depot: Depot | null, { v }: AlertEntry): boolean {
  if (depot?.acknowledges === true || hasPrivilege(user, 'messages')) return true;
  const { gateway } = v.source;
  if (gateway === undefined) return false;
  const raisedBy = [...state.depots.values()].find((one) => one.gateway === gateway);
  return raisedBy?.userId === user.id;
}

const notForDepot = ({ alertSource, alertId }: PostedAcknowledgement): Failure =>
  postErrors.otherGateway({ id: alertSource?.id ?? alertId });

/** A sender's clock may be wrong, but an acknowledgement follows its alert. All in UTC. */
const heldBetween = (from: string, at: string, to: string): string =>
  at < from ? from : at > to && to > from ? to : at;

/** The id here of an alert that the sender names: its own, one of another gateway, or one of this gateway. */
function forwardedAlertOf(
  { state }: Pick<Store, 'state'>,
  { id, alertId, alertSource }: PostedAcknowledgement,
): string | undefined {
  const { forwardedAlerts, senders, gatewayId } = state;
  const toId = (n: number | undefined): string | undefined => (n === undefined ? undefined : String(n));
  if (alertSource !== undefined) {
    const parts = parseRecordId(alertSource.id);
    return parts?.gateway === gatewayId ? toId(parts.n) : toId(forwardedAlerts.get(alertSource.id));
  }
  const sender = parseRecordId(id);
  if (sender === undefined || !ALERT_ID.test(alertId)) return undefined;
  const present = forwardedAlerts.get(`${sender.store}:${alertId}`);
  if (present !== undefined) return toId(present);
  // The alert may be of an earlier generation.
  const earlier = [...senders.keys()].findLast(
    (store) => store.startsWith(`${sender.gateway}:`) && forwardedAlerts.has(`${store}:${alertId}`),
  );
  return earlier === undefined ? undefined : toId(forwardedAlerts.get(`${earlier}:${alertId}`));
}

function toChange(
  entry: AlertEntry,
  alert: DeviceAlert,
  { id, name }: NamedReference,
  note: string,
  forwarded: { readonly source?: Origin; readonly at?: string } = {},
): Change {
  const { id: alertId, deviceId, sent = [], ...stored } = alert;
  const { alert: original, source } = entry.v;
  const alertSource = originOf(source);
  const { dateTime } = original;
  return {
    kind: 'alert-acknowledged',
    v: {
      ...{ deviceId, id: alertId, dateTime, by: { id, name }, note, alert: nameAlert(stored), sent },
      ...(alertSource !== undefined && { alertSource }),
      ...forwarded,
    },
  };
}

/** The alert that the user may see, with its outcomes. */
async function findAlert(
  store: Pick<Store, 'state' | 'history'>,
  user: User,
  id: string,
): Promise<FoundAlert | undefined> {
  const found = await findStoredAlert(store, id);
  return found !== undefined && canSeeAlert(store, user, found.alert.deviceId, Number(id)) ? found : undefined;
}
