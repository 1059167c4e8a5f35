import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_PATHS, type SystemPaths } from './system-paths.js';

/** The two ends of a connection, as a socket has them. */
export type TcpEnds = {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
};

/** `sl local remote state tx:rx timer:when retransmissions`, all in hexadecimal (Linux, proc_net_tcp.txt). */
const ROW =
  /^ *\d+: ([\dA-F]+):([\dA-F]{4}) ([\dA-F]+):([\dA-F]{4}) [\dA-F]{2} [\dA-F:]+ ([\dA-F]{2}):[\dA-F]+ ([\dA-F]+) /gm;
/** Data is sent again; other timers wait for a peer that has answered. */
const RETRANSMISSION_TIMER = '01';

/** How often in a row the kernel has sent the same data again without an acknowledgement; 0 where it does not tell. */
export async function readRetransmissions(ends: TcpEnds, { proc }: SystemPaths = SYSTEM_PATHS): Promise<number> {
  const table = ends.localAddress?.includes(':') === true ? 'tcp6' : 'tcp';
  const rows = await readFile(join(proc, 'net', table), 'latin1').catch(() => '');
  for (const [, local = '', localPort = '', remote = '', remotePort = '', timer, count = ''] of rows.matchAll(ROW)) {
    if (parseInt(localPort, 16) !== ends.localPort || parseInt(remotePort, 16) !== ends.remotePort) continue;
    if (!isAddress(local, ends.localAddress) || !isAddress(remote, ends.remoteAddress)) continue;
    return timer === RETRANSMISSION_TIMER ? parseInt(count, 16) : 0;
  }
  return 0;
}

/** The kernel writes an IPv4 address as a number of the machine, little-endian. The ports alone identify an IPv6 connection. */
const isAddress = (written: string, address = ''): boolean =>
  address.includes(':') ||
  written === Buffer.from(address.split('.').reverse().map(Number)).toString('hex').toUpperCase();
