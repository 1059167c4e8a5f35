import type { GatewayFlags } from '../../config.js';
import { messageOf, WaypostError } from '../../errors.js';
import { createNtp } from '../../services/time/ntp.js';
import { readRtc } from '../../services/time/rtc.js';
import { mmcDeviceOf } from '../../disk/mmc.js';
import { checkFolder, type FolderCheck } from '../../store/check/check.js';
import { lockHolder } from '../../store/lock.js';
import { readWriteLoad } from '../../store/check/write-load.js';
import { AREAS, fault, ok, warning, type CheckArea, type CheckFinding } from './finding.js';
import { checkClock } from './clock.js';
import { loadCurrentSettings, type CurrentSettings } from './current-settings.js';
import { checkData } from './data.js';
import { checkHistory } from './history.js';
import { checkListeners } from './listeners.js';
import { checkMessages } from './messages.js';
import { checkNames } from './names.js';
import { checkNetwork } from './network.js';
import { checkPorts } from './serial.js';
import { checkRuntime } from './runtime.js';
import { checkWear } from './wear.js';
import { checkWebhooks } from './webhooks.js';

export type RunAllChecksOptions = {
  readonly flags: GatewayFlags;
  readonly env: NodeJS.ProcessEnv;
  readonly data: string;
  /** default: all areas */
  readonly only?: readonly CheckArea[] | undefined;
  /** ms since 1970 */
  readonly now: number;
  /** `share`: how much of the store has been read, 0 to 1 */
  readonly onProgress?: (share: number) => void;
};

/** Checks everything the gateway needs, one area after the other. Changes nothing. */
export async function runAllChecks({
  flags,
  env,
  data,
  only = AREAS,
  now,
  onProgress,
}: RunAllChecksOptions): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = [];
  const includes = (area: CheckArea): boolean => only.includes(area);
  const { current, configFindings } = await checkConfig({ ...flags, data }, env);
  const config = current?.config;
  if (includes('configuration')) findings.push(...configFindings);

  const dataFindings = await checkData(data, now);
  const folderExists = dataFindings.length > 1;
  if (includes('data')) findings.push(...dataFindings);
  const holder = folderExists ? await lockHolder(data) : null;
  let checked: FolderCheck | undefined;
  if (folderExists && (includes('store') || includes('clock'))) {
    checked = await checkFolder(data, { onProgress, limits: config && { ...config.store, now } }).catch(
      (error: unknown) => {
        const isExpected = error instanceof WaypostError;
        const remedy = isExpected
          ? 'the store is not checked until then'
          : "run this command as the gateway's user: sudo -u waypost waypost check";
        findings.push(fault('store', messageOf(error), remedy));
        return undefined;
      },
    );
  }
  if (includes('store') && checked !== undefined) {
    findings.push(...checkStore(checked));
    if (config !== undefined) findings.push(...checkHistory(checked.reach, config.store.retention));
  }
  if (includes('clock')) {
    const sources = { ntp: createNtp(), rtc: (ms: number) => readRtc(ms) };
    findings.push(...(await checkClock(sources, checked?.latestTrustedTime ?? '', now)));
  }
  // The remaining checks need a valid configuration.
  if (current === undefined || config === undefined) return findings;
  if (includes('runtime')) {
    const { node, tz } = process.versions;
    findings.push(...checkRuntime({ node, tz, timeZone: config.timeZone }, now));
  }
  if (folderExists && includes('wear'))
    findings.push(...checkWear(await readWriteLoad(data), await mmcDeviceOf(data), config.store));
  const gateway = holder?.pid ?? null;
  if (includes('network')) {
    findings.push(...(await checkNetwork(config.http, gateway)));
    findings.push(...(await checkNames(config)));
    findings.push(...(await checkListeners(config, gateway)));
  }
  if (includes('serial')) findings.push(...(await checkPorts({ ...config.serial, stored: current.ports }, gateway)));
  if (includes('email')) {
    // Loaded on demand: the email channel is large.
    const { checkMail } = await import('./email.js');
    findings.push(...(await checkMail(config.notifications.email)));
  }
  if (includes('webhooks')) findings.push(...(await checkWebhooks(config.notifications.webhooks)));
  if (includes('messages') && current.messages !== undefined)
    findings.push(...checkMessages(current.messages, config, now));
  if (includes('uplinks') && current.uplinks.length > 0) {
    // Loaded on demand: most gateways have none.
    const [{ checkUplinks }, { readUplinkStates }] = await Promise.all([
      import('./uplinks.js'),
      import('./uplink-states.js'),
    ]);
    const states = gateway === null ? [] : await readUplinkStates(config.http, env);
    findings.push(...(await checkUplinks({ ...current, states, now })));
  }
  return findings;
}

/** The result of reading the whole store. A note is not a problem. */
function checkStore({ entries, segments, findings }: FolderCheck): CheckFinding[] {
  const problems = findings.map(({ file, what, weight, remedy }) =>
    weight === 'note' ? ok('store', `${file}: ${what}; ${remedy}`) : fault('store', `${file}: ${what}`, remedy),
  );
  const isValid = problems.every(({ state }) => state === 'ok');
  return isValid ? [...problems, ok('store', `${entries} entries in ${segments} segments, all valid`)] : problems;
}

type ConfigCheck = { readonly current?: CurrentSettings; readonly configFindings: readonly CheckFinding[] };

async function checkConfig(flags: GatewayFlags, env: NodeJS.ProcessEnv): Promise<ConfigCheck> {
  try {
    const current = await loadCurrentSettings(flags, env);
    const valid = ok('configuration', `${flags.config ?? env.WAYPOST_CONFIG ?? 'defaults'}: valid`);
    const problems = current.problems.map(({ what, remedy }) => warning('configuration', what, remedy));
    return { current, configFindings: [valid, ...problems] };
  } catch (error) {
    const remedy = 'correct it; config/config.schema.json lists every key';
    return { configFindings: [fault('configuration', messageOf(error), remedy)] };
  }
}
