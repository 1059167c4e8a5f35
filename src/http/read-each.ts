import { failure, success, type Result } from '../errors.js';
import type { PointerOf } from '../schema/records/location-post.js';

type PostedRecords<Input> = { readonly store: readonly Input[]; readonly pointerOf: PointerOf };

/** Every record of a body as it is kept, or what is wrong with the first that is not good, by its place. */
export function readEach<Input, Kept>(
  { store, pointerOf }: PostedRecords<Input>,
  read: (input: Input) => Result<Kept>,
): Result<Kept[]> {
  const all: Kept[] = [];
  for (const [index, input] of store.entries()) {
    const one = read(input);
    if (!one.ok) return failure(one.code, `${pointerOf(index)}${one.message}`);
    all.push(one.value);
  }
  return success(all);
}
