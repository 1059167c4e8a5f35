import { readAlert } from '../../domain/records/alert.js';
import { parseRecordId, type RecordIdParts } from '../../domain/records/generation.js';
import { readLocation } from '../../domain/records/location.js';
import type { RecordChange } from '../../domain/records/record.js';
import { highestOf, isUsedTwice, printOf } from '../../domain/records/sender.js';
import { GATEWAY_SOURCE } from '../../domain/messages/limit-alerts.js';
import { hasPrivilege, isRestricted } from '../../domain/accounts/scope.js';
import type { Receive } from '../../domain/report.js';
import { success, type ErrorCode, type Failure, type Result } from '../../errors.js';
import { privilegeErrors } from '../../domain/messages.js';
import { inField } from '../../messages/failure.js';
import type { GatewayMessage } from '../../messages/message.js';
import { postErrors } from './messages.js';
import { isAuthor } from '../../schema/accounts/author.js';
import type { User } from '../../schema/accounts/user.js';
import type { Source } from '../../schema/devices/device.js';
import type { Depot } from '../../schema/records/depot.js';
import type {
  PostedAcknowledgement,
  PostedAlert,
  PostedLocation,
  RecordsPost,
} from '../../schema/records/records-post.js';
import type { Store } from '../../store/store.js';
import { WITHOUT_DEPOT, type DepotPolicy, type Depots } from '../depots.js';
import type { DepotDevices } from '../devices/depot-devices.js';
import { byUser } from '../edits.js';
import type { Acknowledgements } from './acknowledgements.js';

type RefusedRecord = {
  readonly id: string;
  readonly code: ErrorCode;
  readonly error: string;
  /** what the error is made of */
  readonly message?: GatewayMessage;
  /** JSON pointer of the one field of the record that is wrong */
  readonly field?: string;
};

const refusedOf = (id: string, { code, message, data, field }: Failure): RefusedRecord => ({
  ...{ id, code, error: message },
  ...(data !== undefined && { message: data }),
  ...(field !== undefined && { field }),
});

/** What became of the records of one request. `duplicates`: the gateway had them already. */
export type PostedRecords = {
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: readonly RefusedRecord[];
  /** of a post without records: this gateway takes names and groups of devices */
  readonly depot?: { readonly name: string };
};

/** Takes the records that other gateways forward. */
export type RecordPosts = {
  /**
   * Stores each record once, device by device in the order given. Requires the privilege `ingest` of an unrestricted user;
   * `forbidden` too: the gateway belongs to another user; `conflict`: the sender gave a number to two records.
   */
  readonly post: (user: User, post: RecordsPost) => Promise<Result<PostedRecords>>;
};

export type RecordPostsOptions = {
  readonly store: Pick<Store, 'state'>;
  readonly receive: Receive;
  readonly acknowledgements: Pick<Acknowledgements, 'receive'>;
  readonly depots: Pick<Depots, 'bind'>;
  readonly depotDevices: DepotDevices;
};

/** A location or an alert as it is going to be stored. */
type ReadRecord = { readonly id: string; readonly record: RecordChange };

type Reading = {
  readonly refused: RefusedRecord[];
  acknowledgements: PostedAcknowledgement[];
  /** by device id, in the order given */
  readonly byDevice: Map<string, ReadRecord[]>;
  /** records that this gateway sent out itself */
  own: number;
};

/** Failures that concern one device; all others concern the whole request. */
const OF_DEVICE: ReadonlySet<ErrorCode> = new Set(['not_found', 'device_expired', 'validation_failed']);

