import type { PMTiles } from 'pmtiles';
import type { Tiles } from '../../../schema/map-archive.js';
import type { Painter } from './painter.js';
import { placeInArchive, TILE_PX, type TilePlace } from './tile-place.js';

/** Pictures are wanted again for the tiles beside and below them. */
const MOST_KEPT = 32;

/** Tiles that are pictures. */
export function createRasterPainter(archive: PMTiles, { kind, minZoom, maxZoom }: Tiles): Painter {
  const kept = new Map<string, Promise<ImageBitmap | undefined>>();

  async function read({ z, x, y }: TilePlace): Promise<ImageBitmap | undefined> {
    const found = await archive.getZxy(z, x, y);
    // Not an <img>: a picture of the page's own memory is no address that the content security policy would have to allow.
    return found && createImageBitmap(new Blob([found.data], { type: `image/${kind}` }));
  }

  function pictureOf(place: TilePlace): Promise<ImageBitmap | undefined> {
    const key = [place.z, place.x, place.y].join();
    const picture = kept.get(key) ?? read(place);
    kept.delete(key);
    kept.set(key, picture);
    picture.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return picture;
  }

  return {
    leastZoom: minZoom,
    async load(place) {
      const { tile, part } = placeInArchive(place, maxZoom);
      const picture = await pictureOf(tile);
      if (picture === undefined) return undefined;
      const { width, height } = picture;
      return (context) => {
        context.drawImage(
          picture,
          part.left * width,
          part.top * height,
          part.width * width,
          part.height * height,
          0,
          0,
          TILE_PX,
          TILE_PX,
        );
      };
    },
    recolour: () => undefined,
    remove() {
      kept.clear();
    },
  };
}
