import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openReadonlyStore } from '../../store/check/readonly-store.js';

/** Counts the entries of each collection in a data folder and lists its files, without any record, name or number. */
export async function countStore(folder: string): Promise<object> {
  const reader = await openReadonlyStore(folder);
  try {
    const { state } = reader;
    const counts = Object.entries(state).flatMap(([name, value]) => (value instanceof Map ? [[name, value.size]] : []));
    return {
      entries: state.n,
      newest: state.latestTrustedTime,
      counts: Object.fromEntries(counts) as Record<string, number>,
      quarantined: state.quarantine.devices.size,
      files: [...(await filesIn(folder, '')), ...(await filesIn(folder, 'log'))],
    };
  } finally {
    await reader.close();
  }
}

async function filesIn(folder: string, below: string): Promise<object[]> {
  const names = await readdir(join(folder, below));
  const found = await Promise.all(names.map((name) => stat(join(folder, below, name)).catch(() => undefined)));
  return names.flatMap((name, index) => {
    const file = found[index];
    if (file?.isFile() !== true) return [];
    const { size, mode, mtime } = file;
    return [{ name: join(below, name), bytes: size, mode: (mode & 0o777).toString(8), written: mtime.toISOString() }];
  });
}
