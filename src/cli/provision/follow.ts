import { setTimeout as delay } from 'node:timers/promises';
import type { ProvisioningPortView, ProvisioningView, UnitResult } from '../../schema/provisioning/provisioning.js';
import type { GatewayClient } from '../gateway/gateway-client.js';

/** Hears how a provisioning goes on. */
export type ProvisioningListener = {
  readonly onStep: (bench: ProvisioningPortView) => void;
  readonly onResult: (result: UnitResult) => void;
};

/** Often enough to see each step of a tracker, which take seconds. */
const POLL_MS = 400;

export async function provisioningOf(gateway: GatewayClient, id: string): Promise<ProvisioningView> {
  const { provisioning } = await gateway.call('GET', `/api/provisioning/${id}`);
  return provisioning as ProvisioningView;
}

/** Tells each step and each result once, until the provisioning is over or `stopped`, which ends it. */
export async function follow(
  gateway: GatewayClient,
  id: string,
  { onStep, onResult }: ProvisioningListener,
  stopped: Promise<void>,
) {
  let shownResults = 0;
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
      if (bench.step !== 'done') onStep(bench);
    }
    for (const one of view.results.slice(shownResults)) onResult(one);
    shownResults = Math.max(shownResults, view.results.length);
    if (view.ended !== null) return view;
    await Promise.race([delay(POLL_MS), stopping]);
  }
}
