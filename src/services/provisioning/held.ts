import { failure, messageOf, success, type Failure, type Result } from '../../errors.js';
import type { Unit } from '../../protocols/provision.js';
import type { Provisioning } from '../../schema/provisioning.js';
import type { Outcome, ProvisioningReceipt } from '../../schema/receipt.js';
import type { User } from '../../schema/user.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../clock.js';
import type { Devices } from '../devices.js';
import type { Capability } from './capabilities.js';
import { createPapers, type Paper } from './papers.js';
import type { Wanted } from './planning.js';
import type { Effect, Ending, Plan, Proof } from './procedure.js';
import type { Planned, Wanting } from './wanting.js';

type Deed = Extract<Effect, { do: 'plan' | 'begin' | 'register' | 'restore' }>;

/** One tracker in hand. */
export type Held = {
  /** Does what the procedure asks for, but for talking; what the disk refuses is a failure. */
  readonly perform: (deed: Deed) => Promise<Result<unknown>>;
  /** It is over with it; gives back the id of its receipt, if there is one. */
  readonly end: (ending: Ending | undefined) => string | null;
};

export type BenchPort = {
  readonly path: string;
  /** the device that it is bound to by configuration */
  readonly deviceId: string | null;
  /** at which it is read and at no other, by configuration; null where it may be any */
  readonly baudRate: number | null;
};

export type HeldOptions = {
  readonly port: BenchPort;
  readonly provisioning: Provisioning;
  readonly capability: Capability;
  readonly wanting: Wanting;
  /** ports on which they are in hand, by device id: of all trackers of the provisioning */
  readonly inHand: Map<string, string>;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly devices: Pick<Devices, 'enrol' | 'reserve' | 'release'>;
  readonly clock: Pick<Clock, 'now'>;
  /** who works there, as he is now; why he may not any more */
  readonly worker: () => Result<User>;
};

/** With these it keeps what it was given. */
const keeping: ReadonlySet<Outcome> = new Set(['verified', 'unchanged', 'interrupted']);

export function createHeld(options: HeldOptions): Held {
  const { port, provisioning, capability, wanting, inHand, store, devices, clock, worker } = options;
  const { path } = port;
  const { template } = provisioning;
  const { state } = store;
  const { workOf, receiptOf } = createPapers({ provisioning, capability, clock });
  let unit: Unit | undefined;
  let planned: Planned | undefined;
  let receiptId: string | null = null;

  /** Why it can not be set up like this here and now. */
  function objection({ deviceId, settings }: Wanted): Failure | undefined {
    const speed = settings[capability.provision.baudSetting ?? ''];
    if (port.baudRate !== null && speed !== undefined && speed !== port.baudRate) {
      const way = 'leave the speed out of the template, or take baudRate out of serial.ports';
      const what = `${path} is configured for ${port.baudRate} baud, the tracker would go over to ${speed}`;
      return failure('conflict', `${what}: ${way}`);
    }
    const elsewhere = inHand.get(deviceId);
    if (elsewhere !== undefined && elsewhere !== path) {
      return failure('conflict', `${deviceId} is being set up on ${elsewhere}: two trackers can not have one id`);
    }
    if (template === null) return undefined;
    if (template.group !== null && !state.groups.has(template.group)) {
      return failure('validation_failed', `the group ${template.group} of the template is gone: change the template`);
    }
    return devices.reserve(deviceId);
  }

  function plan(identified: Unit): Result<Plan> {
    unit = identified;
    const user = worker();
    if (!user.ok) return user;
    const made = wanting.plan(identified, port.deviceId);
    if (!made.ok) return made;
    const { wanted } = made.value;
    const refused = objection(wanted);
    if (refused !== undefined) return refused;
    planned = made.value;
    inHand.set(wanted.deviceId, path);
    const before = state.unfinished.get(identified.hardwareId)?.before;
    return success({ wanted: wanted.settings, ...(before && { before }) });
  }

  function inPlace(): Paper {
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
    const user = worker();
    if (!user.ok) return user;
    if (template === null) {
      await append(receiptOf(inPlace(), proof, { outcome: 'undone' }));
      return success('undone');
    }
    const { deviceId, name } = inPlace().wanted;
    const { group, limits } = template;
    const input = {
      id: deviceId,
      ...(name !== undefined && { name }),
      ...(limits && { limits }),
      ...(group !== null && { group }),
    };
    const registered = !state.devices.has(deviceId);
    let receipt: ProvisioningReceipt | undefined;
    const enrolled = await devices.enrol(user.value, input, (changes) => {
      if (!changes && !proof.wrote) return [];
      receipt = receiptOf(inPlace(), proof, { outcome: 'verified', registered });
      return [{ kind: 'provisioning-receipt', v: receipt }];
    });
    if (!enrolled.ok) return enrolled;
    receiptId = receipt?.id ?? lastReceipt(proof.unit.hardwareId);
    return success(receipt === undefined ? 'unchanged' : 'verified');
  }

  async function done(deed: Deed): Promise<Result<unknown>> {
    switch (deed.do) {
      case 'plan':
        return plan(deed.unit);
      case 'begin':
        await store.append([{ kind: 'provisioning-begun', v: workOf(inPlace(), deed.unit, deed.before) }]);
        return success(undefined);
      case 'register':
        return register(deed.proof);
      case 'restore':
        await append(receiptOf(inPlace(), deed.proof, { outcome: 'failed', message: deed.reason.message }));
        return success(undefined);
    }
  }

  return {
    perform: (deed) =>
      done(deed).catch((error: unknown) =>
        failure('store_unavailable', `it can not be written down: ${messageOf(error)}`),
      ),
    end(ending) {
      if (planned !== undefined) {
        inHand.delete(planned.wanted.deviceId);
        devices.release(planned.wanted.deviceId);
      }
      if (unit !== undefined && !(ending && keeping.has(ending.outcome))) wanting.takeBack(unit.hardwareId);
      return receiptId;
    },
  };
}
