import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { forkMeasured, nextMessage } from '../measure/cores.js';
import { cpuSeconds } from '../measure/process.js';
import { withFolder } from '../measure/settings.js';
import type { Fed, Way } from './feeder.js';
import { readByGateway, type Measured, type Outcome } from './gateway.js';
import type { Mix } from './streams.js';

/** What is read, and for how long. */
export type Load = {
  readonly mix: Mix;
  readonly way: Way;
  readonly ports: number;
  readonly baudRate: number;
  readonly seconds: number;
  /** s before the measurement, so that all code is compiled */
  readonly warmUpSeconds: number;
};

export type Round = Measured & { readonly outcome?: Outcome };

/** Feeds the ports, and reads them with the whole gateway or with a process that drops the data. */
export function readPorts(by: 'gateway' | 'bare', load: Load): Promise<Round> {
  const { mix, way, ports, baudRate, seconds, warmUpSeconds } = load;
  return withFolder(async (folder) => {
    const links = join(folder, 'ports');
    mkdirSync(links);
    const args = [links, mix, way, String(warmUpSeconds + seconds), String(ports), String(baudRate)];
    const feeder = fork('dist/test/bench/ports/feeder.js', args);
    try {
      await nextMessage(feeder);
      const paths = Array.from({ length: ports }, (_, port) => join(links, `port-${port}`));
      const measure = async (pid: number): Promise<Measured> => {
        const reply = nextMessage<Fed>(feeder);
        feeder.send('go');
        await delay(1000 * warmUpSeconds);
        const [begun, before] = [performance.now(), cpuSeconds(pid)];
        const fed = await reply;
        return { fed, cpu: (1000 * (cpuSeconds(pid) - before)) / (performance.now() - begun) };
      };
      if (by === 'bare') return await readBare([String(baudRate), ...paths], measure);
      return await readByGateway({ folder, mix, baudRate, paths, measure });
    } finally {
      feeder.disconnect();
    }
  });
}

async function readBare(args: readonly string[], measure: (pid: number) => Promise<Measured>): Promise<Round> {
  const reader = await forkMeasured('dist/test/bench/ports/bare.js', args);
  const measured = await measure(reader.pid ?? 0);
  const sent = measured.fed.ports.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  while (read !== sent) {
    await delay(100);
    reader.send('bytes');
    read = await nextMessage<number>(reader);
  }
  reader.disconnect();
  await once(reader, 'exit');
  return measured;
}
