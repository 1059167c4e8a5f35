import { success, type Result } from '../errors.js';
import type { PointerOf } from '../schema/records/location-post.js';
import { inField } from '../messages/failure.js';

type PostedRecords<Input> = { readonly store: readonly Input[]; readonly pointerOf: PointerOf };

/** Reads every record of a body; the message of a failure starts with the JSON pointer of the first invalid record. */
export function readEach<Input, Output>(
  { store, pointerOf }: PostedRecords<Input>,
  read: (input: Input) => Result<Output>,
): Result<Output[]> {
  const records: Output[] = [];
  for (const [index, input] of store.entries()) {
    const record = read(input);
    if (!record.ok) return inField(pointerOf(index), record);
    records.push(record.value);
  }
  return success(records);
}
