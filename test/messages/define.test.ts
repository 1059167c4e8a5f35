import { expect } from 'chai';
import { boundMessages, collectionMessages, defineErrors, defineMessages } from '../../src/messages/define.js';

const texts = defineMessages('testDefine', {
  plain: 'no such device: plug it in',
  inUse: 'in use by {holders} (Cannot lock port): {advice}',
  counted: '{count, plural, one {# license of {owner}} other {# licenses of {owner}}}',
  chosen: "{kind, select, first {the first} other {another, or '{none}'}} of {total, number}",
  atField: '{field} must be <= {limit}',
});
const errors = defineErrors('testDefine', {
  unknownDevice: ['validation_failed', '{field}: device {id} not found'],
  restricted: ['forbidden', 'restricted users cannot change groups'],
});

describe('defineMessages', () => {
  it('a message has the id of its row and the values that it was given', () => {
    expect(texts.plain()).to.deep.equal({ id: 'testDefine.plain', values: {} });
    const advice = texts.plain();
    expect(texts.inUse({ holders: ['gpsd (pid 812)'], advice })).to.deep.equal({
      id: 'testDefine.inUse',
      values: { holders: ['gpsd (pid 812)'], advice },
    });
  });

  it('the values that a sentence asks for are checked by the compiler', () => {
    texts.counted({ count: 2, owner: 'Ana' });
    texts.chosen({ kind: 'first', total: 2 });
    texts.atField({ limit: 90 });
    // @ts-expect-error: a value is missing
    texts.inUse({ holders: [] });
    // @ts-expect-error: a plural takes a number
    texts.counted({ count: '2', owner: 'Ana' });
    // @ts-expect-error: a select takes a string
    texts.chosen({ kind: 1, total: 2 });
    // @ts-expect-error: the sentence has no such placeholder
    texts.inUse({ holders: [], advice: 'none', other: 1 });
    // @ts-expect-error: quoted braces and branches are no placeholders
    texts.chosen({ kind: 'first', total: 2, none: 1 });
    // @ts-expect-error: the field is no value
    texts.atField({ limit: 90, field: '/latitude' });
    // @ts-expect-error: a plain sentence has no values
    texts.plain({ port: 1 });
  });

  it('long strings and lists are cut, and end with an ellipsis', () => {
    const { values } = texts.inUse({ holders: Array<string>(900).fill('tracker'), advice: 'x'.repeat(5_000) });
    expect(values.advice).to.have.length(1_024).and.match(/x…$/);
    expect((values.holders as string[]).at(-1)).to.equal('…');
    expect((values.holders as string[]).join(', ')).to.have.length.below(4_100);
  });

  it('an id that is defined twice is refused at load', () => {
    expect(() => defineMessages('testDefine', { plain: 'another' })).to.throw('testDefine.plain is defined twice');
  });
});

describe('defineErrors', () => {
  it('a failure has the code of its row, its sentence, its message and its field', () => {
    expect(errors.unknownDevice({ id: 'bus-7' }, '/devices/3')).to.deep.equal({
      ok: false,
      code: 'validation_failed',
      message: '/devices/3: device bus-7 not found',
      data: { id: 'testDefine.unknownDevice', values: { id: 'bus-7' } },
      field: '/devices/3',
    });
    expect(errors.restricted()).to.deep.equal({
      ok: false,
      code: 'forbidden',
      message: 'restricted users cannot change groups',
      data: { id: 'testDefine.restricted', values: {} },
    });
  });

  it('the code is a part of the type, so a failure fits only where its code does', () => {
    const code: 'forbidden' = errors.restricted('/name').code;
    expect(code).to.equal('forbidden');
  });

  it('the rows of a collection name its entities', () => {
    const own = collectionMessages('testTruck', 'fire truck');
    expect(own.notFound({ id: 't1' }).message).to.equal('fire truck t1 not found');
    expect(own.nameTaken({ name: 'A {b} <c>' }, '/name').message).to.equal(
      '/name: fire truck A {b} <c> already exists',
    );
    expect(own.nameTwice({ name: 'A' }, '/2/name').message).to.equal('/2/name: fire truck A occurs twice');
    expect(own.tooMany({ count: 1_200, room: 2, limit: 1_000 }).message).to.equal(
      '1200 fire trucks are more than the 2 for which there is room (limit of 1000): remove some first',
    );
    expect(boundMessages('testBus', 'bus ticket').full({ limit: 1_000, used: 999 }).message).to.equal(
      'limit of 1000 bus tickets reached (999 in use): remove one first',
    );
  });
});
