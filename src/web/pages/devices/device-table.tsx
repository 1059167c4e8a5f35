import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CHANNEL_NAMES } from '../../../schema/channels.js';
import { useMemo } from 'preact/hooks';
import { displayName, type DeviceState } from '../../live/device-state.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { FreshnessBadge } from '../../components/freshness-badge.js';
import { Age } from '../../components/timestamp.js';
import { Spacer } from '../../table/spacer.js';
import { TableHead, type Column } from '../../table/table-head.js';
import type { TableSorting } from '../../table/use-sorting.js';
import { useVisibleRows } from '../../table/use-visible-rows.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { commonText } from '../../text/common.js';
import { DEVICE_COLUMNS } from './device-columns.js';
import { devicesText } from './devices.text.js';

export type DeviceTableProps = {
  /** in the order of the rows */
  readonly ids: readonly string[];
  /** names of the columns */
  readonly columns: readonly string[];
  readonly sorting: TableSorting;
  readonly groupsOf: (deviceId: string) => string;
};

/** One row per device. Only the rows that are visible are in the document. */
export function DeviceTable({ ids, columns, sorting, groupsOf }: DeviceTableProps): JSX.Element {
  const { live, preferences } = useApp();
  const labelOf = useColumnLabel();
  const labels = useMemo(
    () => columns.map((name) => ({ name, label: labelOf(name) })),
    [columns, preferences.language.value],
  );
  // The same element as before spares the row a new render while the table scrolls.
  const drawn = useMemo(() => new Map<string, JSX.Element>(), [ids, labels, groupsOf]);
  const { body, start, end, before, after } = useVisibleRows(ids.length);
  const isWithGroups = columns.includes('groups');

  function rowOf(id: string, row: number): JSX.Element | null {
    const known = drawn.get(id);
    const deviceState = live.get(id);
    if (known !== undefined || deviceState === undefined) return known ?? null;
    const groups = isWithGroups ? groupsOf(id) : '';
    const made = <DeviceRow key={id} row={row} deviceState={deviceState} columns={labels} groups={groups} />;
    drawn.set(id, made);
    return made;
  }

  return (
    <table class="rows one-line" aria-rowcount={ids.length + 1}>
      <TableHead columns={labels} sorting={sorting} />
      <tbody ref={body}>
        <Spacer height={before} />
        {ids.slice(start, end).map((id, index) => rowOf(id, start + index))}
        <Spacer height={after} />
      </tbody>
    </table>
  );
}

export function useColumnLabel(): (name: string) => string {
  const t = useText(devicesText) as (name: string) => string;
  const tCommon = useText(commonText);
  const labelsOf = useChannelLabels();
  return (name) => {
    const channel = CHANNEL_NAMES.find((one) => one === name);
    return channel === undefined ? t(name) : tCommon('sentToday', { messages: capitalize(labelsOf(channel).plural) });
  };
}

type DeviceRowProps = {
  readonly row: number;
  readonly deviceState: ReadonlySignal<DeviceState>;
  readonly columns: readonly Column[];
  readonly groups: string;
};

function DeviceRow({ row, deviceState, columns, groups }: DeviceRowProps): JSX.Element | null {
  // Computed values spare the row a new render for each fix of a moving device.
  const device = useComputed(() => deviceState.value.device).value;
  const lastSeenAt = useComputed(() => deviceState.value.lastSeenAt).value;
  if (device === undefined) return null;
  const cellOf = (name: string, label: string): JSX.Element | string | undefined => {
    if (name === 'state') return <FreshnessBadge of={deviceState} />;
    if (name === 'lastSeen') return <Age at={lastSeenAt} />;
    if (name === 'groups') return <span title={groups}>{groups}</span>;
    return DEVICE_COLUMNS[name]?.cell?.(device, label);
  };
  return (
    <tr aria-rowindex={row + 2}>
      {columns.map(({ name, label }) =>
        name === 'name' ? (
          <th key={name} scope="row">
            <a
              href={linkTo('/devices/:deviceId', { deviceId: device.id })}
              title={displayName({ id: device.id, device })}
            >
              {displayName({ id: device.id, device })}
            </a>
          </th>
        ) : (
          <td key={name} data-label={label} class={DEVICE_COLUMNS[name]?.isLong === true ? 'long' : ''}>
            {cellOf(name, label)}
          </td>
        ),
      )}
    </tr>
  );
}
