import { divIcon, latLngBounds, marker, type Map as LeafletMap, type Marker } from 'leaflet';
import { unwrap } from '../../../domain/zones/longitude.js';
import type { Position, Shape } from '../../../schema/zones/shape.js';
import type { Zone } from '../../../schema/zones/zone.js';
import type { AppContext } from '../../app-context.js';
import { mercator } from '../../live/mercator.js';
import { createBaseLayers, type BaseLayersOptions } from '../base-layers.js';
import { createOverlay, type DrawContext } from '../overlay.js';
import type { Palette } from '../palette.js';
import { drawZones } from './draw-zones.js';
import { onCircleDrag } from './circle-drag.js';
import { zoneOutline, type ZoneOutline } from './zone-outline.js';

/** A point that can be dragged. */
export type MapHandle = {
  /** stays the same while the handle is on the map */
  readonly key: string;
  readonly position: Position;
  readonly look: 'point' | 'middle' | 'first' | 'selected';
  /** for screen readers and as a tooltip */
  readonly label: string;
};

/** What the map shows of the zone that is edited. */
type EditedZone = {
  readonly name: string;
  readonly color: string;
  /** undefined: not complete yet */
  readonly shape: Shape | undefined;
  /** the line that is drawn so far */
  readonly line: readonly Position[];
  readonly handles: readonly MapHandle[];
  /** `points`: a click sets one; `circle`: a drag draws one; `none`: the map only moves */
  readonly drawing: 'points' | 'circle' | 'none';
};

/** A map on which one zone is drawn. */
export type EditMap = {
  readonly show: (zone: EditedZone) => void;
  /** moves the map to the zone */
  readonly fit: () => void;
  readonly remove: () => void;
};

export type EditMapOptions = Pick<AppContext, 'zoneStore' | 'live'> &
  Omit<BaseLayersOptions, 'onRecolor' | 'zones' | 'waitFor'> & {
    /** is drawn as it is edited, not as it is stored */
    readonly isOther: (zone: Zone) => boolean;
    readonly onPoint: (position: Position) => void;
    /** from the center to a place on the edge; `isEnd`: the pointer is up */
    readonly onCircle: (center: Position, edge: Position, isEnd: boolean) => void;
    readonly onMove: (key: string, position: Position, isEnd: boolean) => void;
    readonly onSelect: (key: string) => void;
    readonly onRemove: (key: string) => void;
  };

const HIT_PX = 36;
const MAX_FIT_ZOOM = 18;
const EMPTY: EditedZone = { name: '', color: '', shape: undefined, line: [], handles: [], drawing: 'none' };

export function createEditMap(options: EditMapOptions): EditMap {
  const { element, isOther, clock } = options;
  let edited = EMPTY;
  const { map, palette, remove } = createBaseLayers({
    ...options,
    zones: { isDrawn: isOther },
    onRecolor() {
      overlay.redraw();
    },
  });
  const overlay = createOverlay({
    map,
    requestFrame: clock.requestFrame,
    draw(drawing) {
      drawEdited(drawing, edited, palette());
    },
  });
  const handles = createHandles(map, options);
  map.on('click', ({ latlng: { lng, lat } }) => {
    if (edited.drawing === 'points') options.onPoint([lng, lat]);
  });
  map.on('moveend', () => {
    handles.show(edited.handles);
  });
  const stopCircle = onCircleDrag({
    map,
    element,
    isOn: () => edited.drawing === 'circle',
    onCircle: options.onCircle,
  });

  return {
    show(zone) {
      edited = zone;
      element.classList.toggle('is-drawing', zone.drawing !== 'none');
      if (zone.drawing === 'none') map.doubleClickZoom.enable();
      else map.doubleClickZoom.disable();
      handles.show(zone.handles);
      overlay.redraw();
    },
    fit() {
      const bounds = latLngBounds([]);
      const { shape } = edited;
      if (shape !== undefined) extend(bounds, zoneOutline(shape));
      else
        for (const { lastLocation } of options.live.all())
          if (lastLocation !== undefined) bounds.extend([lastLocation.latitude, lastLocation.longitude]);
      if (bounds.isValid()) map.fitBounds(bounds.pad(0.2), { maxZoom: MAX_FIT_ZOOM, animate: false });
    },
    remove() {
      stopCircle();
      handles.remove();
      overlay.remove();
      remove();
    },
  };
}

