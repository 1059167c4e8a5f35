import { failure, messageOf, success, type Failure, type Result } from '../../errors.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { Provisioning } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningOutcome, ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import type { Capability } from './capabilities.js';
import { createReceipts, type PortPlan } from './receipts.js';
import type { DesiredSettings } from './desired-settings.js';
import type { Effect, ProcedureEnding, Plan, Proof } from './procedure.js';
import type { TrackerPlan, Planner } from './planner.js';

type JobEffect = Extract<Effect, { do: 'plan' | 'begin' | 'register' | 'restore' }>;

/** One tracker in hand. */
export type TrackerJob = {
  /** Does what the procedure asks for, but for talking; what the disk refuses is a failure. */
  readonly run: (effect: JobEffect) => Promise<Result<unknown>>;
  /** It is over with it; gives back the id of its receipt, if there is one. */
  readonly end: (ending: ProcedureEnding | undefined) => string | null;
};

export type WorkerPort = {
  readonly path: string;
  /** the device that it is bound to by configuration */
  readonly deviceId: string | null;
  /** at which it is read and at no other, by configuration; null where it may be any */
  readonly baudRate: number | null;
};

export type TrackerJobOptions = {
  readonly port: WorkerPort;
  readonly provisioning: Provisioning;
  readonly capability: Capability;
  readonly planner: Planner;
  /** ports on which they are in hand, by device id: of all trackers of the provisioning */
  readonly portByDeviceId: Map<string, string>;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly devices: Pick<Devices, 'upsert' | 'reserve' | 'release'>;
  readonly clock: Pick<Clock, 'now'>;
  /** who works there, as he is now; why he may not any more */
  readonly operator: () => Result<User>;
};

/** With these it keeps what it was given. */
const KEEPING_OUTCOMES: ReadonlySet<ProvisioningOutcome> = new Set(['verified', 'unchanged', 'interrupted']);

export function createTrackerJob(options: TrackerJobOptions): TrackerJob {
  const { port, provisioning, capability, planner, portByDeviceId, store, devices, clock, operator } = options;
  const { path } = port;
  const { template } = provisioning;
  const { state } = store;
  const { workOf, receiptOf } = createReceipts({ provisioning, capability, clock });
  let unit: TrackerInfo | undefined;
  let planned: TrackerPlan | undefined;
  let receiptId: string | null = null;

  /** Why it can not be set up like this here and now. */
  function refusalOf({ deviceId, settings }: DesiredSettings): Failure | undefined {
    const speed = settings[capability.provision.baudSetting ?? ''];
    if (port.baudRate !== null && speed !== undefined && speed !== port.baudRate) {
      const way = 'leave the speed out of the template, or take baudRate out of serial.ports';
      const what = `${path} is configured for ${port.baudRate} baud, the tracker would go over to ${speed}`;
      return failure('conflict', `${what}: ${way}`);
    }
    const elsewhere = portByDeviceId.get(deviceId);
    if (elsewhere !== undefined && elsewhere !== path) {
      return failure('conflict', `${deviceId} is being set up on ${elsewhere}: two trackers can not have one id`);
    }
    if (template === null) return undefined;
    if (template.group !== null && !state.groups.has(template.group)) {
      return failure('validation_failed', `the group ${template.group} of the template is gone: change the template`);
    }
    return devices.reserve(deviceId);
  }

  function plan(identified: TrackerInfo): Result<Plan> {
    unit = identified;
    const user = operator();
    if (!user.ok) return user;
    const planning = planner.plan(identified, port.deviceId);
    if (!planning.ok) return planning;
    const { desired } = planning.value;
    const refused = refusalOf(desired);
    if (refused !== undefined) return refused;
    planned = planning.value;
    portByDeviceId.set(desired.deviceId, path);
    const before = state.unfinished.get(identified.hardwareId)?.before;
    return success({ desired: desired.settings, ...(before && { before }) });
  }

  function currentPlan(): PortPlan {
    if (planned === undefined) throw new Error('the procedure goes on without a plan');
    return { ...planned, path };
  }

  async function append(receipt: ProvisioningReceipt): Promise<void> {
    await store.append([{ kind: 'provisioning-receipt', v: receipt }]);
    receiptId = receipt.id;
  }

  const lastReceipt = (hardwareId: string): string | null =>
    [...state.receipts.values()].findLast((receipt) => receipt.hardwareId === hardwareId)?.id ?? null;

  async function register(proof: Proof): Promise<Result<string>> {
    const user = operator();
    if (!user.ok) return user;
    if (template === null) {
      await append(receiptOf(currentPlan(), proof, { outcome: 'undone' }));
      return success('undone');
    }
    const { deviceId, name } = currentPlan().desired;
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
      receipt = receiptOf(currentPlan(), proof, { outcome: 'verified', registered });
      return [{ kind: 'provisioning-receipt', v: receipt }];
    });
    if (!upserted.ok) return upserted;
    receiptId = receipt?.id ?? lastReceipt(proof.unit.hardwareId);
    return success(receipt === undefined ? 'unchanged' : 'verified');
  }

  async function runEffect(effect: JobEffect): Promise<Result<unknown>> {
    switch (effect.do) {
      case 'plan':
        return plan(effect.unit);
      case 'begin':
        await store.append([{ kind: 'provisioning-begun', v: workOf(currentPlan(), effect.unit, effect.before) }]);
        return success(undefined);
      case 'register':
        return register(effect.proof);
      case 'restore':
        await append(receiptOf(currentPlan(), effect.proof, { outcome: 'failed', message: effect.reason.message }));
        return success(undefined);
    }
  }

  return {
    run: (effect) =>
      runEffect(effect).catch((error: unknown) =>
        failure('store_unavailable', `it can not be written down: ${messageOf(error)}`),
      ),
    end(ending) {
      if (planned !== undefined) {
        portByDeviceId.delete(planned.desired.deviceId);
        devices.release(planned.desired.deviceId);
      }
      if (unit !== undefined && !(ending && KEEPING_OUTCOMES.has(ending.outcome))) planner.free(unit.hardwareId);
      return receiptId;
    },
  };
}
