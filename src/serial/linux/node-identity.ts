import { stat } from 'node:fs/promises';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import { resolveDevicePath } from './resolve.js';

/**
 * Identifies the node that a path leads to at present: the text changes when the device is replugged or its permissions
 * change; null when there is no device. Follows links and persistent names. A TCP port always exists, because only
 * connecting can check it.
 */
export type ReadNodeIdentity = (path: string) => Promise<string | null>;

export const readNodeIdentity: ReadNodeIdentity = async (path) => {
  if (isNetworkPath(path)) return path;
  try {
    const { dev, ino, rdev, ctimeMs } = await stat(await resolveDevicePath(path));
    return [dev, ino, rdev, ctimeMs].join(':');
  } catch {
    return null;
  }
};
