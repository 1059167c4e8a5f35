import fastJsonPatch, { type Operation as LibraryOperation } from 'fast-json-patch';
import { success, type Result } from '../errors.js';
import type { Operation, Patch } from '../schema/patch.js';
import { isObject } from './json.js';
import { patchErrors } from './messages.js';

/** Every `copy` of a document into itself doubles it; larger results are refused. */
const MAX_CHARACTERS = 2_097_152;

type JsonDocument = Readonly<Record<string, unknown>>;

/** Applies the patch as a whole or not at all. `fixedFields`: fields that it must not change. */
export function applyPatch(document: JsonDocument, patch: Patch, fixedFields: readonly string[]): Result<unknown> {
  const result = isJsonPatch(patch) ? applyOperations(document, patch) : success(mergePatch(document, patch));
  if (!result.ok) return result;
  const changed = fixedFields.find((name) => !isSame(fieldOf(document, name), fieldOf(result.value, name)));
  return changed === undefined ? result : patchErrors.readOnly(`/${changed}`);
}

const isJsonPatch = (patch: Patch): patch is readonly Operation[] => Array.isArray(patch);

function applyOperations(document: JsonDocument, operations: readonly Operation[]): Result<unknown> {
  let result: unknown = fastJsonPatch.deepClone(document);
  for (const [index, operation] of operations.entries()) {
    try {
      // Validation refuses missing paths, and names such as `__proto__`.
      result = fastJsonPatch.applyOperation(result, operation as LibraryOperation, true, true, true, index).newDocument;
    } catch (error) {
      return operationFailure(error, operation, index);
    }
    // For a copy or move onto the root the library does not check that the source exists.
    if (result === undefined) return operationFailure(undefined, operation, index);
    if (operation.op === 'copy' && JSON.stringify(result).length > MAX_CHARACTERS) {
      return patchErrors.tooLarge(`/${index}`);
    }
  }
  return success(result);
}

function operationFailure(error: unknown, { op, path }: Operation, index: number): Result<never> {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TEST_OPERATION_FAILED') return patchErrors.testFailed({ path }, `/${index}`);
  return path === ''
    ? patchErrors.notPossibleAtRoot({ op }, `/${index}`)
    : patchErrors.notPossible({ op, path }, `/${index}`);
}

/** RFC 7396, 2: an object is merged, null removes, anything else replaces. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

const fieldOf = (document: unknown, name: string): unknown => (isObject(document) ? document[name] : undefined);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
