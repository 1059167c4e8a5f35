import { createGenerationalCache } from './generational-cache.js';

/**
 * Was a packet with this key received before, less than `windowMs` ago? `receivedAt`: ms since 1970. At least
 * `generationSize` keys are remembered.
 */
export function createDedup({
  windowMs,
  generationSize,
}: {
  readonly windowMs: number;
  readonly generationSize: number;
}) {
  const receivedTimes = createGenerationalCache<number>(generationSize);
  return (key: string, receivedAt: number): boolean => {
    const previous = receivedTimes.get(key);
    if (previous !== undefined && Math.abs(receivedAt - previous) < windowMs) return true;
    receivedTimes.set(key, receivedAt);
    return false;
  };
}
