import { expect } from 'chai';
import type { Result } from '../../../src/errors.js';

/** Asserts a failure with this code and a message that matches. */
export function expectFailure(result: Result<unknown, string>, code: string, message: RegExp): void {
  expect(result).to.deep.include({ ok: false, code });
  if (!result.ok) expect(result.message).to.match(message);
}
