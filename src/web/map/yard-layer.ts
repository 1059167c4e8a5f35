import type { Map as LeafletMap } from 'leaflet';
import type { Yard } from '../../schema/system/yard.js';
import type { Api } from '../api/client.js';
import { mercator } from '../live/mercator.js';
import { createOverlay, type Overlay, type OverlayOptions } from './overlay.js';

export type YardLayerOptions = Pick<OverlayOptions, 'requestFrame'> & {
  readonly map: LeafletMap;
  readonly api: Pick<Api, 'get' | 'file'>;
  /** the trackers come first */
  readonly waitFor: Promise<unknown> | undefined;
};

/** The picture of the yard, if there is one, under everything that the page draws. */
export function addYard({ map, api, requestFrame, waitFor }: YardLayerOptions): Pick<Overlay, 'remove'> {
  let corners: Yard['corners'] = null;
  let picture: ImageBitmap | undefined;
  let disposed = false;
  const overlay = createOverlay({
    map,
    requestFrame,
    draw({ context, x, y }) {
      const [upperLeft, upperRight, , lowerLeft] = (corners ?? []).map(({ latitude, longitude }) => {
        const point = mercator(latitude, longitude);
        return { x: x(point), y: y(point) };
      });
      if (picture === undefined || upperLeft === undefined || upperRight === undefined || lowerLeft === undefined)
        return;
      const { width, height } = picture;
      context.save();
      context.transform(
        (upperRight.x - upperLeft.x) / width,
        (upperRight.y - upperLeft.y) / width,
        (lowerLeft.x - upperLeft.x) / height,
        (lowerLeft.y - upperLeft.y) / height,
        upperLeft.x,
        upperLeft.y,
      );
      context.drawImage(picture, 0, 0);
      context.restore();
    },
  });

  async function load(): Promise<void> {
    await waitFor;
    const described = disposed ? undefined : await api.get<{ yard: Yard | null }>('/api/map/yard');
    if (described?.ok !== true || (described.value.yard?.corners ?? null) === null) return;
    const file = await api.file('/api/map/yard/picture');
    if (!file.ok) return;
    // A blob has no address, so it needs no exception from the content security policy.
    const decoded = await createImageBitmap(file.value.blob);
    if (disposed) {
      decoded.close();
      return;
    }
    picture = decoded;
    corners = described.value.yard?.corners ?? null;
    overlay.redraw();
  }
  // A picture that cannot be decoded is left out: the trackers matter more.
  load().catch(() => undefined);

  return {
    remove() {
      disposed = true;
      picture?.close();
      picture = undefined;
      overlay.remove();
    },
  };
}
