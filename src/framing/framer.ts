/** Why bytes were thrown away. */
export type DiscardReason = 'noise' | 'too-long' | 'checksum' | 'cut';

/** What comes out of a framer: whole frames, and the rubbish between them as a value. */
export type Framed<Frame> =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'discarded'; readonly bytes: number; readonly reason: DiscardReason };

/**
 * Cuts a byte stream into frames. Pure: no clock, no I/O. It takes time linear in its input, holds at most its
 * protocol's longest frame, and after a failure looks again from the byte after the one it failed at.
 */
export type Framer<Frame> = {
  /** `chunk` may hold a part of a frame, or many; it is not kept. */
  push: (chunk: Uint8Array) => Framed<Frame>[];
  /** Nothing has come for long: what is held is no frame, but there may be some in it. Left out where an end tells. */
  flush?: () => Framed<Frame>[];
};
