import { watch as watchNatively } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

type NativeWatcher = { readonly on: (event: 'error', listener: () => void) => unknown; readonly close: () => void };

/** Tells the name of what came to a folder or left it, null when it is not known. Throws when it can not. */
export type WatchDirectory = (directory: string, onEvent: (name: string | null) => void) => NativeWatcher;

/** Every byte written to a device is a change of its folder too: those are left out. */
export const watchDirectory: WatchDirectory = (directory, onEvent) =>
  watchNatively(directory, (type, name) => {
    if (type === 'rename') onEvent(name);
  });

export type DirectoryWatcher = {
  /** Watches the folder that is there now: a watch dies with its folder, and one made anew needs another. */
  readonly renew: () => Promise<void>;
  readonly stop: () => void;
};

type DirectoryWatcherOptions = {
  readonly directory: string;
  readonly watch: WatchDirectory;
  readonly onEvent: (name: string | null) => void;
};

/** Watches a folder that may come and go. Where it can not be watched (the limit of watches is reached) nothing is told. */
export function createDirectoryWatcher({ directory, watch, onEvent }: DirectoryWatcherOptions): DirectoryWatcher {
  let watcher: NativeWatcher | undefined;
  let watched: string | undefined;
  let stopped = false;

  function drop(): void {
    watcher?.close();
    watcher = undefined;
    watched = undefined;
  }

  return {
    async renew() {
      const found = await stat(directory).then(
        ({ dev, ino }) => `${dev}:${ino}`,
        () => undefined,
      );
      if (found === watched || stopped) return;
      drop();
      if (found === undefined) return;
      try {
        const newWatcher = watch(directory, (name) => {
          // Its own end: the next folder may get the same number.
          if (name === basename(directory)) drop();
          onEvent(name);
        });
        newWatcher.on('error', drop);
        watcher = newWatcher;
        watched = found;
      } catch {
        // Tried again at the next look: the watches of others may have ended.
      }
    },
    stop() {
      stopped = true;
      drop();
    },
  };
}
