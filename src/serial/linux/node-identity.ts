import { stat } from 'node:fs/promises';
import { isTcpPath } from '../../schema/ports/port-path.js';
import { resolveDevicePath } from './resolve.js';

/**
 * What the path leads to at present, as a word to compare with: another after the device was taken out and put back,
 * or after its permissions changed. Null when there is nothing. Links are followed: names under /dev/serial are links,
 * or stand for the device that has the name. A device server can only be asked by connecting: it is always there.
 */
export type ReadNodeIdentity = (path: string) => Promise<string | null>;

export const readNodeIdentity: ReadNodeIdentity = async (path) => {
  if (isTcpPath(path)) return path;
  try {
    const { dev, ino, rdev, ctimeMs } = await stat(await resolveDevicePath(path));
    return [dev, ino, rdev, ctimeMs].join(':');
  } catch {
    return null;
  }
};
