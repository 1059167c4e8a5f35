import { expect } from 'chai';
import { acknowledgedKinds, missingRows } from '../support/cases/acknowledged-kinds.js';
import { caseRecordings, sampleRecordings } from '../support/cases/recordings.js';

describe('frames of the inputs that are acknowledged without a record', () => {
  it('the table in src/serial/trackers.md has each of their kinds, and the counters name it', async () => {
    const found = await acknowledgedKinds([...caseRecordings(), ...sampleRecordings()]);
    expect(missingRows(found), 'rows to add').to.deep.equal([]);
    expect(found.unnamed).to.deep.equal([]);
  });
});
