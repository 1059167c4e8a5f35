import type { Map as LeafletMap } from 'leaflet';
import type { MapArchive } from '../../../schema/system/map-archive.js';
import type { Api } from '../../api/client.js';
import type { ArchiveState } from './archive-state.js';
import type { TileStyle } from './tile-renderer.js';
import type { ShownArchive } from './show-archive.js';

export type AddArchiveOptions = {
  readonly map: LeafletMap;
  readonly api: Pick<Api, 'get' | 'open'>;
  readonly style: () => TileStyle;
  readonly onState: (state: ArchiveState) => void;
};

export type AddedArchive = { readonly recolor: () => void; readonly remove: () => void };

/** Shows the gateway's map archive. Without an archive nothing happens, and its code is not loaded. */
export function addArchive({ map, api, style, onState }: AddArchiveOptions): AddedArchive {
  let disposed = false;
  let shown: ShownArchive | undefined;
  const emitState = (state: ArchiveState): void => {
    if (!disposed) onState(state);
  };
  const fail = (code: 'unreachable', detail: string): void => {
    emitState({ attribution: '', problem: { code, detail } });
  };

  async function add(): Promise<void> {
    const result = await api.get<{ readonly map: MapArchive | null }>('/api/map');
    if (isDisposed()) return;
    if (!result.ok) {
      fail('unreachable', result.text);
      return;
    }
    const { fault = null, tiles = null } = result.value.map ?? {};
    if (fault !== null) {
      emitState({ attribution: '', problem: { code: fault.code, detail: fault.what } });
    }
    if (tiles === null) {
      if (fault === null) emitState({ attribution: '', problem: undefined, isMissing: true });
      return;
    }
    const [{ showArchive }, vector] = await Promise.all([
      import('./show-archive.js'),
      // Loaded on demand: most of the code.
      tiles.kind === 'vector' ? import('./vector-renderer.js') : undefined,
    ]);
    // The map may have been removed meanwhile.
    if (isDisposed()) return;
    shown = showArchive({
      map,
      api,
      tiles,
      createRenderer: vector?.createVectorRenderer,
      style: style(),
      onState: emitState,
    });
  }
  // Checked each time, because it may have changed.
  const isDisposed = (): boolean => disposed;

  add().catch((error: unknown) => {
    fail('unreachable', error instanceof Error ? error.message : '');
  });
  return {
    recolor: () => shown?.recolor(style()),
    remove() {
      disposed = true;
      shown?.remove();
    },
  };
}
