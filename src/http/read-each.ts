import { failure, success, type Result } from '../errors.js';
import type { PointerOf } from '../schema/location-post.js';

type Sent<Input> = { readonly store: readonly Input[]; readonly pointerOf: PointerOf };

/** Every record of a body as it is kept, or what is wrong with the first that is not good, by its place. */
export function readEach<Input, Kept>(
  { store, pointerOf }: Sent<Input>,
  read: (input: Input) => Result<Kept>,
): Result<Kept[]> {
  const all: Kept[] = [];
  for (const [place, input] of store.entries()) {
    const one = read(input);
    if (!one.ok) return failure(one.code, `${pointerOf(place)}${one.message}`);
    all.push(one.value);
  }
  return success(all);
}
