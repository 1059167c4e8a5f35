import type { YardType } from '../schema/system/yard.js';

export type ImageHeader = { readonly type: YardType; readonly width: number; readonly height: number };

/** Type and size in pixels of a picture, from its header; undefined: it is no PNG, JPEG or WebP. Nothing is decoded. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view);
  } catch (error) {
    // The header ends before the fields that it announces.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));

/** PNG (W3C), 5.2 and 11.2.2: the first chunk is IHDR. */
function readPng(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  if (textAt(view, 12, 4) !== 'IHDR') return undefined;
  return sized('image/png', view.getUint32(16), view.getUint32(20));
}

/** Markers without a length (ITU T.81, B.1.1.3): TEM, RST0 to RST7. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** SOF0 to SOF15; DHT, JPG and DAC have numbers between them. */
const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ITU T.81, B.2.2: segments up to the first start of a frame. */
function readJpeg(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrameStart(marker)) return sized('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    else if (isAlone(marker)) at += 2;
    // The data begins, or the file ends, without a size.
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
}

/** RFC 9649, 2.4 to 2.7: a RIFF file whose first chunk is VP8, VP8L or VP8X. */
function readWebp(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 30 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return undefined;
  const chunk = textAt(view, 12, 4);
  if (chunk === 'VP8X') {
    const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return sized('image/webp', uint24(24) + 1, uint24(27) + 1);
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return view.getUint8(20) === 0x2f
      ? sized('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
      : undefined;
  }
  const isKeyFrame = view.getUint8(23) === 0x9d && view.getUint8(24) === 0x01 && view.getUint8(25) === 0x2a;
  if (chunk !== 'VP8 ' || !isKeyFrame) return undefined;
  return sized('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
}

const sized = (type: YardType, width: number, height: number): ImageHeader | undefined =>
  width > 0 && height > 0 ? { type, width, height } : undefined;
