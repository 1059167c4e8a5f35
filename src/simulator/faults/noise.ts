type Noisy = { readonly bytes: Uint8Array; /** how many bytes were hit */ readonly hits: number };

/** Of every byte `rate` is the chance (0 to 1) that one of its bits is flipped, or a byte of rubbish comes before it. */
export function noise(bytes: Uint8Array, rate: number, dice: () => number): Noisy {
  const heard: number[] = [];
  let hits = 0;
  for (const byte of bytes) {
    if (dice() >= rate) {
      heard.push(byte);
      continue;
    }
    hits += 1;
    if (dice() < 0.5) heard.push(byte ^ (1 << Math.floor(dice() * 8)));
    else heard.push(Math.floor(dice() * 256), byte);
  }
  return { bytes: Uint8Array.from(heard), hits };
}