export function createRecordPosts({
  store,
  receive,
  acknowledgements,
  depots,
  depotDevices,
}: RecordPostsOptions): RecordPosts {
  const { state } = store;

  return {
    async post(user, { store: sender, newest, devices, records }) {
      if (!hasPrivilege(user, 'ingest')) return privilegeErrors.missing({ privilege: 'ingest' });
      if (isRestricted(user)) return postErrors.restricted();
      const own = await depots.bind(user, gatewayOf(sender));
      if (!own.ok) return own;
      if (records.length === 0) return withDepot(checkNewest(store, sender, newest), own.value);
      const described = own.value && (await depotDevices.describe(user, own.value, devices));
      if (described?.ok === false) return described;
      const reading = readAll(records, state.gatewayId);
      const policies = await bindRelayed(depots, user, reading, own.value);
      if (!policies.ok) return policies;
      const conflict = findConflict(store, reading);
      if (conflict !== undefined) return conflict;
      const stored = await storeAll(receive, user, reading, policies.value);
      if (!stored.ok) return stored;
      const { refused } = reading;
      let { accepted, duplicates } = stored.value;
      // After the alerts of the same request.
      for (const one of reading.acknowledgements) {
        const received = await acknowledgements.receive(one, user, own.value);
        if (!received.ok && !OF_DEVICE.has(received.code)) return received;
        const what = received.ok ? received.value : received;
        if (what === 'stored') accepted += 1;
        else if (what === 'repeated') duplicates += 1;
        else refused.push(refusedOf(one.id, what));
      }
      return success({ accepted, duplicates: duplicates + reading.own, refused });
    },
  };
}

/** Of a store's id. */
const gatewayOf = (sender: string): string => sender.slice(0, sender.lastIndexOf(':'));

/**
 * The policy of each gateway whose records are posted. Records and acknowledgements that were relayed for a gateway of another
 * user are refused; `own`: the policy of the gateway that posts.
 */
async function bindRelayed(
  depots: Pick<Depots, 'bind'>,
  user: User,
  reading: Reading,
  own: DepotPolicy | null,
): Promise<Result<ReadonlyMap<string, DepotPolicy>>> {
  const { byDevice, refused, acknowledgements } = reading;
  const policies = new Map<string, DepotPolicy>();
  const foreign = new Map<string, Failure>();
  const posted = [...[...byDevice.values()].flat(), ...acknowledgements];
  for (const gateway of new Set(posted.map(senderOf))) {
    const bound = await depots.bind(user, gateway, own);
    if (bound.ok) policies.set(gateway, bound.value ?? WITHOUT_DEPOT);
    else if (bound.code === 'forbidden') foreign.set(gateway, bound);
    else return bound;
  }
  if (foreign.size === 0) return success(policies);
  const isKept = (one: { readonly id: string }): boolean => {
    const failed = foreign.get(senderOf(one));
    if (failed !== undefined) refused.push(refusedOf(one.id, failed));
    return failed === undefined;
  };
  for (const [deviceId, records] of byDevice) byDevice.set(deviceId, records.filter(isKept));
  reading.acknowledgements = acknowledgements.filter(isKept);
  return success(policies);
}

/** The gateway that made a record or an acknowledgement. */
const senderOf = ({ id }: { readonly id: string }): string => parseRecordId(id)?.gateway ?? '';

function checkNewest(
  { state }: Pick<Store, 'state'>,
  store: string,
  newest: number | undefined,
): Result<PostedRecords> {
  const known = state.senders.get(store);
  if (newest === undefined || known === undefined || newest >= highestOf(known)) return success(NOTHING);
  return postErrors.olderStore({ store, newest, highest: highestOf(known) });
}

const withDepot = (posted: Result<PostedRecords>, depot: Depot | null): Result<PostedRecords> =>
  posted.ok && depot !== null ? success({ ...posted.value, depot: { name: depot.name } }) : posted;

const NOTHING: PostedRecords = { accepted: 0, duplicates: 0, refused: [] };

function readAll(records: RecordsPost['records'], gatewayId: string | null): Reading {
  const reading: Reading = { refused: [], acknowledgements: [], byDevice: new Map(), own: 0 };
  for (const { id, record } of records) {
    const parts = parseRecordId(id);
    // In a circle of gateways: it has been here.
    if (parts?.gateway === gatewayId) {
      reading.own += 1;
      continue;
    }
    if (!record.ok || parts === undefined) {
      reading.refused.push(refusedOf(id, record.ok ? postErrors.noRecordId('/id') : record));
      continue;
    }
    if (record.value.kind === 'acknowledgement') {
      reading.acknowledgements.push(record.value);
      continue;
    }
    const change = toChange(record.value, parts);
    if (!change.ok) {
      reading.refused.push(refusedOf(id, change));
      continue;
    }
    const { deviceId } = record.value;
    const ofDevice = reading.byDevice.get(deviceId);
    if (ofDevice === undefined) reading.byDevice.set(deviceId, [{ id, record: change.value }]);
    else ofDevice.push({ id, record: change.value });
  }
  return reading;
}

