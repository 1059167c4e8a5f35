/** One port of the configuration. */
export type PortConfig = {
  readonly path: string;
  /** the protocol's usual one when left out */
  readonly baudRate?: number;
  readonly protocol: string;
  readonly deviceId?: string;
};
