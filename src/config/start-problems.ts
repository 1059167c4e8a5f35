import { channelPorts } from '../channels/index.js';
import { errnoOf, messageOf } from '../errors.js';
import { protocols } from '../protocols/index.js';
import type { Config } from '../schema/config/config.js';
import { isNetworkPath } from '../schema/ports/port-path.js';
import { deviceNodeOf } from '../serial/linux/resolve.js';
import { findListenerProblems } from '../serial/listeners/config-problems.js';
import { describeListenError } from '../serial/listeners/listen-error.js';
import { findConfigProblem, inConfiguration } from '../serial/port/port-table.js';
import { loadConfiguredCertificate } from '../tls/certificate.js';
import { tryListen } from './try-listen.js';

/**
 * Everything that keeps a gateway with a valid configuration from starting: sentences that begin with the key. The start and
 * `waypost check` both ask for it, so that they never disagree.
 */
export async function findStartProblems(config: Config): Promise<readonly string[]> {
  const { serial, http, uplinks, notifications } = config;
  return [
    ...findPortProblems(serial.ports),
    ...findListenerProblems({ listeners: serial.listeners, httpPort: http.port, protocols }),
    ...(await findModemProblems(config)),
    ...findRepeatedNames('notifications.webhooks', 'webhook', notifications.webhooks),
    ...findRepeatedNames('uplinks', 'uplink', uplinks),
    ...(await findTlsProblems(http.tls)),
    ...(await findHostProblems(http.host)),
  ];
}

function findPortProblems(ports: Config['serial']['ports']): readonly string[] {
  return ports.flatMap((port, index) => {
    const key = `serial.ports.${index}`;
    const first = ports.findIndex(({ path }) => path === port.path);
    if (first < index) return [`${key}.path is that of serial.ports.${first}: remove one of the two`];
    const problem = findConfigProblem(port, protocols);
    return problem === undefined ? [] : [inConfiguration(problem, `${key}.`)];
  });
}

/** Names are the addresses of uplinks and webhooks: rules, metrics and positions could mean either. */
function findRepeatedNames(key: string, noun: string, rows: readonly { readonly name: string }[]): readonly string[] {
  const names = rows.map(({ name }) => name);
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    return first < index ? [`${key}.${index}.name is that of ${key}.${first}: give each ${noun} a name of its own`] : [];
  });
}

/** Neither a tracker nor the modem may get what is sent to the other. */
async function findModemProblems({ serial, notifications }: Config): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { channel, path: modem } of channelPorts(notifications)) {
    for (const [index, { path }] of serial.ports.entries()) {
      if (!(await isSameDevice(path, modem))) continue;
      problems.push(
        `serial.ports.${index}.path (${path}) and notifications.${channel}.path (${modem}) are the same device: ` +
          'remove the modem from serial.ports, or use another port for one of them',
      );
    }
  }
  return problems;
}

/** Do both paths lead to the same device? Only devices that are present can be compared. */
export async function isSameDevice(path: string, other: string): Promise<boolean> {
  if (path === other) return true;
  return !isNetworkPath(path) && !isNetworkPath(other) && (await deviceNodeOf(path)) === (await deviceNodeOf(other));
}

async function findTlsProblems({ enabled, cert, key }: Config['http']['tls']): Promise<readonly string[]> {
  if (!enabled) return [];
  try {
    await loadConfiguredCertificate({ cert, key });
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

/** Tries the address alone, at a free port: the running gateway may listen on the configured one. */
async function findHostProblems(host: string): Promise<readonly string[]> {
  const error = await tryListen({ transport: 'tcp', host, port: 0 });
  if (error === null) return [];
  const isUnknown = ['ENOTFOUND', 'EAI_AGAIN'].includes(errnoOf(error) ?? '');
  const why = isUnknown
    ? `${host} is not known: give an address of this machine; 0.0.0.0 listens on all`
    : describeListenError({ transport: 'http', host, port: 0 }, error);
  return [`http.host ${why}`];
}
