import { setTimeout as delay } from 'node:timers/promises';
import type { ProvisioningPortView, ProvisioningView, UnitResult } from '../../schema/provisioning/provisioning.js';
import type { GatewayClient } from '../gateway/gateway-client.js';

/** Callbacks for the progress of a provisioning session. */
export type ProvisioningListener = {
  readonly onStep: (port: ProvisioningPortView) => void;
  readonly onResult: (result: UnitResult) => void;
};

/** Short enough to see each step of a tracker, because a step takes seconds. */
const POLL_MS = 400;

async function provisioningOf(gateway: GatewayClient, id: string): Promise<ProvisioningView> {
  const { provisioning } = await gateway.call('GET', `/api/provisioning/${id}`);
  return provisioning as ProvisioningView;
}

/** Reports each step and each result once, until the session is over. `stopped` ends the session. */
export async function follow(
  gateway: GatewayClient,
  id: string,
  { onStep, onResult }: ProvisioningListener,
  stopped: Promise<void>,
) {
  let shownResults = 0;
  const stop = { isRequested: false };
  const steps = new Map<string, string>();
  const stopping = stopped.then(() => {
    stop.isRequested = true;
  });
  for (;;) {
    if (stop.isRequested) await gateway.call('DELETE', `/api/provisioning/${id}`);
    const view = await provisioningOf(gateway, id);
    for (const port of view.ports) {
      const shown = `${port.step} ${port.message ?? ''} ${port.hardwareId ?? ''}`;
      if (steps.get(port.path) === shown) continue;
      steps.set(port.path, shown);
      if (port.step !== 'done') onStep(port);
    }
    for (const result of view.results.slice(shownResults)) onResult(result);
    shownResults = Math.max(shownResults, view.results.length);
    if (view.ended !== null) return view;
    await Promise.race([delay(POLL_MS), stopping]);
  }
}