function extend(bounds: ReturnType<typeof latLngBounds>, { minX, maxX, minY, maxY }: ZoneOutline): void {
  const latitude = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  bounds.extend([latitude(minY), (minX - 0.5) * 360]);
  bounds.extend([latitude(maxY), (maxX - 0.5) * 360]);
}

function drawEdited(drawing: DrawContext, { name, color, shape, line }: EditedZone, palette: Palette): void {
  const { context, x, y } = drawing;
  if (shape !== undefined) drawZones(drawing, [{ name, color, home: false, outline: zoneOutline(shape) }], palette);
  context.beginPath();
  for (const [longitude, latitude] of unwrap(line)) {
    const point = mercator(latitude, longitude);
    context.lineTo(x(point), y(point));
  }
  context.setLineDash([6, 5]);
  context.lineWidth = 2;
  context.strokeStyle = palette.text;
  context.stroke();
  context.setLineDash([]);
}

type Handles = { readonly show: (handles: readonly MapHandle[]) => void; readonly remove: () => void };
type HandleOptions = Pick<EditMapOptions, 'onMove' | 'onSelect' | 'onRemove'>;

function createHandles(map: LeafletMap, { onMove, onSelect, onRemove }: HandleOptions): Handles {
  const markers = new Map<string, { readonly on: Marker; look: string }>();
  let dragged: string | undefined;

  function create({ key, position, look, label }: MapHandle): void {
    const on = marker(near(map, position), {
      draggable: true,
      autoPan: true,
      icon: iconOf(look),
    });
    const report = (isEnd: boolean) => (): void => {
      dragged = isEnd ? undefined : key;
      const { lng, lat } = on.getLatLng();
      onMove(key, [lng, lat], isEnd);
    };
    on.on('drag', report(false)).on('dragend', report(true));
    on.on('click', () => {
      onSelect(key);
    });
    on.on('keydown', ({ originalEvent }) => {
      if (originalEvent.key === 'Delete' || originalEvent.key === 'Backspace') onRemove(key);
      else if (originalEvent.key === 'Enter' || originalEvent.key === ' ') onSelect(key);
      else return;
      originalEvent.preventDefault();
    });
    on.addTo(map);
    setLabel(on, label);
    markers.set(key, { on, look });
  }

  function show(handles: readonly MapHandle[]): void {
    const keys = new Set(handles.map(({ key }) => key));
    for (const [key, { on }] of markers) {
      if (keys.has(key)) continue;
      on.remove();
      markers.delete(key);
    }
    for (const handle of handles) {
      const found = markers.get(handle.key);
      if (found === undefined) create(handle);
      else if (handle.key !== dragged) {
        found.on.setLatLng(near(map, handle.position));
        if (found.look !== handle.look) found.on.setIcon(iconOf(handle.look));
        setLabel(found.on, handle.label);
        found.look = handle.look;
      }
    }
  }

  return {
    show,
    remove() {
      show([]);
    },
  };
}

function setLabel(on: Marker, label: string): void {
  on.getElement()?.setAttribute('aria-label', label);
  on.getElement()?.setAttribute('title', label);
}

const iconOf = (look: MapHandle['look']) =>
  divIcon({ className: `zone-handle zone-handle-${look}`, iconSize: [HIT_PX, HIT_PX], html: '<span></span>' });

/** In the copy of the world that the map shows. */
function near(map: LeafletMap, [longitude, latitude]: Position): [number, number] {
  return [latitude, longitude + 360 * Math.round((map.getCenter().lng - longitude) / 360)];
}
