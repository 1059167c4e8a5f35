import { ConfigError } from '../../config/problem.js';
import type { GatewayFlags } from '../../config.js';
import { errnoOf, messageOf, WaypostError } from '../../errors.js';
import { createNtp } from '../../services/time/ntp.js';
import { readRtc } from '../../services/time/rtc.js';
import { mmcDeviceOf } from '../../disk/mmc.js';
import { checkFolder, type FolderCheck } from '../../store/check/check.js';
import { ioRemedyOf } from '../../store/io-error.js';
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
import { compareRules } from './time-zone-rules.js';
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
        const isDenied = errnoOf(error) === 'EACCES' || errnoOf(error) === 'EPERM';
        const remedy = isExpected
          ? 'the store is not checked until then'
          : isDenied
            ? 'run it as: sudo waypost check'
            : (ioRemedyOf(error) ?? 'waypost check --repair');
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
    const { timeZone } = config;
    findings.push(...checkRuntime({ node, tz, timeZone, system: await compareRules(timeZone, now) }, now));
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
    const states = gateway === null ? [] : await readUplinkStates(current.settings, env);
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
    const problems = current.problems.map(({ what, remedy }) => warning('configuration', what, remedy));
    // Loaded on demand: it has every protocol.
    const { prepareStart } = await import('../../config/prepare-start.js');
    const refused = await prepareStart(current.settings).then(
      () => [ok('configuration', `${flags.config ?? env.WAYPOST_CONFIG ?? 'defaults'}: valid`)],
      describeRefusal,
    );
    return { current, configFindings: [...refused, ...problems] };
  } catch (error) {
    return { configFindings: describeRefusal(error) };
  }
}

/** What keeps the gateway from starting. */
function describeRefusal(error: unknown): CheckFinding[] {
  const problems = error instanceof ConfigError ? error.problems : [messageOf(error)];
  const remedy = 'correct it: the gateway does not start; config/config.schema.json lists every key';
  return problems.map((problem) => fault('configuration', problem, remedy));
}
