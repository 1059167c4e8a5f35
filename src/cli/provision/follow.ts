import { setTimeout as delay } from 'node:timers/promises';
import type { BenchView, ProvisioningView, UnitResult } from '../../schema/provisioning.js';
import type { Gateway } from '../gateway.js';

/** Hears how a provisioning goes on. */
export type Follower = {
  readonly step: (bench: BenchView) => void;
  readonly result: (result: UnitResult) => void;
};

/** Often enough to see each step of a tracker, which take seconds. */
const lookMs = 400;

export async function provisioningOf(gateway: Gateway, id: string): Promise<ProvisioningView> {
  const { provisioning } = await gateway.call('GET', `/api/provisioning/${id}`);
  return provisioning as ProvisioningView;
}

/** Tells each step and each result once, until the provisioning is over or `stopped`, which ends it. */
export async function follow(gateway: Gateway, id: string, { step, result }: Follower, stopped: Promise<void>) {
  let told = 0;
  const stop = { isAsked: false };
  const steps = new Map<string, string>();
  const stopping = stopped.then(() => {
    stop.isAsked = true;
  });
  for (;;) {
    if (stop.isAsked) await gateway.call('DELETE', `/api/provisioning/${id}`);
    const view = await provisioningOf(gateway, id);
    for (const bench of view.ports) {
      const shown = `${bench.step} ${bench.message ?? ''} ${bench.hardwareId ?? ''}`;
      if (steps.get(bench.path) === shown) continue;
      steps.set(bench.path, shown);
      if (bench.step !== 'done') step(bench);
    }
    for (const one of view.results.slice(told)) result(one);
    told = Math.max(told, view.results.length);
    if (view.ended !== null) return view;
    await Promise.race([delay(lookMs), stopping]);
  }
}
