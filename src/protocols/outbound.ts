/** What is sent to a tracker: text as UTF-8, or the bytes of a packet. */
export type Outbound = string | Uint8Array;
