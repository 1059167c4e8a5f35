import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { Config } from '../../schema/config/config.js';
import { readMachineNames } from '../../services/system/machine-names.js';
import { advertisedHosts } from '../../services/system/mdns/advertiser.js';
import { ok, warning, type CheckFinding } from './finding.js';

export type CheckNamesOptions = Pick<Config, 'http' | 'mdns'>;

export type NameSources = {
  readonly readMachineNames: () => Promise<readonly string[]>;
  /** the file with the names of addresses */
  readonly hostsFile: string;
  /** the addresses of this machine in the network */
  readonly addresses: () => readonly string[];
};

const SYSTEM: NameSources = {
  readMachineNames,
  hostsFile: '/etc/hosts',
  addresses: () =>
    Object.values(networkInterfaces())
      .flatMap((all = []) => all)
      .filter(({ internal }) => !internal)
      .map(({ address }) => address),
};

/** Under which Debian lists the name of the machine itself. */
const OWN_NAME_ADDRESS = '127.0.1.1';
/** As many as fit a line. */
const MAX_SHOWN = 8;

/**
 * States by which names clients reach the gateway. A name that only /etc/hosts gives this machine is a warning: the gateway
 * refuses requests for it (421).
 */
export async function checkNames(
  { http, mdns }: CheckNamesOptions,
  sources: NameSources = SYSTEM,
): Promise<CheckFinding[]> {
  const own = await sources.readMachineNames();
  // Those of mDNS with a number are for a second gateway of the same name.
  const [advertised] = advertisedHosts(mdns);
  const accepted = [...new Set([...http.hosts, ...own, ...(advertised === undefined ? [] : [advertised])].map(toName))];
  const shown = accepted.slice(0, MAX_SHOWN).join(', ') + (accepted.length > MAX_SHOWN ? ', …' : '');
  const what = `clients reach the gateway by its addresses and as ${shown}`;
  // A certificate has names of its own, which are accepted too.
  const refused = http.tls.enabled ? [] : await namesInHostsFile(sources, accepted);
  if (refused.length === 0) return [ok('network', `${what}; http.hosts adds other names`)];
  const unknown = `${what}, but not as ${refused.slice(0, MAX_SHOWN).join(', ')} (${sources.hostsFile})`;
  return [warning('network', unknown, 'add the names that clients use to http.hosts')];
}

const toName = (name: string): string => name.toLowerCase().replace(/\.$/, '');
const isLocal = (name: string): boolean => /^(?:ip6-)?(?:localhost|loopback)$|^localhost\.|\.localhost$/.test(name);

/** The names that the file gives to addresses of this machine, without those that are accepted. */
async function namesInHostsFile(
  { hostsFile, addresses }: NameSources,
  accepted: readonly string[],
): Promise<readonly string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const own = new Set([...addresses(), OWN_NAME_ADDRESS]);
  const names = text.split('\n').flatMap((line) => {
    const [address = '', ...found] = line.replace(/#.*/, '').trim().split(/\s+/);
    return own.has(address) ? found.map(toName) : [];
  });
  return [...new Set(names)].filter((name) => !isLocal(name) && !accepted.includes(name));
}
