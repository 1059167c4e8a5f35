import type { PortLine } from '../../schema/ports/port-line.js';
import { streamLines, type LineListener, type StreamLinesOptions } from './stream-lines.js';

export type PortLineListener = LineListener<PortLine>;

export type StreamPortLinesOptions = Pick<StreamLinesOptions, 'open' | 'clock'> & { readonly path: string };

/** Streams the lines of a port; returns the function that ends it, after which no callback runs. */
export const streamPortLines = ({ path, ...rest }: StreamPortLinesOptions, listener: PortLineListener): (() => void) =>
  streamLines({ ...rest, address: `/api/ports/lines?path=${encodeURIComponent(path)}` }, listener);
