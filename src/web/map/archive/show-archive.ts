import type { Map as LeafletMap } from 'leaflet';
import { PMTiles, ResolvedValueCache } from 'pmtiles';
import type { Tiles } from '../../../schema/map-archive.js';
import type { Api } from '../../api/client.js';
import type { ArchiveState, ArchiveTrouble } from './archive-state.js';
import { attributionOf } from './attribution.js';
import type { Look } from './painter.js';
import { createRasterPainter } from './raster-painter.js';
import { ArchiveUnreachable, createArchiveSource } from './source.js';
import { createTileLayer } from './tile-layer.js';
import type { createVectorPainter } from './vector-painter.js';
import { isDrawable } from './vector-schema.js';
import { unpack } from './unpack.js';

export type ShowArchiveOptions = {
  readonly map: LeafletMap;
  readonly api: Pick<Api, 'open'>;
  readonly tiles: Tiles;
  /** what draws them, where they are vectors */
  readonly vector: typeof createVectorPainter | undefined;
  readonly look: Look;
  readonly onState: (state: ArchiveState) => void;
};

export type ShownArchive = { readonly recolour: (look: Look) => void; readonly remove: () => void };

const PANE = 'archive';
const MOST_DIRECTORIES = 100;

/** Puts the tiles of the gateway's archive over the outline of the world, where it has any. */
export function showArchive({ map, api, tiles, vector, look, onState }: ShowArchiveOptions): ShownArchive {
  // Of the library's caches this one forgets what failed.
  const cache = new ResolvedValueCache(MOST_DIRECTORIES, true, unpack);
  const archive = new PMTiles(createArchiveSource(api), cache, unpack);
  let state: ArchiveState = { attribution: '', trouble: undefined };
  const change = (changed: Partial<ArchiveState>): void => {
    state = { ...state, ...changed };
    onState(state);
  };

  const onStale = (keys: ReadonlySet<string>): void => {
    tileLayer.redraw(keys);
  };
  const painter = vector?.({ archive, tiles, look, onStale }) ?? createRasterPainter(archive, tiles);

  map.createPane(PANE);
  const tileLayer = createTileLayer({
    tiles,
    painter,
    pane: PANE,
    onTile(error) {
      if (error !== undefined) change({ trouble: troubleOf(error) });
      else if (state.trouble?.code === 'unreachable') change({ trouble: undefined });
    },
  });
  tileLayer.layer.addTo(map);
  archive.getMetadata().then(
    (metadata) => {
      const isDrawn = tiles.kind !== 'vector' || isDrawable(metadata);
      const trouble = isDrawn ? state.trouble : ({ code: 'other_schema', detail: '' } as const);
      change({ attribution: attributionOf(metadata), trouble });
    },
    (error: unknown) => {
      change({ trouble: troubleOf(error) });
    },
  );

  return {
    recolour(now) {
      painter.recolour(now);
      tileLayer.redraw();
    },
    remove() {
      tileLayer.layer.remove();
      painter.remove();
    },
  };
}

const troubleOf = (error: unknown): ArchiveTrouble => ({
  code: error instanceof ArchiveUnreachable ? 'unreachable' : 'damaged',
  detail: error instanceof Error ? error.message : String(error),
});
