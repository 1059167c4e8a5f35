/** Data for a tracker: text (sent as UTF-8) or the bytes of a packet. */
export type Outbound = string | Uint8Array;
