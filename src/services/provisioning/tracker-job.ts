import { failure, messageOf, success, type Failure, type Result } from '../../errors.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { User } from '../../schema/accounts/user.js';
import type { Provisioning, UnitOutcome } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import type { ChangeCause, Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import type { PreviousId } from '../devices/adoption.js';
import type { Devices } from '../devices/devices.js';
import type { Time } from '../time/time.js';
import type { Capability } from './capabilities.js';
import type { DesiredSettings } from './desired-settings.js';
import type { DevicePorts, TrackerPort } from './device-ports.js';
import type { TrackerPlan, Planner } from './planner.js';
import type { Effect, ProcedureEnding, Plan, Proof } from './procedure.js';
import { createReceipts, type PortPlan, type Receipts } from './receipts.js';

type JobEffect = Extract<Effect, { do: 'plan' | 'begin' | 'register' | 'restore' }>;

/** The setup of one tracker: plans its settings, and stores and registers what the procedure did. */
export type TrackerJob = {
  /** Performs an effect of the procedure; a store that refuses to write is a failure. */
  readonly run: (effect: JobEffect) => Promise<Result<unknown>>;
  /** Call once the procedure has ended. */
  readonly end: (ending: ProcedureEnding | undefined) => TrackerJobEnd;
};

/** The id of the receipt, if there is one; the device, if the settings were planned. */
export type TrackerJobEnd = { readonly receipt: string | null; readonly deviceId: string | undefined };

export type WorkerPort = {
  readonly path: string;
  /** the device that the configuration binds the port to */
  readonly deviceId: string | null;
  /** the only baud rate that the configuration allows; null: any */
  readonly baudRate: number | null;
};

export type TrackerJobOptions = {
  readonly port: WorkerPort & TrackerPort;
  readonly provisioning: Provisioning;
  readonly capability: Capability;
  readonly planner: Planner;
  /** of all ports of the session */
  readonly devicePorts: DevicePorts;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly devices: Pick<Devices, 'upsert' | 'reserve' | 'release'>;
  readonly time: Pick<Time, 'now'>;
  /** the user who started the session as of now, or why they may no longer provision */
  readonly operator: () => Result<User>;
  /** the user who started the session: the author of whatever it stores */
  readonly by: ChangeCause;
};

type TrackerJobState = {
  readonly options: TrackerJobOptions;
  readonly receipts: Receipts;
  unit: TrackerInfo | undefined;
  planned: TrackerPlan | undefined;
  receiptId: string | null;
};

/** With these outcomes, the tracker keeps its row and number. */
const KEEPING_OUTCOMES: ReadonlySet<UnitOutcome> = new Set(['verified', 'unchanged', 'interrupted']);
/** With these outcomes, the tracker is set up. */
export const GOOD_OUTCOMES: ReadonlySet<UnitOutcome> = new Set(['verified', 'unchanged', 'undone']);

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
      return appendWithin(options.store, [{ kind: 'provisioning-begun', v: work }], options.by);
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

async function plan(job: TrackerJobState, identified: TrackerInfo): Promise<Result<Plan>> {
  const { port, provisioning, planner, devicePorts, store, devices, operator } = job.options;
  job.unit = identified;
  const user = operator();
  if (!user.ok) return user;
  const planned = planner.plan(identified, port.deviceId);
  if (!planned.ok) return planned;
  const { desired } = planned.value;
  const refused = refusalOf(desired, job.options);
  if (refused !== undefined) return refused;
  const entered = await devicePorts.enter(desired.deviceId, port);
  if (!entered.ok) {
    // Row and number are those of the tracker on the other port.
    job.unit = undefined;
    return entered;
  }
  const unlicensed = provisioning.template === null ? undefined : devices.reserve(desired.deviceId);
  if (unlicensed !== undefined) {
    devicePorts.leave(port.path);
    return unlicensed;
  }
  job.planned = planned.value;
  // A dry run compares with what the tracker has now.
  const isDryRun = provisioning.dryRun === true;
  const before = isDryRun ? undefined : store.state.unfinished.get(identified.hardwareId)?.before;
  return success({ desired: desired.settings, ...(before && { before }) });
}

/** Why a tracker cannot get these settings on this port now. */
function refusalOf({ settings }: DesiredSettings, options: TrackerJobOptions): Failure | undefined {
  const { port, provisioning, capability, store } = options;
  const { path } = port;
  const { template } = provisioning;
  const baudRate = settings[capability.provision.baudSetting ?? ''];
  if (port.baudRate !== null && baudRate !== undefined && baudRate !== port.baudRate) {
    const what = `${path} is configured for ${port.baudRate} baud, but the tracker would change to ${baudRate}`;
    return failure('conflict', `${what}: remove the baud rate from the template, or baudRate from serial.ports`);
  }
  const group = template?.group ?? null;
  if (group !== null && !store.state.groups.has(group)) {
    return failure('validation_failed', `group ${group} of the template not found: change the template`);
  }
  return undefined;
}

function currentPlan({ planned, options }: TrackerJobState): PortPlan {
  if (planned === undefined) throw new Error('the procedure continues without a plan');
  return { ...planned, path: options.port.path };
}

async function append(job: TrackerJobState, receipt: ProvisioningReceipt): Promise<void> {
  await job.options.store.append([{ kind: 'provisioning-receipt', v: receipt }], job.options.by);
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
    previous: previousIdOf(job, proof),
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

/** The id in its reports until now; undefined: its settings do not change it. */
function previousIdOf({ options: { capability, port } }: TrackerJobState, { before }: Proof): PreviousId | undefined {
  const id = before[capability.provision.idSetting ?? ''];
  return typeof id === 'string' && id !== '' ? { id, port: port.path } : undefined;
}

const lastReceipt = (hardwareId: string, { receipts }: Pick<Store['state'], 'receipts'>): string | null =>
  [...receipts.values()].findLast((receipt) => receipt.hardwareId === hardwareId)?.id ?? null;

function end(
  { options, planned, unit, receiptId }: TrackerJobState,
  ending: ProcedureEnding | undefined,
): TrackerJobEnd {
  const { port, devicePorts, devices, planner, provisioning } = options;
  const deviceId = planned?.desired.deviceId;
  if (deviceId !== undefined) {
    if (ending && GOOD_OUTCOMES.has(ending.outcome)) devicePorts.complete(port.path);
    else devicePorts.leave(port.path);
    devices.release(deviceId);
  }
  const keeps = ending !== undefined && KEEPING_OUTCOMES.has(ending.outcome) && provisioning.dryRun !== true;
  if (unit !== undefined && !keeps) planner.free(unit.hardwareId);
  return { receipt: receiptId, deviceId };
}
