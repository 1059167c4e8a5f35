import { watch as watchNatively } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

type NativeWatcher = { readonly on: (event: 'error', listener: () => void) => unknown; readonly close: () => void };

/** Calls `onEvent` with each name that appears in or disappears from a folder, null if unknown. Throws if it cannot watch. */
export type WatchDirectory = (directory: string, onEvent: (name: string | null) => void) => NativeWatcher;

/** Ignores changes of contents: every write to a device would be one. */
export const watchDirectory: WatchDirectory = (directory, onEvent) =>
  watchNatively(directory, (type, name) => {
    if (type === 'rename') onEvent(name);
  });

export type DirectoryWatcher = {
  /** Watches the present folder: a watch ends with its folder, and a folder that is created again needs another one. */
  readonly renew: () => Promise<void>;
  readonly stop: () => void;
};

type DirectoryWatcherOptions = {
  readonly directory: string;
  readonly watch: WatchDirectory;
  readonly onEvent: (name: string | null) => void;
};

/** Watches a folder that may be created and deleted. Without events where the limit of watches is reached. */
export function createDirectoryWatcher({ directory, watch, onEvent }: DirectoryWatcherOptions): DirectoryWatcher {
  let watcher: NativeWatcher | undefined;
  let watched: string | undefined;
  let isStopped = false;

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
      if (found === watched || isStopped) return;
      drop();
      if (found === undefined) return;
      try {
        const newWatcher = watch(directory, (name) => {
          // The folder itself was deleted: the next one may get the same inode number.
          if (name === basename(directory)) drop();
          onEvent(name);
        });
        newWatcher.on('error', drop);
        watcher = newWatcher;
        watched = found;
      } catch {
        // Tried again at the next check: other programs may have released watches.
      }
    },
    stop() {
      isStopped = true;
      drop();
    },
  };
}
