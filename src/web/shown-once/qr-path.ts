/** The modules of a QR code, without the light ones around it. */
export type QrModules = { readonly size: number; readonly get: (x: number, y: number) => boolean };

/** An SVG path of the dark modules, one rectangle for each run of a row. */
export function qrPath(code: QrModules): string {
  const { size } = code;
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x;
      while (x < size && code.get(x, y)) x++;
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
    }
  }
  return path;
}
