import { useComputed, type ReadonlySignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { FreshnessBadge } from '../../components/freshness-badge.js';
import { Icon } from '../../components/icon.js';
import { StateNote } from '../../components/state-note.js';
import { Age } from '../../components/timestamp.js';
import { VirtualList } from '../../components/virtual-list.js';
import { formatSpeed } from '../../format/quantity.js';
import { displayName, type DeviceState } from '../../live/device-state.js';
import { MOVING_FROM_MPS } from '../../live/marker-state.js';
import { linkTo } from '../../routing/match.js';
import { commonText } from '../../text/common.js';
import { mapText } from './map.text.js';

/** As in the style sheet. */
const ROW_PX = 56;

export type MapListProps = {
  /** of the devices that the filter lets through */
  readonly ids: readonly string[];
  readonly selected: Signal<string | undefined>;
  readonly onHighlight: (id: string | undefined) => void;
  readonly onShow: (id: string) => void;
};

/** The content of the map as a list. */
export function MapList({ ids, ...rest }: MapListProps): JSX.Element {
  const { live } = useApp();
  const t = useText(mapText);
  const tCommon = useText(commonText);
  if (!live.loaded.value) {
    return (
      <p class="muted" role="status">
        {tCommon('loading')}
      </p>
    );
  }
  if (live.ids.value.length === 0) return <StateNote title={t('empty')}>{t('emptyHint')}</StateNote>;
  if (ids.length === 0) return <StateNote title={t('noMatch')}>{t('noMatchHint')}</StateNote>;
  return (
    <div class="map-list">
      <VirtualList
        ids={ids}
        label={t('list')}
        rowHeight={ROW_PX}
        row={(id) => {
          const deviceState = live.get(id);
          return deviceState === undefined ? null : <MapItem key={id} deviceState={deviceState} {...rest} />;
        }}
      />
    </div>
  );
}

type MapItemProps = Pick<MapListProps, 'selected' | 'onHighlight' | 'onShow'> & {
  readonly deviceState: ReadonlySignal<DeviceState>;
};

function MapItem({ deviceState, selected, onHighlight, onShow }: MapItemProps): JSX.Element {
  const t = useText(mapText);
  const { id } = deviceState.peek();
  const name = useComputed(() => displayName(deviceState.value));
  const lastSeenAt = useComputed(() => deviceState.value.lastSeenAt);
  const isSelected = useComputed(() => selected.value === id);
  return (
    <li
      class={isSelected.value ? 'is-selected' : undefined}
      onMouseEnter={() => {
        onHighlight(id);
      }}
      onMouseLeave={() => {
        onHighlight(undefined);
      }}
      onFocusCapture={() => {
        onHighlight(id);
      }}
    >
      <a class="map-name" href={linkTo('/devices/:deviceId', { deviceId: id })} title={name}>
        {name}
      </a>
      <FreshnessBadge of={deviceState} />
      <span class="map-facts muted">
        <Motion deviceState={deviceState} />
        <Age at={lastSeenAt.value} />
      </span>
      <button
        type="button"
        class="quiet icon-only"
        aria-label={t('show', { name: name.value })}
        onClick={() => {
          onShow(id);
        }}
      >
        <Icon name="target" />
      </button>
    </li>
  );
}

/** Speed, or that the device is stopped or has no position. */
export function Motion({ deviceState }: { readonly deviceState: ReadonlySignal<DeviceState> }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(mapText);
  const { lastLocation } = deviceState.value;
  if (lastLocation === undefined) return <span>{t('noPosition')}</span>;
  if (lastLocation.speed === undefined) return <span />;
  if (lastLocation.speed < MOVING_FROM_MPS) return <span>{t('stopped')}</span>;
  return <span>{formatSpeed(lastLocation.speed, preferences.language.value, preferences.units.value)}</span>;
}