/** Like what a client posts; what a gateway raised itself is no contact with the device. */
const sourceOf = ({ gateway }: RecordIdParts, id: string, rule?: string): Source => ({
  protocol: rule === undefined ? 'http' : GATEWAY_SOURCE.protocol,
  ...(rule !== undefined && { rule }),
  gateway,
  id,
});

function toChange(posted: PostedLocation | PostedAlert, parts: RecordIdParts): Result<RecordChange> {
  const { id, deviceId } = posted;
  if (posted.kind === 'location') {
    const location = readLocation(posted.location);
    if (!location.ok) return inField('/location', location);
    return success({ kind: 'location', v: { deviceId, location: location.value, source: sourceOf(parts, id) } });
  }
  const { rule, ...input } = posted.alert;
  const alert = readAlert(input, 0);
  if (!alert.ok) return inField('/alert', alert);
  return success({ kind: 'alert', v: { deviceId, alert: alert.value, source: sourceOf(parts, id, rule) } });
}

/** The sender gave a number to two records, as far as it is known. */
function findConflict({ state }: Pick<Store, 'state'>, { byDevice }: Reading): Failure | undefined {
  const printById = new Map<string, number>();
  for (const records of byDevice.values()) {
    for (const { id, record } of records) {
      const parts = parseRecordId(id);
      if (parts === undefined) continue;
      const print = printOf(record);
      const known = state.senders.get(parts.store);
      const isTwice = known !== undefined && isUsedTwice(known, parts.n, print);
      if (isTwice || (printById.get(id) ?? print) !== print) {
        return postErrors.otherRecord({ id });
      }
      printById.set(id, print);
    }
  }
  return undefined;
}

type Stored = { readonly accepted: number; readonly duplicates: number };

/** All devices at once, so that they share a sync. */
async function storeAll(
  receive: Receive,
  user: User,
  { byDevice, refused }: Reading,
  policies: ReadonlyMap<string, DepotPolicy>,
): Promise<Result<Stored>> {
  const cause = byUser(user);
  const author = isAuthor(cause) ? { author: cause } : {};
  const receipts = await Promise.all(
    [...byDevice].flatMap(([deviceId, records]) => {
      const policy = policies.get(records[0]?.record.v.source.gateway ?? '');
      if (policy === undefined) return [];
      return [
        receive({ ...reportOf(deviceId, records, user), policy, ...author }).then((receipt) => ({ records, receipt })),
      ];
    }),
  );
  let [accepted, duplicates] = [0, 0];
  for (const { records, receipt } of receipts) {
    if (receipt.ok) {
      accepted += receipt.value.accepted;
      duplicates += receipt.value.duplicates;
    } else if (OF_DEVICE.has(receipt.code)) {
      refused.push(...records.map(({ id }) => refusedOf(id, receipt)));
    } else return receipt;
  }
  return success({ accepted, duplicates });
}

function reportOf(deviceId: string, records: readonly ReadRecord[], user: User): Parameters<Receive>[0] {
  const locations = records.flatMap(({ record }) => (record.kind === 'location' ? [record.v] : []));
  const alerts = records.flatMap(({ record }) => (record.kind === 'alert' ? [record.v] : []));
  const sources = [...locations, ...alerts].map(({ source }) => source);
  return {
    deviceId,
    locations: locations.map(({ location }) => location),
    alerts: alerts.map(({ alert }) => alert),
    source: sources[0] ?? { protocol: 'http' },
    sources,
    bound: false,
    userId: user.id,
  };
}
