import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemPaths } from './system-paths.js';
import { readAttribute, type SysTty } from './sys-tty.js';

const CANDIDATE_NAME = /^(?:tty(?:USB|ACM|AMA|XRUSB|MFD|WCH|O|S)|rfcomm)\d+$/;

/** Is this the name of a terminal that a tracker may be attached to? */
export const isCandidate = (name: string): boolean => CANDIDATE_NAME.test(name);

/** Lists the terminals under `dev` that trackers may be attached to, ttyUSB2 before ttyUSB10. */
export async function listCandidates(dev: string): Promise<string[]> {
  const names = await readdir(dev).catch(() => []);
  return names.filter(isCandidate).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Lists the consoles of the kernel: they have no tracker, and opening one would truncate kernel messages. */
export async function listConsoles({ sys, proc }: SystemPaths): Promise<string[]> {
  const active = (await readAttribute(join(sys, 'class/tty/console'), 'active')) ?? '';
  const listed = (await readAttribute(proc, 'consoles')) ?? '';
  return [...active.split(/\s+/), ...listed.split('\n').map((line) => line.split(/\s/)[0] ?? '')].filter(Boolean);
}

/**
 * The kernel creates ttyS0 to ttyS31 with or without hardware; type 0 has none. Older kernels show the type only to root;
 * there, terminals without hardware have the driver serial8250.
 */
export async function hasHardware({ sys }: SystemPaths, name: string, { driver }: SysTty): Promise<boolean> {
  if (!name.startsWith('ttyS')) return true;
  const type = await readAttribute(join(sys, 'class/tty', name), 'type');
  return type === null ? driver !== null && driver !== 'serial8250' : type !== '0';
}
