import type { Store } from '../../store/store.js';
import type { CompiledRules } from './compiled-rules.js';
import type { DeviceView, Evaluated } from './evaluated.js';

/** Evaluates and appends records of a device; each is evaluated with what the one before leaves. */
export type DeviceQueues = {
  readonly add: (deviceId: string, job: DeviceJob) => Promise<void>;
};

type DeviceJob = {
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
  waiting: (() => void)[];
};

/** Shared, and never changed. */
const NONE_WAIT: (() => void)[] = [];
const NO_STATES: DeviceView['states'] = {};
const NO_VISITS: DeviceView['visits'] = {};

/** As stored. */
function storedView(
  { inherited, ruleStates, zoneVisits, lastLocations, jumps }: Store['state'],
  deviceId: string,
): DeviceView {
  return {
    states: ruleStates.get(deviceId) ?? NO_STATES,
    visits: zoneVisits.get(deviceId) ?? NO_VISITS,
    last: inherited.get(deviceId)?.location === true ? undefined : lastLocations.get(deviceId),
    doubt: jumps.get(deviceId),
  };
}

export function createDeviceQueues({ state, compiled }: DeviceQueuesOptions): DeviceQueues {
  const queues = new Map<string, DeviceQueue>();

  /** As long as nothing is under way, what is stored counts. Each report passes here: a plain object is made fastest. */
  const open = (deviceId: string): DeviceQueue => ({
    view: storedView(state, deviceId),
    compiled: compiled(),
    registration: state.registrations.get(deviceId),
    underWay: 0,
    mustSettle: false,
    waiting: NONE_WAIT,
  });

  function reopen(deviceId: string, queue: DeviceQueue): void {
    queue.view = storedView(state, deviceId);
    queue.compiled = compiled();
    queue.registration = state.registrations.get(deviceId);
    queue.mustSettle = false;
  }

  const mustWait = (queue: DeviceQueue, deviceId: string): boolean =>
    queue.mustSettle ||
    (queue.underWay > 0 && (queue.compiled !== compiled() || queue.registration !== state.registrations.get(deviceId)));

  function start(deviceId: string, queue: DeviceQueue, { evaluate, append }: DeviceJob): Promise<void> | undefined {
    const evaluated = evaluate(queue.view);
    const appended = append(evaluated);
    if (appended === undefined) return undefined;
    queue.view = evaluated.view ?? queue.view;
    queue.underWay += 1;
    if (appended.mayBeOvertaken) queue.mustSettle = true;
    appended.stored.then(
      () => {
        onSettled(deviceId, queue);
      },
      () => {
        queue.mustSettle = true;
        onSettled(deviceId, queue);
      },
    );
    return appended.stored;
  }

  function onSettled(deviceId: string, queue: DeviceQueue): void {
    queue.underWay -= 1;
    if (queue.underWay === 0 && queue.waiting.length > 0) reopen(deviceId, queue);
    while (queue.waiting.length > 0 && !mustWait(queue, deviceId)) queue.waiting.shift()?.();
    if (queue.underWay === 0) queues.delete(deviceId);
  }

  return {
    add(deviceId, job) {
      const queue = queues.get(deviceId);
      if (queue === undefined) {
        const opened = open(deviceId);
        const appended = start(deviceId, opened, job);
        if (appended !== undefined) queues.set(deviceId, opened);
        return appended ?? Promise.resolve();
      }
      if (queue.waiting.length === 0 && !mustWait(queue, deviceId))
        return start(deviceId, queue, job) ?? Promise.resolve();
      return new Promise((resolve, reject) => {
        if (queue.waiting === NONE_WAIT) queue.waiting = [];
        queue.waiting.push(() => {
          (start(deviceId, queue, job) ?? Promise.resolve()).then(resolve, reject);
        });
      });
    },
  };
}
