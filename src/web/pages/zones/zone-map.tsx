import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { EMPTY_ARCHIVE_STATE } from '../../map/archive/archive-state.js';
import { MapContainer } from '../../map/map-container.js';
import { createEditMap, type EditMap, type MapHandle } from '../../map/zones/edit-map.js';
import { placeAt } from '../../map/zones/zone-outline.js';
import { MAX_VERTICES, middlesOf, shapeOf, storedPosition, type Handle } from './draft.js';
import type { ZoneDraft } from './use-zone-draft.js';
import { zonesText } from './zones.text.js';

export type ZoneMapProps = {
  readonly zoneDraft: ZoneDraft;
  /** id of the zone that is edited; undefined: a new one */
  readonly zoneId: string | undefined;
  readonly name: string;
  readonly color: string;
};

/** The map on which the zone is drawn. */
export function ZoneMap({ zoneDraft, zoneId, name, color }: ZoneMapProps): JSX.Element {
  const app = useApp();
  const t = useText(zonesText);
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<EditMap | undefined>(undefined);
  const archive = useSignal(EMPTY_ARCHIVE_STATE);
  // The map keeps its listeners, so they find the latest draft here.
  const latest = useRef(zoneDraft);
  latest.current = zoneDraft;
  const { shown, selected, isDrawing } = zoneDraft;
  const isCircle = shown.type === 'circle';

  useEffect(() => {
    if (element.current === null) return;
    const editMap = createEditMap({
      ...app,
      element: element.current,
      view: app.mapView.current,
      isOther: ({ id }) => id !== zoneId,
      onArchive(state) {
        archive.value = state;
      },
      onPoint(position) {
        latest.current.onPoint(position);
      },
      onCircle(center, edge, isEnd) {
        latest.current.onCircle(center, edge, isEnd);
      },
      onMove: withKey((handle, position: readonly [number, number], isEnd: boolean) => {
        latest.current.onMove(handle, position, isEnd);
      }),
      onSelect: withKey((handle) => {
        latest.current.onSelect(handle);
      }),
      onRemove: withKey((handle) => {
        latest.current.onRemove(handle);
      }),
    });
    map.current = editMap;
    return () => {
      editMap.remove();
    };
  }, []);
  useEffect(() => {
    map.current?.show({
      name,
      color,
      shape: shapeOf(shown),
      // The edge of a finished zone is drawn with its area.
      line: isCircle || (!isDrawing.value && shown.vertices.length > 1) ? [] : shown.vertices,
      handles: handlesOf(zoneDraft, t),
      drawing: isDrawing.value ? (isCircle ? 'circle' : 'points') : 'none',
    });
  }, [shown, selected.value, isDrawing.value, name, color, app.preferences.language.value]);
  // Once, before the user moves the map.
  const isLoaded = app.live.loaded.value;
  useEffect(() => {
    if (zoneId !== undefined || (isLoaded && app.mapView.current === undefined)) map.current?.fit();
  }, [isLoaded]);

  return <MapContainer element={element} label={t('map')} archive={archive.value} />;
}

type Translate = ReturnType<typeof useText<(typeof zonesText)['english']>>;

function handlesOf({ shown, selected, isDrawing }: ZoneDraft, t: Translate): readonly MapHandle[] {
  if (shown.type === 'circle') {
    const { center, radius } = shown;
    if (center === undefined) return [];
    const edge = storedPosition(placeAt(center, 90, radius));
    return [
      { key: 'center', position: center, look: 'point', label: t('center') },
      { key: 'radius', position: edge, look: 'middle', label: t('edge') },
    ];
  }
  const canClose = isDrawing.value && shown.type === 'polygon' && shown.vertices.length > 2;
  const vertices = shown.vertices.map((position, index) => ({
    key: `vertex ${index}`,
    position,
    look:
      selected.value === index
        ? ('selected' as const)
        : canClose && index === 0
          ? ('first' as const)
          : ('point' as const),
    label: t('point', { number: index + 1 }),
  }));
  if (isDrawing.value || shown.vertices.length >= MAX_VERTICES) return vertices;
  const middles = middlesOf(shown).map((position, index) => ({
    key: `middle ${index}`,
    position,
    look: 'middle' as const,
    label: t('middle', { number: index + 1 }),
  }));
  return [...vertices, ...middles];
}

const withKey =
  <Rest extends readonly unknown[]>(run: (handle: Handle, ...rest: Rest) => void) =>
  (key: string, ...rest: Rest): void => {
    const [kind, index] = key.split(' ');
    if (kind === 'center' || kind === 'radius') run({ kind }, ...rest);
    else run({ kind: kind === 'middle' ? 'middle' : 'vertex', index: Number(index) }, ...rest);
  };
