import { loadSettings, type Flags } from '../../config.js';
import { messageOf, WaypostError } from '../../errors.js';
import type { Config } from '../../schema/config.js';
import { createNtp } from '../../services/time/ntp.js';
import { readRtc } from '../../services/time/rtc.js';
import { cardOf } from '../../store/card.js';
import { checkFolder, type Checked } from '../../store/check.js';
import { holderOf } from '../../store/lock.js';
import { readWriteLoad } from '../../store/write-load.js';
import { areas, fault, ok, type Area, type CheckLine } from './check-line.js';
import { checkClock } from './clock.js';
import { checkData } from './data.js';
import { checkNetwork } from './network.js';
import { checkPorts } from './serial.js';
import { checkRuntime } from './runtime.js';
import { checkStore } from './store.js';
import { checkWear } from './wear.js';

export type WholeOptions = {
  readonly flags: Flags;
  readonly env: NodeJS.ProcessEnv;
  readonly data: string;
  /** left out: everything */
  readonly only?: readonly Area[] | undefined;
  /** ms since 1970 */
  readonly now: number;
  /** share of the store that is read, 0 to 1 */
  readonly onProgress?: (share: number) => void;
};

/** Looks at everything the gateway needs, one area after the other, and changes nothing. */
export async function checkWhole({
  flags,
  env,
  data,
  only = areas,
  now,
  onProgress,
}: WholeOptions): Promise<CheckLine[]> {
  const lines: CheckLine[] = [];
  const wants = (area: Area): boolean => only.includes(area);
  const { config, line } = await configured(flags, env);
  if (wants('configuration')) lines.push(line);

  const ofData = await checkData(data, now);
  const isThere = ofData.length > 1;
  if (wants('data')) lines.push(...ofData);
  const holder = isThere ? await holderOf(data) : null;
  let checked: Checked | undefined;
  if (isThere && (wants('store') || wants('clock'))) {
    checked = await checkFolder(data, onProgress).catch((error: unknown) => {
      const isTold = error instanceof WaypostError;
      const remedy = isTold
        ? 'until then it is not looked at'
        : 'run it as the user of the gateway: sudo -u waypost waypost check';
      lines.push(fault('store', messageOf(error), remedy));
      return undefined;
    });
  }
  if (wants('store') && checked !== undefined) lines.push(...checkStore(checked));
  if (wants('clock')) {
    const sources = { ntp: createNtp(), rtc: (ms: number) => readRtc(ms) };
    lines.push(...(await checkClock(sources, checked?.newest ?? '', now)));
  }
  // What is left is as the configuration says.
  if (config === undefined) return lines;
  if (wants('runtime')) {
    const { node, tz } = process.versions;
    lines.push(...checkRuntime({ node, tz, timeZone: config.timeZone }, now));
  }
  if (isThere && wants('wear')) lines.push(...checkWear(await readWriteLoad(data), await cardOf(data), config.store));
  const gateway = holder?.pid ?? null;
  if (wants('network')) lines.push(...(await checkNetwork(config.http, gateway)));
  if (wants('serial')) lines.push(...(await checkPorts(config.serial, gateway)));
  if (wants('email')) {
    // Loaded by those alone who need it.
    const { checkMail } = await import('./email.js');
    lines.push(...(await checkMail(config.notifications.email)));
  }
  return lines;
}

type Configured = { readonly config?: Config; readonly line: CheckLine };

async function configured(flags: Flags, env: NodeJS.ProcessEnv): Promise<Configured> {
  try {
    const { config } = await loadSettings(flags, env);
    return {
      config,
      line: ok('configuration', `${flags.config ?? env.WAYPOST_CONFIG ?? 'the defaults'}: it is right`),
    };
  } catch (error) {
    return { line: fault('configuration', messageOf(error), 'correct it; config/config.schema.json says every key') };
  }
}
