/** One port of the configuration. */
export type PortConfig = {
  readonly path: string;
  /** the protocol's usual one when left out */
  readonly baudRate?: number;
  /** a row of the table, or `auto` */
  readonly protocol: string;
  readonly deviceId?: string;
  /** s; at most one fix of a device in as long is stored, where trackers are not answered */
  readonly interval?: number;
  /** bytes of what is written down of all that passes; 0: nothing */
  readonly capture?: number;
};
