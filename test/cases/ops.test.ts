import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readOpsCases } from '../support/cases/ops-case.js';

const FOLDER = 'test/cases/ops';

describe('inputs of people, far sides and other programs', () => {
  it('each of them has a test', () => {
    const texts = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);
    const runs = readOpsCases().map(({ id }) => {
      const quoted = new RegExp(`['"\`]${id}['":\`]`);
      return `${id}: ${texts.filter(([, text]) => quoted.test(text)).length > 0 ? 'run' : 'missing'}`;
    });
    expect(runs.filter((run) => run.endsWith('missing'))).to.deep.equal([]);
  });
});
