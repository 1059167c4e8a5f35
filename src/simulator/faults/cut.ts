type Cut = { readonly bytes: Uint8Array; /** number of cut lines */ readonly hits: number };

const LF = 0x0a;

/** Removes the start or the end (with the line ending) of each line with the probability `rate` (0 to 1). */
export function cut(bytes: Uint8Array, rate: number, random: () => number): Cut {
  const received: Uint8Array[] = [];
  let hits = 0;
  for (let start = 0; start < bytes.length;) {
    const end = (bytes.indexOf(LF, start) + 1 || bytes.length) - start;
    const line = bytes.subarray(start, start + end);
    start += end;
    if (random() >= rate) {
      received.push(line);
      continue;
    }
    hits += 1;
    const index = 1 + Math.floor(random() * (line.length - 1));
    received.push(random() < 0.5 ? line.subarray(index) : line.subarray(0, index));
  }
  return { bytes: Buffer.concat(received), hits };
}
