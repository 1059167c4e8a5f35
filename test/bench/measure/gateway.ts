import { signIn, type Client } from '../../support/api/client.js';
import { startGateway, TEST_KEY } from '../../support/gateway/gateway.js';
import { RUN_AS_UNIT } from '../../support/machine/unit-settings.js';
import { onMeasuredCore } from './cores.js';

/** The installed gateway on the measured core, with devices. */
export type MeasuredGateway = {
  readonly url: string;
  readonly pid: number;
  readonly client: Client;
  readonly stop: () => Promise<unknown>;
};

export const DEVICES = 16;
export const deviceOf = (i: number): string => `bus-${i}`;

type Options = {
  readonly folder: string;
  readonly config?: object;
  /** registered in addition to `bus-0` to `bus-15` */
  readonly devices?: readonly string[];
  /** whether it has the memory settings of systemd/waypost.service */
  readonly asUnit?: boolean;
};

export async function startMeasuredGateway(options: Options): Promise<MeasuredGateway> {
  const { folder, config = {}, devices = [], asUnit = false } = options;
  const quiet = { log: { level: 'error' }, licenses: { total: 10_000 }, ...config };
  const under = [...onMeasuredCore, ...(asUnit ? ['bash', '--norc', '-c', RUN_AS_UNIT] : [])];
  const gateway = await startGateway({ folder, config: quiet, under });
  const client = await signIn(gateway.url, { apiKey: TEST_KEY });
  for (const id of [...Array.from({ length: DEVICES }, (_, i) => deviceOf(i)), ...devices])
    await client.call('POST', '/api/devices', { id });
  return { url: gateway.url, pid: gateway.pid, client, stop: () => gateway.end('SIGTERM') };
}
