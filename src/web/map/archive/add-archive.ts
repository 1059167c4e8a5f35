import type { Map as LeafletMap } from 'leaflet';
import type { MapArchive } from '../../../schema/map-archive.js';
import type { Api } from '../../api/client.js';
import type { ArchiveState } from './archive-state.js';
import type { Look } from './painter.js';
import type { ShownArchive } from './show-archive.js';

export type AddArchiveOptions = {
  readonly map: LeafletMap;
  readonly api: Pick<Api, 'get' | 'open'>;
  readonly look: () => Look;
  readonly onState: (state: ArchiveState) => void;
};

export type AddedArchive = { readonly recolour: () => void; readonly remove: () => void };

/** Shows the archive that the gateway has; where it has none nothing comes of it, and none of the code for it is loaded. */
export function addArchive({ map, api, look, onState }: AddArchiveOptions): AddedArchive {
  let over = false;
  let shown: ShownArchive | undefined;
  const tell = (state: ArchiveState): void => {
    if (!over) onState(state);
  };
  const fail = (code: 'unreachable', detail: string): void => {
    tell({ attribution: '', trouble: { code, detail } });
  };

  async function add(): Promise<void> {
    const answer = await api.get<{ readonly map: MapArchive | null }>('/api/map');
    if (isOver()) return;
    if (!answer.ok) {
      fail('unreachable', answer.message);
      return;
    }
    const { fault = null, tiles = null } = answer.value.map ?? {};
    if (fault !== null) {
      tell({ attribution: '', trouble: { code: fault.code, detail: fault.what } });
    }
    if (tiles === null) return;
    const [{ showArchive }, vector] = await Promise.all([
      import('./show-archive.js'),
      // Most of the code, for those alone who need it.
      tiles.kind === 'vector' ? import('./vector-painter.js') : undefined,
    ]);
    // The map may be gone by now: nothing can be put on it then.
    if (isOver()) return;
    shown = showArchive({ map, api, tiles, vector: vector?.createVectorPainter, look: look(), onState: tell });
  }
  // Asked anew each time: it may have become true meanwhile.
  const isOver = (): boolean => over;

  add().catch((error: unknown) => {
    fail('unreachable', error instanceof Error ? error.message : '');
  });
  return {
    recolour: () => shown?.recolour(look()),
    remove() {
      over = true;
      shown?.remove();
    },
  };
}
