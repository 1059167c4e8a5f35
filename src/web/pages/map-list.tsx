import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { speedText } from '../format/quantity.js';
import { useGrowing } from '../growing.js';
import { nameOf, type Tracked } from '../live/tracked.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { FreshnessBadge } from '../shell/freshness-badge.js';
import { Icon } from '../shell/icon.js';
import { StateNote } from '../shell/state-note.js';
import { Age } from '../shell/when.js';
import { commonText } from '../text/common.js';
import { mapText } from './map.text.js';

/** Nobody reads further: the search is among the devices. */
const MOST_LISTED = 500;
/** m/s */
const STANDING = 0.5;

export type MapListProps = {
  readonly ids: readonly string[];
  readonly onMark: (id: string | undefined) => void;
  readonly onShow: (id: string) => void;
};

/** The same as on the map, in words. */
export function MapList({ ids, ...rest }: MapListProps): JSX.Element {
  const { live } = useParts();
  const say = useText(mapText);
  const sayCommon = useText(commonText);
  const count = useGrowing(Math.min(ids.length, MOST_LISTED));
  if (!live.loaded.value) {
    return (
      <p class="muted" role="status">
        {sayCommon('loading')}
      </p>
    );
  }
  if (ids.length === 0) return <StateNote title={say('empty')}>{say('emptyHint')}</StateNote>;
  return (
    <>
      <ul class="map-list">
        {ids.slice(0, count).map((id) => {
          const tracked = live.of(id);
          return tracked === undefined ? null : <MapItem key={id} tracked={tracked} {...rest} />;
        })}
      </ul>
      {ids.length > MOST_LISTED ? <p class="muted">{say('more', { count: ids.length - MOST_LISTED })}</p> : null}
    </>
  );
}

type MapItemProps = Pick<MapListProps, 'onMark' | 'onShow'> & { readonly tracked: ReadonlySignal<Tracked> };

function MapItem({ tracked, onMark, onShow }: MapItemProps): JSX.Element {
  const { preferences } = useParts();
  const say = useText(mapText);
  const { id } = tracked.peek();
  const name = useComputed(() => nameOf(tracked.value));
  const heardAt = useComputed(() => tracked.value.heardAt);
  const motion = useComputed(() => {
    const { last } = tracked.value;
    if (last === undefined) return say('noPlace');
    if (last.speed === undefined) return '';
    return last.speed < STANDING ? say('standing') : speedText(last.speed, preferences.language.value);
  });
  return (
    <li
      onMouseEnter={() => {
        onMark(id);
      }}
      onMouseLeave={() => {
        onMark(undefined);
      }}
      onFocusCapture={() => {
        onMark(id);
      }}
    >
      <a class="map-name" href={linkTo('/devices/:deviceId', { deviceId: id })}>
        {name}
      </a>
      <FreshnessBadge of={tracked} />
      <span class="map-facts muted">
        <span>{motion}</span>
        <Age at={heardAt.value} />
      </span>
      <button
        type="button"
        class="quiet icon-only"
        aria-label={say('show', { name: name.value })}
        onClick={() => {
          onShow(id);
        }}
      >
        <Icon name="target" />
      </button>
    </li>
  );
}
