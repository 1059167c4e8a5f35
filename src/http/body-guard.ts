import { failure, type Failure } from '../errors.js';

/** Deeper than any body that the API accepts. */
const MAX_DEPTH = 32;
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Refuses bodies that are nested too deeply, or that have fields named like properties that objects inherit. */
export function checkBody(body: unknown): Failure | undefined {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return failure('validation_failed', `the body is nested deeper than ${MAX_DEPTH} levels`);
    const nextLevel: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, child] of Object.entries(value as Record<string, unknown>)) {
        if (FORBIDDEN_NAMES.has(name)) return failure('validation_failed', `the body must not have a field ${name}`);
        nextLevel.push(child);
      }
    }
    level = nextLevel;
  }
  return undefined;
}
