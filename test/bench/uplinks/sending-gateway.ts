import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { UplinkStatus } from '../../../src/services/uplinks/uplinks.js';
import { eventually } from '../../support/gateway/eventually.js';
import { startMeasuredGateway, type MeasuredGateway } from '../measure/gateway.js';

/** A gateway whose uplink can be switched on and off. */
export type SendingGateway = MeasuredGateway & {
  /** Switches the uplink on or off; resolves once it is connected, or off. It goes on where it was. */
  readonly setEnabled: (enabled: boolean) => Promise<void>;
  readonly uplink: () => Promise<UplinkStatus>;
  /** of the log on the disk */
  readonly logBytes: () => number;
};

const NAME = 'center';
const PATIENCE_MS = 60_000;

export async function startSending(folder: string, settings: object): Promise<SendingGateway> {
  const gateway = await startMeasuredGateway({ folder });
  const { client } = gateway;
  const log = join(folder, 'data', 'log');

  async function uplink(): Promise<UplinkStatus> {
    const { status, body } = await client.call('GET', '/api/uplinks');
    const [found] = (body.uplinks ?? []) as readonly UplinkStatus[];
    if (found === undefined) throw new Error(`the uplinks are answered with ${status}: expected one`);
    return found;
  }

  return {
    ...gateway,
    uplink,
    async setEnabled(enabled) {
      const { status, body } = await client.call('PUT', `/api/uplinks/${NAME}`, {
        ...settings,
        from: 'start',
        enabled,
      });
      if (status !== 200) throw new Error(`the uplink is answered with ${status}: ${String(body.error)}`);
      const what = enabled ? 'the uplink is connected' : 'the uplink is off';
      await eventually(what, async () => (await uplink()).connected === enabled, { withinMs: PATIENCE_MS });
    },
    logBytes: () =>
      readdirSync(log).reduce(
        (sum, name) => sum + (statSync(join(log, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      ),
  };
}
