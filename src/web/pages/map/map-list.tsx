import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatSpeed } from '../../format/quantity.js';
import { useProgressiveRows } from '../../components/use-progressive-rows.js';
import { displayName, type DeviceState } from '../../live/device-state.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { FreshnessBadge } from '../../components/freshness-badge.js';
import { Icon } from '../../components/icon.js';
import { StateNote } from '../../components/state-note.js';
import { Age } from '../../components/timestamp.js';
import { commonText } from '../../text/common.js';
import { mapText } from './map.text.js';

/** The devices page has a search for more. */
const MAX_LISTED = 500;
/** m/s */
const STOPPED_BELOW = 0.5;

export type MapListProps = {
  readonly ids: readonly string[];
  readonly onHighlight: (id: string | undefined) => void;
  readonly onShow: (id: string) => void;
};

/** The content of the map as a list. */
export function MapList({ ids, ...rest }: MapListProps): JSX.Element {
  const { live } = useApp();
  const t = useText(mapText);
  const tCommon = useText(commonText);
  const count = useProgressiveRows(Math.min(ids.length, MAX_LISTED));
  if (!live.loaded.value) {
    return (
      <p class="muted" role="status">
        {tCommon('loading')}
      </p>
    );
  }
  if (ids.length === 0) return <StateNote title={t('empty')}>{t('emptyHint')}</StateNote>;
  return (
    <>
      <ul class="map-list">
        {ids.slice(0, count).map((id) => {
          const deviceState = live.get(id);
          return deviceState === undefined ? null : <MapItem key={id} deviceState={deviceState} {...rest} />;
        })}
      </ul>
      {ids.length > MAX_LISTED ? <p class="muted">{t('more', { count: ids.length - MAX_LISTED })}</p> : null}
    </>
  );
}

type MapItemProps = Pick<MapListProps, 'onHighlight' | 'onShow'> & {
  readonly deviceState: ReadonlySignal<DeviceState>;
};

function MapItem({ deviceState, onHighlight, onShow }: MapItemProps): JSX.Element {
  const { preferences } = useApp();
  const t = useText(mapText);
  const { id } = deviceState.peek();
  const name = useComputed(() => displayName(deviceState.value));
  const lastSeenAt = useComputed(() => deviceState.value.lastSeenAt);
  const motion = useComputed(() => {
    const { lastLocation } = deviceState.value;
    if (lastLocation === undefined) return t('noPosition');
    if (lastLocation.speed === undefined) return '';
    return lastLocation.speed < STOPPED_BELOW
      ? t('stopped')
      : formatSpeed(lastLocation.speed, preferences.language.value);
  });
  return (
    <li
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
      <a class="map-name" href={linkTo('/devices/:deviceId', { deviceId: id })}>
        {name}
      </a>
      <FreshnessBadge of={deviceState} />
      <span class="map-facts muted">
        <span>{motion}</span>
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
