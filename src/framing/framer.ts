/** Why bytes were discarded. */
export type DiscardReason = 'noise' | 'too-long' | 'checksum' | 'cut';

/**
 * The output of a framer: whole frames, and the discarded bytes between them. `bytes`: on the port, with checksum and
 * escapes. Every other byte that is not held is a delimiter: a line end, or the mark between two frames.
 */
export type Framed<Frame> =
  | { readonly kind: 'frame'; readonly frame: Frame; readonly bytes: number }
  | { readonly kind: 'discarded'; readonly bytes: number; readonly reason: DiscardReason };

/**
 * Cuts a byte stream into frames. Pure: no clock, no I/O. Takes time linear in its input, holds at most the longest frame
 * of its protocol, and after a failed frame searches again from its second byte.
 */
export type Framer<Frame> = {
  /** `chunk` can hold a part of a frame or several frames; the framer keeps no reference to it. */
  push: (chunk: Uint8Array) => Framed<Frame>[];
  /** After a silence: the held bytes are not a frame, but may contain frames. Left out where frames have an end mark. */
  flush?: () => Framed<Frame>[];
  /** the bytes that wait for the rest of their frame */
  heldBytes: () => number;
};
