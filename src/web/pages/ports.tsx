import type { JSX } from 'preact';
import type { PortStatus } from '../../schema/ports/port.js';
import { useInterval, useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { isOnNetwork, portLabel } from '../format/port.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { navigationText } from '../text/navigation.js';
import { hasPrivilege } from '../session/has-privilege.js';
import { isRestricted } from '../session/is-restricted.js';
import type { SortValues } from '../table/sorting.js';
import { TableHead } from '../table/table-head.js';
import { AS_LISTED, useSorting } from '../table/use-sorting.js';
import { LinePanel } from './ports/line-panel.js';
import { PortActions } from './ports/port-actions.js';
import { PortForm } from './ports/port-form.js';
import { PORT_COLUMNS, PortRow } from './ports/port-row.js';
import { portsText } from './ports/ports.text.js';
import { UnusedTable } from './ports/unused-table.js';
import { ScanOffer } from './ports/scan-offer.js';
import { usePanels, type Panels } from './ports/use-panels.js';

/** Polled, because counters raise no event. */
const POLL_MS = 5_000;

type PortList = { readonly ports: readonly PortStatus[]; readonly protocols: readonly string[] };

/** The ports and listeners: state, protocol and counters; and the devices that are plugged in and not used. */
export function PortsPage(): JSX.Element {
  const { api, session } = useApp();
  const t = useText(portsText);
  const panels = usePanels();
  const state = session.state.value;
  const emptyHint = state.is === 'in' && isRestricted(state.user) ? t('emptyRestricted') : t('emptyHint');
  const { result, reload } = useFetch(() => api.get<PortList>('/api/ports'), []);
  useFeedEvent('port', useDebounced(reload));
  useInterval(POLL_MS, reload);
  const found = result.value;
  const { ports: all, protocols } = found?.ok === true ? found.value : { ports: [], protocols: [] };
  const ports = all.filter((port) => port.state !== 'available');
  const unused = all.filter((port) => port.state === 'available');
  const form = (port: PortStatus): JSX.Element => (
    <PortForm
      key={`settings ${port.path}`}
      port={port}
      protocols={protocols}
      onDone={() => {
        panels.toggle('settings', port.path);
        reload();
      }}
      onCancel={() => {
        panels.toggle('settings', port.path);
      }}
    />
  );
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('ports')} />
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true && all.length === 0 ? <StateNote title={t('empty')}>{emptyHint}</StateNote> : null}
      {state.is === 'in' && !isRestricted(state.user) && hasPrivilege(state.user, 'admin') ? (
        <ScanOffer onChange={reload} />
      ) : null}
      {unused.length > 0 ? (
        <UnusedTable
          ports={unused}
          opened={(path) => panels.isOpen('settings', path)}
          onUse={(path) => {
            panels.toggle('settings', path);
          }}
          form={form}
        />
      ) : null}
      {ports.length > 0 ? <PortTable ports={ports} panels={panels} form={form} /> : null}
    </div>
  );
}

type PortTableProps = {
  readonly ports: readonly PortStatus[];
  readonly panels: Panels;
  readonly form: (port: PortStatus) => JSX.Element;
};

function PortTable({ ports, panels, form }: PortTableProps): JSX.Element {
  const { session } = useApp();
  const t = useText(portsText);
  const state = session.state.value;
  const values: SortValues<PortStatus> = {
    port: portLabel,
    state: (port) => t(port.state),
    protocol: ({ protocol }) => (protocol === 'auto' ? undefined : protocol),
    received: ({ counters }) => counters.frames,
    lastFrame: ({ lastFrameAt }) => (lastFrameAt === null ? undefined : Date.parse(lastFrameAt)),
  };
  const { rows, ...sorting } = useSorting(ports, values, AS_LISTED);
  const canChange = (port: PortStatus): boolean =>
    state.is === 'in' &&
    !isRestricted(state.user) &&
    hasPrivilege(state.user, isOnNetwork(port) ? 'admin' : 'provision');
  return (
    <table class="rows compact with-paths">
      <TableHead
        sorting={sorting}
        columns={[...PORT_COLUMNS.map((name) => ({ name, label: t(name) })), { name: 'actions', label: '' }]}
      />
      <tbody>
        {rows.map((port, index) => {
          const { path } = port;
          const panelId = `port-lines-${index}`;
          const toggleLines = (): void => {
            panels.toggle('listen', path);
          };
          return (
            <PortRow
              key={path}
              port={port}
              actions={<PortActions port={port} panels={panels} panelId={panelId} canChange={canChange(port)} />}
              panels={[
                ...(panels.isOpen('settings', path) ? [{ kind: 'settings' as const, content: form(port) }] : []),
                ...(panels.isOpen('listen', path)
                  ? [
                      {
                        kind: 'listen' as const,
                        content: <LinePanel id={panelId} port={port} onClose={toggleLines} />,
                      },
                    ]
                  : []),
              ]}
            />
          );
        })}
      </tbody>
    </table>
  );
}
