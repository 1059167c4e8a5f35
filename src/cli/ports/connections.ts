import { Command } from 'commander';
import { MAX_CONNECTIONS } from '../../schema/config/listener-config.js';
import type { Connection } from '../../schema/ports/listener.js';
import { printableJson } from '../../schema/printable-text.js';
import { connectGateway, gatewayOptions, type GatewayOptions } from '../gateway/gateway-options.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { tableLines } from '../terminal/table.js';

type ConnectionsCommandOptions = GatewayOptions & { readonly json?: true };

export const connectionsCommand = (): Command =>
  gatewayOptions(new Command('connections'))
    .description('list the connections of a listener of the running gateway; of a UDP listener, its recent senders')
    .argument('<path>', 'a listener as in the list of ports, like tcp-listen://0.0.0.0:5027')
    .option('--json', 'print JSON')
    .action(connections);

async function connections(path: string, { json, ...access }: ConnectionsCommandOptions): Promise<void> {
  const found = await allConnections(await connectGateway(access), path);
  process.stdout.write(json ? `${printableJson({ connections: found })}\n` : describeConnections(found));
}

/** All pages. Connections that open meanwhile are on the last one: it ends at the limit of a listener. */
async function allConnections(gateway: GatewayClient, path: string): Promise<readonly Connection[]> {
  const all: Connection[] = [];
  let after: unknown = '0';
  while (typeof after === 'string' && all.length < MAX_CONNECTIONS) {
    const query = new URLSearchParams({ path, after }).toString();
    const page = await gateway.call('GET', `/api/ports/connections?${query}`);
    if (Array.isArray(page.connections)) all.push(...(page.connections as Connection[]));
    after = page.next;
  }
  return all;
}

const HEADINGS = ['ADDRESS', 'DEVICE', 'CONNECTED', 'LAST FRAME', 'FRAMES', 'BYTES', 'DISCARDED', 'REJECTED'] as const;

/** The table of connections, in the order of arrival. */
function describeConnections(all: readonly Connection[]): string {
  if (all.length === 0) return 'no connections\n';
  const rows = all.map(({ address, deviceId, connectedAt, lastFrameAt, counters }) => [
    address,
    deviceId ?? 'not identified',
    connectedAt,
    lastFrameAt ?? '-',
    ...[counters.frames, counters.bytes, counters.discardedBytes, counters.rejected].map(String),
  ]);
  return [...tableLines(HEADINGS, rows), ''].join('\n');
}
