import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

export type MachineNamesOptions = {
  readonly hostname?: string;
  /** the file with the search domains */
  readonly resolvConf?: string;
};

const MAX_DOMAINS = 32;
const MAX_NAME_LENGTH = 253;

/**
 * The names under which clients on the network reach this machine: its name, alone, in the local domain of mDNS and in
 * the search domains of the network.
 */
export async function readMachineNames(options: MachineNamesOptions = {}): Promise<string[]> {
  const full = options.hostname ?? hostname();
  const [short = full] = full.split('.', 1);
  const text = await readFile(options.resolvConf ?? '/etc/resolv.conf', 'utf8').catch(() => '');
  const names = [full, short, ...['local', ...searchDomainsOf(text)].map((domain) => `${short}.${domain}`)];
  return [...new Set(names)].filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH);
}

/** The domains of resolv.conf(5): of the lines `search` and `domain`. */
const searchDomainsOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => {
      const [keyword, ...domains] = line.trim().split(/\s+/);
      return keyword === 'search' || keyword === 'domain' ? domains : [];
    })
    .map((domain) => domain.replace(/\.$/, ''))
    .filter((domain) => domain !== '')
    .slice(0, MAX_DOMAINS);
