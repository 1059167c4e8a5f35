import type { PortStatus } from '../../schema/ports/port.js';

/** Does the gateway read the port, or try to? */
export const isInUse = ({ state }: Pick<PortStatus, 'state'>): boolean => state !== 'disabled' && state !== 'available';

/** The name that people gave the port, or else its path. */
export const portLabel = ({ name, path }: Pick<PortStatus, 'name' | 'path'>): string => name ?? path;

/** Is it a device server or gpsd instead of a serial device? */
export const isOnNetwork = ({ path }: Pick<PortStatus, 'path'>): boolean => path.includes('://');
