import { expect } from 'chai';
import { statusOf, type ErrorCode } from '../../../src/errors.js';
import type { Sent } from '../gateway/app.js';

/** Asserts that the response is this failure, in the envelope of every failure. */
export function expectFailure({ status, body, headers }: Sent, code: ErrorCode, error?: RegExp | string): void {
  expect(body, JSON.stringify(body)).to.include({ success: false, code });
  expect(status).to.equal(statusOf(code));
  expect(body.error).to.be.a('string').and.not.equal('');
  expect(body.requestId).to.match(/^[\w-]{36}$/);
  expect(headers.get('X-Request-Id')).to.equal(body.requestId);
  expect(headers.get('Content-Type')).to.match(/^application\/json/);
  if (status === 401) expect(headers.get('WWW-Authenticate')).to.equal('Bearer');
  if (typeof error === 'string') expect(body.error).to.equal(error);
  else if (error !== undefined) expect(body.error).to.match(error);
}

/** Asserts that the response is a success, in the envelope of every success. */
export function expectSuccess({ status, body, headers }: Sent, expected = 200): void {
  expect(body, JSON.stringify(body)).to.include({ success: true, error: null });
  expect(status).to.equal(expected);
  expect(body).not.to.have.any.keys('code', 'requestId');
  expect(headers.get('Content-Type')).to.match(/^application\/json/);
}
