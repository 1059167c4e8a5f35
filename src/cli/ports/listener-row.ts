import type { ListenerConfig } from '../../schema/config/config.js';
import { LISTENER_REFUSALS } from '../../schema/ports/listener.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { listenerPathOf } from '../../schema/ports/port-path.js';
import { notedTable } from '../terminal/table.js';

/** A listener that is configured, or that the running gateway has, or both. */
export type ListenerRow = {
  readonly path: string;
  readonly configured: ListenerConfig | null;
  /** its state in the running gateway */
  readonly gateway: PortStatus | null;
};

/** The configured listeners, followed by those that only the running gateway has. */
export function listenerRows(configs: readonly ListenerConfig[], statuses: readonly PortStatus[]): ListenerRow[] {
  const running = new Map(statuses.filter(({ listener }) => listener !== undefined).map((one) => [one.path, one]));
  const configured = new Map(configs.map((config) => [listenerPathOf(config), config]));
  return [...new Set([...configured.keys(), ...running.keys()])].map((path) => ({
    path,
    configured: configured.get(path) ?? null,
    gateway: running.get(path) ?? null,
  }));
}

const HEADINGS = ['LISTENER', 'PROTOCOL', 'STATE', 'CONNECTIONS', 'FRAMES', 'LAST FRAME'] as const;

/** The table of listeners. */
export const describeListeners = (rows: readonly ListenerRow[]): string =>
  notedTable(
    HEADINGS,
    rows.map((row) => ({ cells: cellsOf(row), notes: notesOf(row) })),
  );

function cellsOf({ path, configured, gateway }: ListenerRow): string[] {
  if (gateway === null) return [path, configured?.protocol ?? '-', '-', '-', '-', '-'];
  const { protocol, state, listener, counters, lastFrameAt } = gateway;
  return [path, protocol, state, connectionsOf(listener), String(counters.frames), lastFrameAt ?? '-'];
}

/** `12 of 2048`; UDP has no connections, but recent senders. */
function connectionsOf(listener: PortStatus['listener']): string {
  if (listener === undefined) return '-';
  const { connections, maxConnections } = listener;
  return maxConnections === null ? `${connections} recent` : `${connections} of ${maxConnections}`;
}

function notesOf({ gateway }: ListenerRow): string[] {
  if (gateway === null) return [];
  const { reason, listener } = gateway;
  const refused = Object.entries(listener?.refused ?? {}).map(([name, count]) => `${count} × ${refusalText(name)}`);
  const conflicts = listener?.conflicts ?? 0;
  return [
    ...(reason === null ? [] : [reason]),
    ...refused,
    ...(conflicts === 0 ? [] : [`${conflicts} reports of an id that another address had just reported`]),
  ];
}

/** A newer gateway may have other reasons. */
const refusalText = (name: string): string =>
  Object.entries(LISTENER_REFUSALS).find(([of]) => of === name)?.[1] ?? name;

/** The gateway cannot listen. */
export const isListenerFailed = ({ gateway }: ListenerRow): boolean => gateway?.state === 'error';
