type Noisy = { readonly bytes: Uint8Array; /** how many bytes were hit */ readonly hits: number };

/** Of every byte `rate` is the chance (0 to 1) that one of its bits is flipped, or a byte of rubbish comes before it. */
export function noise(bytes: Uint8Array, rate: number, random: () => number): Noisy {
  const received: number[] = [];
  let hits = 0;
  for (const byte of bytes) {
    if (random() >= rate) {
      received.push(byte);
      continue;
    }
    hits += 1;
    if (random() < 0.5) received.push(byte ^ (1 << Math.floor(random() * 8)));
    else received.push(Math.floor(random() * 256), byte);
  }
  return { bytes: Uint8Array.from(received), hits };
}
