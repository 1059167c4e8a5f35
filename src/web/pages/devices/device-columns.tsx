import type { JSX } from 'preact';
import { CHANNELS, QUOTA_CHANNELS } from '../../../schema/channels.js';
import type { DeviceView } from '../../../schema/devices/device.js';
import { UsageBar } from '../../components/usage-bar.js';
import { Timestamp } from '../../components/timestamp.js';
import { formatTags } from '../../device-form/tags.js';
import { useText } from '../../app-context.js';
import { displayName, type DeviceState } from '../../live/device-state.js';
import { FRESHNESSES, freshnessOf } from '../../live/freshness.js';
import type { SortValue } from '../../table/sorting.js';
import { devicesText } from './devices.text.js';

/** What a column needs besides the device. */
type ColumnContext = {
  /** ms since 1970, by the gateway's clock */
  readonly now: number;
  /** names of the groups of a device */
  readonly groupsOf: (deviceId: string) => string;
};

export type DeviceColumn = {
  readonly sortValue: (state: DeviceState, context: ColumnContext) => SortValue;
  /** absent: the row draws it, because it changes with every report */
  readonly cell?: (device: DeviceView, label: string) => JSX.Element | string;
  /** the order changes without a change of the list */
  readonly isLive?: true;
  /** the texts may be longer than the column, which then cuts them off */
  readonly isLong?: true;
  /** shown until the user chooses otherwise */
  readonly isUsual?: true;
};

const channelColumns = Object.fromEntries(
  QUOTA_CHANNELS.map((channel) => {
    const { usageField, limitField } = CHANNELS[channel];
    const column: DeviceColumn = {
      sortValue: ({ device }) => device?.usage[usageField],
      cell: ({ usage, limits }, label) => (
        <UsageBar label={label} used={usage[usageField]} limit={limits[limitField]} />
      ),
      isLive: true,
      isUsual: true,
    };
    return [channel, column] as const;
  }),
);

const textOrUndefined = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** The table of the columns, in the order of the page. The name is always shown. */
export const DEVICE_COLUMNS: Readonly<Record<string, DeviceColumn>> = {
  name: { sortValue: displayName, isUsual: true },
  id: {
    sortValue: ({ id }) => id,
    cell: ({ id }) => (
      <span class="id" title={id}>
        {id}
      </span>
    ),
    isLong: true,
    isUsual: true,
  },
  state: {
    sortValue: (state, { now }) => FRESHNESSES.indexOf(freshnessOf(state, now)),
    isLive: true,
    isUsual: true,
  },
  lastSeen: { sortValue: ({ lastSeenAt }) => lastSeenAt, isLive: true, isUsual: true },
  groups: { sortValue: ({ id }, { groupsOf }) => textOrUndefined(groupsOf(id)), isLong: true },
  port: {
    sortValue: ({ device }) => device?.source?.gateway ?? device?.source?.port ?? device?.source?.protocol,
    cell: ({ source }) =>
      source === null ? '–' : <Source place={source.gateway ?? source.port} protocol={source.protocol} />,
    isLive: true,
    isLong: true,
    isUsual: true,
  },
  ...channelColumns,
  expires: {
    sortValue: ({ device }) => {
      const expires = device?.expires ?? null;
      return expires === null ? undefined : Date.parse(expires);
    },
    cell: ({ expires }) => <Expiry at={expires} />,
    isUsual: true,
  },
  min: { sortValue: ({ device }) => textOrUndefined(device?.min), cell: ({ min }) => min },
  description: {
    sortValue: ({ device }) => textOrUndefined(device?.description),
    cell: ({ description }) => <span title={description}>{description}</span>,
    isLong: true,
  },
  tags: {
    sortValue: ({ device }) => textOrUndefined(device && formatTags(device.tags)),
    cell: ({ tags }) => <span title={formatTags(tags)}>{formatTags(tags).replaceAll('\n', ', ')}</span>,
    isLong: true,
  },
};

export const usualColumns = (): string[] =>
  Object.keys(DEVICE_COLUMNS).filter((name) => DEVICE_COLUMNS[name]?.isUsual === true);

/** The stored choice of columns: names with a comma in between; empty: the usual ones. */
export function readColumns(stored: string): string[] {
  if (stored === '') return usualColumns();
  const chosen = new Set(['name', ...stored.split(',')]);
  return Object.keys(DEVICE_COLUMNS).filter((name) => chosen.has(name));
}

/** `place`: the port, or the gateway that forwarded the last report. */
function Source({ place, protocol }: { readonly place: string | undefined; readonly protocol: string }): JSX.Element {
  const t = useText(devicesText);
  const name = place ?? t('http');
  return (
    <span title={`${name} · ${protocol}`}>
      {name} <span class="muted">· {protocol}</span>
    </span>
  );
}

function Expiry({ at }: { readonly at: string | null }): JSX.Element {
  const t = useText(devicesText);
  return at === null ? <span class="muted">{t('notTemporary')}</span> : <Timestamp at={Date.parse(at)} isShort />;
}
