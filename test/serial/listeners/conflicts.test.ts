import { expect } from 'chai';
import { english } from '../../../src/messages/english.js';
import { createConflictNote, createRecentAddresses } from '../../../src/serial/listeners/conflicts.js';
import { createTestTimers } from '../../support/time/test-timers.js';

describe('conflicts of addresses', () => {
  it('an id conflicts with its last address for 60 s', async () => {
    const { timers, advance } = createTestTimers();
    const { note } = createRecentAddresses(10, timers);
    expect(note('A', '10.0.0.1')).to.equal(undefined);
    await advance(59_999);
    expect(note('A', '10.0.0.2')).to.equal('10.0.0.1');
    await advance(60_000);
    expect(note('A', '10.0.0.1')).to.equal(undefined);
    expect(note('A', '10.0.0.1')).to.equal(undefined);
    expect(note('B', '10.0.0.2')).to.equal(undefined);
  });

  it('the ids that reported least recently are forgotten beyond the bound', () => {
    const { note } = createRecentAddresses(2, createTestTimers().timers);
    for (const id of ['A', 'B', 'A', 'C']) note(id, '10.0.0.1');
    expect(note('A', '10.0.0.2')).to.equal('10.0.0.1');
    expect(note('B', '10.0.0.2')).to.equal(undefined);
  });

  it('a conflict is shown for ten minutes, the same one for at least one, and all are counted', async () => {
    const { timers, advance, waiting } = createTestTimers();
    let changes = 0;
    const note = createConflictNote(timers, () => (changes += 1));
    const shown = (): string => english(note.current() ?? { id: 'none', values: {} });
    expect(note.current()).to.equal(null);
    note.add('A', ['10.0.0.2', '10.0.0.1']);
    expect(shown()).to.contain('device A reports from 10.0.0.1 and 10.0.0.2');
    note.add('B', ['10.0.0.2', '10.0.0.1']);
    expect([note.count(), changes]).to.deep.equal([2, 1]);
    expect(shown()).to.contain('device A');
    await advance(60_000);
    note.add('B', ['10.0.0.2', '10.0.0.1']);
    expect(shown()).to.contain('device B');
    await advance(600_000);
    expect([note.current(), changes]).to.deep.equal([null, 3]);
    note.add('B', ['10.0.0.2', '10.0.0.1']);
    note.stop();
    expect(waiting()).to.equal(0);
  });
});
