import { failure, messageOf, success, type Failure, type Result } from '../../errors.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { User } from '../../schema/accounts/user.js';
import type { Provisioning } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningOutcome, ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import type { ChangeOwner, Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import type { Devices } from '../devices/devices.js';
import { byUser } from '../system/log-budgets.js';
import type { Time } from '../time/time.js';
import type { Capability } from './capabilities.js';
import type { DesiredSettings } from './desired-settings.js';
import type { TrackerPlan, Planner } from './planner.js';
import type { Effect, ProcedureEnding, Plan, Proof } from './procedure.js';
import { createReceipts, type PortPlan, type Receipts } from './receipts.js';

type JobEffect = Extract<Effect, { do: 'plan' | 'begin' | 'register' | 'restore' }>;

/** The setup of one tracker: plans its settings, and stores and registers what the procedure did. */
export type TrackerJob = {
  /** Performs an effect of the procedure; a store that refuses to write is a failure. */
  readonly run: (effect: JobEffect) => Promise<Result<unknown>>;
  /** Call once the procedure has ended; returns the id of the receipt, if there is one. */
  readonly end: (ending: ProcedureEnding | undefined) => string | null;
};

export type WorkerPort = {
  readonly path: string;
  /** the device that the configuration binds the port to */
  readonly deviceId: string | null;
  /** the only baud rate that the configuration allows; null: any */
  readonly baudRate: number | null;
};

export type TrackerJobOptions = {
  readonly port: WorkerPort;
  readonly provisioning: Provisioning;
  readonly capability: Capability;
  readonly planner: Planner;
  /** the port on which each device is being set up, for all ports of the session */
  readonly portByDeviceId: Map<string, string>;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly devices: Pick<Devices, 'upsert' | 'reserve' | 'release'>;
  readonly time: Pick<Time, 'now'>;
  /** the user who started the session as of now, or why they may no longer provision */
  readonly operator: () => Result<User>;
};

type TrackerJobState = {
  readonly options: TrackerJobOptions;
  readonly receipts: Receipts;
  unit: TrackerInfo | undefined;
  planned: TrackerPlan | undefined;
  receiptId: string | null;
};

/** With these outcomes, the tracker keeps its row and number. */
const KEEPING_OUTCOMES: ReadonlySet<ProvisioningOutcome> = new Set(['verified', 'unchanged', 'interrupted']);

export function createTrackerJob(options: TrackerJobOptions): TrackerJob {
  const { provisioning, capability, time } = options;
  const job: TrackerJobState = {
    options,
    receipts: createReceipts({ provisioning, capability, time }),
    unit: undefined,
    planned: undefined,
    receiptId: null,
  };
  return {
    run: (effect) =>
      runEffect(job, effect).catch((error: unknown) =>
        failure('store_unavailable', `the store cannot write: ${messageOf(error)}`),
      ),
    end: (ending) => end(job, ending),
  };
}

async function runEffect(job: TrackerJobState, effect: JobEffect): Promise<Result<unknown>> {
  const { options, receipts } = job;
  switch (effect.do) {
    case 'plan':
      return plan(job, effect.unit);
    case 'begin': {
      const work = receipts.workOf(currentPlan(job), effect.unit, effect.before);
      return appendWithin(options.store, [{ kind: 'provisioning-begun', v: work }], ownerOf(job));
    }
    case 'register':
      return register(job, effect.proof);
    case 'restore': {
      const { proof, reason } = effect;
      await append(job, receipts.receiptOf(currentPlan(job), proof, { outcome: 'failed', message: reason.message }));
      return success(undefined);
    }
  }
}

function plan(job: TrackerJobState, identified: TrackerInfo): Result<Plan> {
  const { port, planner, portByDeviceId, store, operator } = job.options;
  job.unit = identified;
  const user = operator();
  if (!user.ok) return user;
  const planned = planner.plan(identified, port.deviceId);
  if (!planned.ok) return planned;
  const { desired } = planned.value;
  const refused = refusalOf(desired, job.options);
  if (refused !== undefined) return refused;
  job.planned = planned.value;
  portByDeviceId.set(desired.deviceId, port.path);
  const before = store.state.unfinished.get(identified.hardwareId)?.before;
  return success({ desired: desired.settings, ...(before && { before }) });
}

/** Why a tracker cannot get these settings on this port now. */
function refusalOf({ deviceId, settings }: DesiredSettings, options: TrackerJobOptions): Failure | undefined {
  const { port, provisioning, capability, portByDeviceId, store, devices } = options;
  const { path } = port;
  const { template } = provisioning;
  const baudRate = settings[capability.provision.baudSetting ?? ''];
  if (port.baudRate !== null && baudRate !== undefined && baudRate !== port.baudRate) {
    const what = `${path} is configured for ${port.baudRate} baud, but the tracker would change to ${baudRate}`;
    return failure('conflict', `${what}: remove the baud rate from the template, or baudRate from serial.ports`);
  }
  const elsewhere = portByDeviceId.get(deviceId);
  if (elsewhere !== undefined && elsewhere !== path) {
    return failure('conflict', `${deviceId} is being set up on ${elsewhere}: two trackers cannot have the same id`);
  }
  if (template === null) return undefined;
  if (template.group !== null && !store.state.groups.has(template.group)) {
    return failure('validation_failed', `group ${template.group} of the template not found: change the template`);
  }
  return devices.reserve(deviceId);
}

function currentPlan({ planned, options }: TrackerJobState): PortPlan {
  if (planned === undefined) throw new Error('the procedure continues without a plan');
  return { ...planned, path: options.port.path };
}

/** Whatever a session stores counts against the budget of the user who started it. */
const ownerOf = ({ options }: TrackerJobState): ChangeOwner => byUser(options.provisioning.by);

async function append(job: TrackerJobState, receipt: ProvisioningReceipt): Promise<void> {
  await job.options.store.append([{ kind: 'provisioning-receipt', v: receipt }], ownerOf(job));
  job.receiptId = receipt.id;
}

async function register(job: TrackerJobState, proof: Proof): Promise<Result<string>> {
  const { provisioning, store, devices, operator } = job.options;
  const { template } = provisioning;
  const { state } = store;
  const user = operator();
  if (!user.ok) return user;
  if (template === null) {
    await append(job, job.receipts.receiptOf(currentPlan(job), proof, { outcome: 'undone' }));
    return success('undone');
  }
  const { deviceId, name } = currentPlan(job).desired;
  const { group, limits } = template;
  const input = {
    id: deviceId,
    ...(name !== undefined && { name }),
    ...(limits && { limits }),
    ...(group !== null && { group }),
  };
  const registered = !state.devices.has(deviceId);
  let receipt: ProvisioningReceipt | undefined;
  const upserted = await devices.upsert(user.value, input, (changes) => {
    if (!changes && !proof.wrote) return [];
    receipt = job.receipts.receiptOf(currentPlan(job), proof, { outcome: 'verified', registered });
    return [{ kind: 'provisioning-receipt', v: receipt }];
  });
  if (!upserted.ok) return upserted;
  job.receiptId = receipt?.id ?? lastReceipt(proof.unit.hardwareId, state);
  return success(receipt === undefined ? 'unchanged' : 'verified');
}

const lastReceipt = (hardwareId: string, { receipts }: Pick<Store['state'], 'receipts'>): string | null =>
  [...receipts.values()].findLast((receipt) => receipt.hardwareId === hardwareId)?.id ?? null;

function end(
  { options, planned, unit, receiptId }: TrackerJobState,
  ending: ProcedureEnding | undefined,
): string | null {
  const { portByDeviceId, devices, planner } = options;
  if (planned !== undefined) {
    portByDeviceId.delete(planned.desired.deviceId);
    devices.release(planned.desired.deviceId);
  }
  if (unit !== undefined && !(ending && KEEPING_OUTCOMES.has(ending.outcome))) planner.free(unit.hardwareId);
  return receiptId;
}
