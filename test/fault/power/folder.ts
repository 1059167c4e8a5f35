import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiskState } from './disk.js';

/** Thousands of folders are written and read once, so they are in memory if possible. */
export const memoryFolder = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

export function writeState(folder: string, { files, folders }: DiskState): void {
  for (const path of [...folders].sort()) mkdirSync(join(folder, path), { recursive: true });
  for (const [path, bytes] of files) writeFileSync(join(folder, path), bytes, { mode: 0o600 });
}
