import type { Store } from '../../store/store.js';
import type { CompiledRules } from './compiled-rules.js';
import type { DeviceView, Evaluated } from './evaluated.js';

/** Evaluates and appends records of a device; each is evaluated with what the one before leaves. */
export type DeviceQueues = {
  readonly add: (deviceId: string, job: DeviceJob) => Promise<void>;
};

export type DeviceJob = {
  readonly evaluate: (view: DeviceView) => Evaluated;
  /** undefined: there is nothing to append */
  readonly append: (evaluated: Evaluated) => Appended | undefined;
};

/** `mayBeOvertaken`: a later append may be stored first, because messages are queued with this one. */
export type Appended = { readonly stored: Promise<void>; readonly mayBeOvertaken: boolean };

export type DeviceQueuesOptions = {
  readonly state: Store['state'];
  readonly compiled: () => CompiledRules;
};

/**
 * A device with appends under way. The next record does not wait for the disk: it is evaluated with `view`, which those
 * appends will leave. It waits while that is not certain: after an append that may be overtaken, after a failure, and after a
 * change of the rules or of the device.
 */
type DeviceQueue = {
  view: DeviceView;
  compiled: CompiledRules;
  registration: number | undefined;
  underWay: number;
  mustSettle: boolean;
  readonly waiting: (() => void)[];
};

const NO_STATES: DeviceView['states'] = {};
const NO_VISITS: DeviceView['visits'] = {};

/** As stored. */
function storedView(
  { inherited, ruleStates, zoneVisits, lastLocations }: Store['state'],
  deviceId: string,
): DeviceView {
  return {
    states: ruleStates.get(deviceId) ?? NO_STATES,
    visits: zoneVisits.get(deviceId) ?? NO_VISITS,
    last: inherited.get(deviceId)?.location === true ? undefined : lastLocations.get(deviceId),
  };
}

export function createDeviceQueues({ state, compiled }: DeviceQueuesOptions): DeviceQueues {
  const queues = new Map<string, DeviceQueue>();

  const mustWait = (queue: DeviceQueue, deviceId: string): boolean =>
    queue.mustSettle ||
    (queue.underWay > 0 && (queue.compiled !== compiled() || queue.registration !== state.registrations.get(deviceId)));

  function start(deviceId: string, queue: DeviceQueue, { evaluate, append }: DeviceJob): Promise<void> | undefined {
    if (queue.underWay === 0) {
      queue.view = storedView(state, deviceId);
      queue.compiled = compiled();
      queue.registration = state.registrations.get(deviceId);
    }
    const evaluated = evaluate(queue.view);
    const appended = append(evaluated);
    if (appended === undefined) return undefined;
    const { stored, mayBeOvertaken } = appended;
    queue.view = evaluated.view ?? queue.view;
    queue.underWay += 1;
    if (mayBeOvertaken) queue.mustSettle = true;
    stored.then(
      () => {
        onSettled(deviceId, queue);
      },
      () => {
        queue.mustSettle = true;
        onSettled(deviceId, queue);
      },
    );
    return stored;
  }

  function onSettled(deviceId: string, queue: DeviceQueue): void {
    queue.underWay -= 1;
    if (queue.underWay === 0) queue.mustSettle = false;
    while (queue.waiting.length > 0 && !mustWait(queue, deviceId)) queue.waiting.shift()?.();
    if (queue.underWay === 0 && queue.waiting.length === 0) queues.delete(deviceId);
  }

  return {
    add(deviceId, job) {
      let queue = queues.get(deviceId);
      if (queue === undefined) {
        const view = storedView(state, deviceId);
        const registration = state.registrations.get(deviceId);
        queue = { view, compiled: compiled(), registration, underWay: 0, mustSettle: false, waiting: [] };
        const stored = start(deviceId, queue, job);
        if (stored === undefined) return Promise.resolve();
        queues.set(deviceId, queue);
        return stored;
      }
      const own = queue;
      if (own.waiting.length === 0 && !mustWait(own, deviceId)) return start(deviceId, own, job) ?? Promise.resolve();
      return new Promise((resolve, reject) => {
        own.waiting.push(() => {
          (start(deviceId, own, job) ?? Promise.resolve()).then(resolve, reject);
        });
      });
    },
  };
}
