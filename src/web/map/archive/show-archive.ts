import type { Map as LeafletMap } from 'leaflet';
import { PMTiles, ResolvedValueCache } from 'pmtiles';
import type { Tiles } from '../../../schema/system/map-archive.js';
import type { Api } from '../../api/client.js';
import type { ArchiveState, ArchiveProblem } from './archive-state.js';
import { attributionOf } from './attribution.js';
import type { TileStyle } from './tile-renderer.js';
import { createRasterRenderer } from './raster-renderer.js';
import { ArchiveUnreachableError, createArchiveSource } from './archive-source.js';
import { createTileLayer } from './tile-layer.js';
import type { createVectorRenderer } from './vector-renderer.js';
import { isProtomapsSchema } from './vector-schema.js';
import { gunzip } from './gunzip.js';

export type ShowArchiveOptions = {
  readonly map: LeafletMap;
  readonly api: Pick<Api, 'open'>;
  readonly tiles: Tiles;
  /** the renderer of vector tiles */
  readonly createRenderer: typeof createVectorRenderer | undefined;
  readonly style: TileStyle;
  readonly onState: (state: ArchiveState) => void;
};

export type ShownArchive = { readonly recolor: (style: TileStyle) => void; readonly remove: () => void };

const PANE = 'archive';
const MAX_DIRECTORIES = 100;

/** Shows the tiles of the gateway's archive above the world outline. */
export function showArchive({ map, api, tiles, createRenderer, style, onState }: ShowArchiveOptions): ShownArchive {
  // The library's only cache that does not keep failures.
  const cache = new ResolvedValueCache(MAX_DIRECTORIES, true, gunzip);
  const archive = new PMTiles(createArchiveSource(api), cache, gunzip);
  let state: ArchiveState = { attribution: '', problem: undefined };
  const update = (changed: Partial<ArchiveState>): void => {
    state = { ...state, ...changed };
    onState(state);
  };

  const onStale = (keys: ReadonlySet<string>): void => {
    tileLayer.redraw(keys);
  };
  const renderer = createRenderer?.({ archive, tiles, style, onStale }) ?? createRasterRenderer(archive, tiles);

  map.createPane(PANE);
  const tileLayer = createTileLayer({
    tiles,
    renderer,
    pane: PANE,
    onTile(error) {
      if (error !== undefined) update({ problem: problemOf(error) });
      else if (state.problem?.code === 'unreachable') update({ problem: undefined });
    },
  });
  tileLayer.layer.addTo(map);
  archive.getMetadata().then(
    (metadata) => {
      const isDrawn = tiles.kind !== 'vector' || isProtomapsSchema(metadata);
      const problem = isDrawn ? state.problem : ({ code: 'other_schema', detail: '' } as const);
      update({ attribution: attributionOf(metadata), problem });
    },
    (error: unknown) => {
      update({ problem: problemOf(error) });
    },
  );

  return {
    recolor(newStyle) {
      renderer.recolor(newStyle);
      tileLayer.redraw();
    },
    remove() {
      tileLayer.layer.remove();
      renderer.remove();
    },
  };
}

const problemOf = (error: unknown): ArchiveProblem => ({
  code: error instanceof ArchiveUnreachableError ? 'unreachable' : 'damaged',
  detail: error instanceof Error ? error.message : String(error),
});
