import { expect } from 'chai';
import fc from 'fast-check';
import { applyPatch } from '../../src/domain/patch.js';
import type { Patch } from '../../src/schema/patch.js';

const document = { id: 'g', name: 'North', devices: ['a', 'b'], tags: { 'a/b': '1', 'm~n': '2' } };
const patched = (patch: Patch, fixed: readonly string[] = []): unknown => {
  const result = applyPatch(document, patch, fixed);
  return result.ok ? result.value : `${result.code}: ${result.message}`;
};

describe('a JSON Patch', () => {
  it('does what RFC 6902 says, with its pointers', () => {
    expect(
      patched([
        { op: 'test', path: '/devices', value: ['a', 'b'] },
        { op: 'replace', path: '/name', value: 'South' },
        { op: 'add', path: '/devices/-', value: 'c' },
        { op: 'remove', path: '/devices/0' },
        { op: 'copy', from: '/name', path: '/tags/name' },
        { op: 'move', from: '/tags/a~1b', path: '/tags/moved' },
        { op: 'replace', path: '/tags/m~0n', value: '3' },
      ]),
    ).to.deep.equal({
      id: 'g',
      name: 'South',
      devices: ['b', 'c'],
      tags: { 'm~n': '3', name: 'South', moved: '1' },
    });
  });

  it('is done whole or not at all, and says which operation could not be done', () => {
    const before = JSON.stringify(document);
    const rename = { op: 'replace', path: '/name', value: 'South' } as const;
    expect(patched([rename, { op: 'remove', path: '/nothing' }])).to.match(/^validation_failed: \/1: remove/);
    expect(patched([rename, { op: 'add', path: '/devices/9', value: 'x' }])).to.match(/^validation_failed: \/1: add/);
    expect(patched([rename, { op: 'move', from: '/no', path: '/name' }])).to.match(/^validation_failed: \/1: move/);
    expect(patched([rename, { op: 'move', from: '/devices', path: '/devices/0' }])).to.match(/^validation_failed: \/1/);
    expect(JSON.stringify(document)).to.equal(before);
  });

  it('is in conflict with the present state when a test of it fails', () => {
    expect(patched([{ op: 'test', path: '/name', value: 'South' }])).to.equal('conflict: /0: the test of /name failed');
  });

  it('can not copy or move what is not there, not even onto the whole', () => {
    for (const op of ['copy', 'move'] as const) {
      for (const from of ['/', '/nothing', '/tags/nothing']) {
        expect(patched([{ op, from, path: '' }]), `${op} ${from}`).to.match(/^validation_failed: \/0: /);
      }
    }
  });

  it('can not reach what objects inherit from', () => {
    for (const path of [
      '/__proto__/x',
      '/constructor/prototype/x',
      '/tags/__proto__/x',
      '/tags/constructor/prototype/x',
    ]) {
      expect(patched([{ op: 'add', path, value: 'polluted' }]), path).to.match(/^validation_failed/);
    }
    expect(({} as { x?: string }).x).to.equal(undefined);
  });

  it('can not double the document without end', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '/tags', path: `/tags/${i}` }) as const);
    expect(patched(doubling)).to.match(/^validation_failed: \/\d+ makes the document too large/);
  });

  it('leaves alone what is not the client’s to change', () => {
    for (const patch of [
      [{ op: 'replace', path: '/id', value: 'h' }],
      [{ op: 'remove', path: '/id' }],
      [{ op: 'replace', path: '', value: { name: 'x' } }],
      { id: 'h' },
      { id: null },
    ] as Patch[]) {
      expect(patched(patch, ['id'])).to.equal('validation_failed: /id can not be changed');
    }
    expect(patched([{ op: 'test', path: '/id', value: 'g' }], ['id'])).to.deep.equal(document);
    expect(patched({ id: 'g' }, ['id'])).to.deep.equal(document);
  });
});

describe('a JSON Merge Patch', () => {
  it('does what the examples of RFC 7396, appendix A, say', () => {
    for (const [target, patch, result] of [
      [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
      [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
      [{ a: 'b' }, { a: null }, {}],
      [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
      [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
      [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
      [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
      [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
      [{ e: null }, { a: 1 }, { e: null, a: 1 }],
      [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    ] as const) {
      expect(applyPatch(target, patch, [])).to.deep.equal({ ok: true, value: result });
    }
  });

  it('made of two documents leads from the one to the other', () => {
    const flat = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'constructor', 'toString'), fc.string());
    fc.assert(
      fc.property(flat, flat, (from, to) => {
        const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
        const patch = { ...to, ...Object.fromEntries(gone.map((name) => [name, null])) };
        expect(applyPatch(from, patch, [])).to.deep.equal({ ok: true, value: { ...to } });
      }),
    );
  });
});
