/** What is sent to a tracker: text as UTF-8, or the bytes of a packet. */
export type Outgoing = string | Uint8Array;
