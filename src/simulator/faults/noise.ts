type Noisy = { readonly bytes: Uint8Array; /** number of damaged places */ readonly hits: number };

/** With the probability `rate` (0 to 1) per byte, flips one of its bits or inserts a random byte before it. */
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
