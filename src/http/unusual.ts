import { failure, type Failure } from '../errors.js';

/** Deeper than anything the API knows. */
const DEEPEST = 32;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Why a body is one that no client means: nested without end, or with the names that objects inherit from. */
export function unusual(body: unknown): Failure | undefined {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return failure('validation_failed', `the body is nested deeper than ${DEEPEST} levels`);
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, one] of Object.entries(value as Record<string, unknown>)) {
        if (FORBIDDEN.has(name)) return failure('validation_failed', `the body must not have a field ${name}`);
        inner.push(one);
      }
    }
    level = inner;
  }
  return undefined;
}
