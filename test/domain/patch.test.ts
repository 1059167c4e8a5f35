import { expect } from 'chai';
import fc from 'fast-check';
import { applyPatch } from '../../src/domain/patch.js';
import type { Patch } from '../../src/schema/patch.js';

const document = { id: 'g', name: 'North', devices: ['a', 'b'], tags: { 'a/b': '1', 'm~n': '2' } };
const patched = (patch: Patch, fixed: readonly string[] = []): unknown => {
  const result = applyPatch(document, patch, fixed);
  return result.ok ? result.value : `${result.code}: ${result.message}`;
};

describe('applyPatch with a JSON Patch', () => {
  it('operations and pointers follow RFC 6902', () => {
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

  it('a patch is applied as a whole or not at all, and the error names the failed operation', () => {
    const before = JSON.stringify(document);
    const rename = { op: 'replace', path: '/name', value: 'South' } as const;
    expect(patched([rename, { op: 'remove', path: '/nothing' }])).to.match(/^validation_failed: \/1: remove/);
    expect(patched([rename, { op: 'add', path: '/devices/9', value: 'x' }])).to.match(/^validation_failed: \/1: add/);
    expect(patched([rename, { op: 'move', from: '/no', path: '/name' }])).to.match(/^validation_failed: \/1: move/);
    expect(patched([rename, { op: 'move', from: '/devices', path: '/devices/0' }])).to.match(/^validation_failed: \/1/);
    expect(JSON.stringify(document)).to.equal(before);
  });

  it('a failed test operation is a conflict', () => {
    expect(patched([{ op: 'test', path: '/name', value: 'South' }])).to.equal('conflict: /0: the test of /name failed');
  });

  it('a missing source cannot be copied or moved, not even onto the root', () => {
    for (const op of ['copy', 'move'] as const) {
      for (const from of ['/', '/nothing', '/tags/nothing']) {
        expect(patched([{ op, from, path: '' }]), `${op} ${from}`).to.match(/^validation_failed: \/0: /);
      }
    }
  });

  it('prototypes of objects cannot be reached', () => {
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

  it('copies cannot double the document without limit', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '/tags', path: `/tags/${i}` }) as const);
    expect(patched(doubling)).to.match(/^validation_failed: \/\d+ makes the document too large/);
  });

  it('fixed fields cannot be changed', () => {
    for (const patch of [
      [{ op: 'replace', path: '/id', value: 'h' }],
      [{ op: 'remove', path: '/id' }],
      [{ op: 'replace', path: '', value: { name: 'x' } }],
      { id: 'h' },
      { id: null },
    ] as Patch[]) {
      expect(patched(patch, ['id'])).to.equal('validation_failed: /id cannot be changed');
    }
    expect(patched([{ op: 'test', path: '/id', value: 'g' }], ['id'])).to.deep.equal(document);
    expect(patched({ id: 'g' }, ['id'])).to.deep.equal(document);
  });
});

describe('applyPatch with a JSON Merge Patch', () => {
  it('the examples of RFC 7396, appendix A, hold', () => {
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

  it('the difference of two documents leads from the first to the second', () => {
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
