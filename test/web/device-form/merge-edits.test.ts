import { expect } from 'chai';
import { changedFields, mergeEdits } from '../../../src/web/device-form/merge-edits.js';

describe('the form of a device that another user changes meanwhile', () => {
  const base = { name: 'Van', description: '', min: '112' };

  it('untouched fields follow, and nothing typed is lost', () => {
    const typed = { ...base, description: 'new tires' };
    const merged = mergeEdits({ base, typed }, { ...base, name: 'Van 2' });
    expect(merged.typed).to.deep.equal({ name: 'Van 2', description: 'new tires', min: '112' });
    expect(merged.conflicts).to.deep.equal([]);
    expect(changedFields(merged)).to.deep.equal(['description']);
  });

  it('a field that both changed keeps its base until the user has accepted it', () => {
    const edits = { base, typed: { ...base, name: 'mine' } };
    const current = { ...base, name: 'theirs' };
    const merged = mergeEdits(edits, current);
    expect(merged).to.deep.equal({ ...edits, conflicts: ['name'] });
    expect(mergeEdits(edits, current, true)).to.deep.equal({
      base: current,
      typed: { ...base, name: 'mine' },
      conflicts: ['name'],
    });
  });

  it('the same text typed by both is no conflict', () => {
    const merged = mergeEdits({ base, typed: { ...base, min: '911' } }, { ...base, min: '911' });
    expect(merged.conflicts).to.deep.equal([]);
    expect(changedFields(merged)).to.deep.equal([]);
  });
});
