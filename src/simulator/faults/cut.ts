type Cut = { readonly bytes: Uint8Array; /** how many lines lost something */ readonly hits: number };

const lf = 0x0a;

/** Of every line `rate` is the chance (0 to 1) that it loses its head or its tail, with its end. */
export function cut(bytes: Uint8Array, rate: number, dice: () => number): Cut {
  const heard: Uint8Array[] = [];
  let hits = 0;
  for (let begin = 0; begin < bytes.length;) {
    const end = (bytes.indexOf(lf, begin) + 1 || bytes.length) - begin;
    const line = bytes.subarray(begin, begin + end);
    begin += end;
    if (dice() >= rate) {
      heard.push(line);
      continue;
    }
    hits += 1;
    const place = 1 + Math.floor(dice() * (line.length - 1));
    heard.push(dice() < 0.5 ? line.subarray(place) : line.subarray(0, place));
  }
  return { bytes: Buffer.concat(heard), hits };
}
