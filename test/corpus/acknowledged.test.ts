import { expect } from 'chai';
import {
  acknowledgedKinds,
  documentedRows,
  missingRows,
  type AcknowledgedKinds,
} from '../support/cases/acknowledged-kinds.js';
import { caseRecordings, sampleRecordings } from '../support/cases/recordings.js';
import { corpusRecordings } from './acknowledged.js';

describe('frames of recordings that are acknowledged without a record', function () {
  this.timeout(150_000);
  let found: AcknowledgedKinds;

  before(async () => {
    found = await acknowledgedKinds([...corpusRecordings(), ...caseRecordings(), ...sampleRecordings()]);
  });

  it('the table in src/serial/trackers.md has each of their kinds', () => {
    expect(missingRows(found), 'rows to add').to.deep.equal([]);
  });

  it('the table in src/serial/trackers.md has no other kind', () => {
    const superfluous = [...documentedRows()].filter((row) => !found.rows.has(row));
    expect(superfluous, 'rows to remove').to.deep.equal([]);
  });

  it('the counters name the kind of each', () => {
    expect(found.unnamed).to.deep.equal([]);
  });
});
