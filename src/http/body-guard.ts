import { failure, type Failure } from '../errors.js';

/** Deeper than anything the API knows. */
const MAX_DEPTH = 32;
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Why a body is one that no client means: nested without end, or with the names that objects inherit from. */
export function checkBody(body: unknown): Failure | undefined {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return failure('validation_failed', `the body is nested deeper than ${MAX_DEPTH} levels`);
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, one] of Object.entries(value as Record<string, unknown>)) {
        if (FORBIDDEN_NAMES.has(name)) return failure('validation_failed', `the body must not have a field ${name}`);
        inner.push(one);
      }
    }
    level = inner;
  }
  return undefined;
}
