import type { Map as LeafletMap } from 'leaflet';
import type { Position } from '../../../schema/zones/shape.js';

export type CircleDragOptions = {
  readonly map: LeafletMap;
  readonly element: HTMLElement;
  readonly isOn: () => boolean;
  /** from the center to a place on the edge; `isEnd`: the pointer is up */
  readonly onCircle: (center: Position, edge: Position, isEnd: boolean) => void;
};

/** A shorter drag is a click: it makes a circle of a usual size. */
const MIN_DRAG_PX = 6;
const CLICK_RADIUS_PX = 60;

/** A circle by one drag from its center, with a mouse, a pen or a finger; returns the function that ends it. */
export function onCircleDrag({ map, element, isOn, onCircle }: CircleDragOptions): () => void {
  let center: { readonly x: number; readonly y: number; readonly place: Position } | undefined;

  const placeOf = (x: number, y: number): Position => {
    const { lng, lat } = map.containerPointToLatLng([x, y]);
    return [lng, lat];
  };
  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  function onDown(event: PointerEvent): void {
    const isControl =
      event.target instanceof Element && event.target.closest('.leaflet-control, .zone-handle') !== null;
    if (!isOn() || !event.isPrimary || event.button !== 0 || isControl) return;
    const { x, y } = pointOf(event);
    center = { x, y, place: placeOf(x, y) };
    map.dragging.disable();
    element.setPointerCapture(event.pointerId);
  }
  function onMove(event: PointerEvent): void {
    if (center === undefined) return;
    const { x, y } = pointOf(event);
    if (Math.hypot(x - center.x, y - center.y) >= MIN_DRAG_PX) onCircle(center.place, placeOf(x, y), false);
  }
  function onUp(event: PointerEvent): void {
    if (center === undefined) return;
    const { x, y, place } = center;
    const to = pointOf(event);
    const isDrag = Math.hypot(to.x - x, to.y - y) >= MIN_DRAG_PX;
    onEnd();
    onCircle(place, isDrag ? placeOf(to.x, to.y) : placeOf(x + CLICK_RADIUS_PX, y), true);
  }
  function onEnd(): void {
    center = undefined;
    map.dragging.enable();
  }

  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onEnd } as const;
  const each = (run: (name: string, listener: EventListener) => void): void => {
    for (const [name, listener] of Object.entries(listeners)) run(name, listener as EventListener);
  };
  // Before the map sees it, which would move.
  each((name, listener) => {
    element.addEventListener(name, listener, { capture: true });
  });
  return () => {
    each((name, listener) => {
      element.removeEventListener(name, listener, { capture: true });
    });
  };
}
