import type { PMTiles } from 'pmtiles';
import type { Tiles } from '../../../schema/system/map-archive.js';
import type { TileRenderer } from './tile-renderer.js';
import { toArchiveTile, TILE_PX, type TileCoords } from './tile-coords.js';

/** Cached, because neighboring and deeper tiles need the same image again. */
const MAX_CACHED = 32;

/** Raster tiles. */
export function createRasterRenderer(archive: PMTiles, { kind, minZoom, maxZoom }: Tiles): TileRenderer {
  const cache = new Map<string, Promise<ImageBitmap | undefined>>();

  async function read({ z, x, y }: TileCoords): Promise<ImageBitmap | undefined> {
    const found = await archive.getZxy(z, x, y);
    // An ImageBitmap instead of an <img>, which would need a blob: address in the content security policy.
    return found && createImageBitmap(new Blob([found.data], { type: `image/${kind}` }));
  }

  function loadImage(coords: TileCoords): Promise<ImageBitmap | undefined> {
    const key = [coords.z, coords.x, coords.y].join();
    const image = cache.get(key) ?? read(coords);
    cache.delete(key);
    cache.set(key, image);
    image.catch(() => cache.delete(key));
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    return image;
  }

  return {
    minZoom: minZoom,
    async load(coords) {
      const { tile, area } = toArchiveTile(coords, maxZoom);
      const image = await loadImage(tile);
      if (image === undefined) return undefined;
      const { width, height } = image;
      return (context) => {
        context.drawImage(
          image,
          area.left * width,
          area.top * height,
          area.width * width,
          area.height * height,
          0,
          0,
          TILE_PX,
          TILE_PX,
        );
      };
    },
    recolor: () => undefined,
    remove() {
      cache.clear();
    },
  };
}
