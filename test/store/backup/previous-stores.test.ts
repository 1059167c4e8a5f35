import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkFormatBackups, checkPreviousStores } from '../../../src/cli/check/data.js';
import {
  createPreviousStores,
  dropOldFormatBackups,
  dropOldPreviousStores,
  previousStoreName,
} from '../../../src/store/backup/previous-stores.js';
import { useFolder } from '../../support/store/folder.js';

const day = (n: number): string => previousStoreName(`2026-11-2${n}T08:00:00.000Z`);

describe('the stores that restores replaced', () => {
  const folder = useFolder();

  function keep(name: string, bytes = 1_000): void {
    mkdirSync(join(folder(), name, 'log'), { recursive: true });
    writeFileSync(join(folder(), name, 'state.json'), Buffer.alloc(bytes));
    writeFileSync(join(folder(), name, 'log', '000000000001.jsonl'), Buffer.alloc(bytes));
  }
  const names = (): string[] => readdirSync(folder()).sort();

  it('the newest three stay, and nothing else in the folder is touched', async () => {
    for (const n of [1, 2, 3, 4, 5]) keep(day(n));
    keep('log');
    await dropOldPreviousStores(folder(), day(5));
    expect(names()).to.deep.equal([day(3), day(4), day(5), 'log'].sort());
  });

  it('the store of the present restore stays even if the clock was wrong', async () => {
    const now = previousStoreName('1970-01-01T00:00:12.000Z');
    for (const name of [now, day(1), day(2), day(3)]) keep(name);
    await dropOldPreviousStores(folder(), now);
    expect(names()).to.deep.equal([now, day(2), day(3)].sort());
  });

  it('restores of the same moment are kept in their order', async () => {
    for (const name of [day(1), `${day(1)}-2`, `${day(1)}-9`, `${day(1)}-10`]) keep(name);
    await dropOldPreviousStores(folder(), `${day(1)}-10`);
    expect(names()).to.deep.equal([`${day(1)}-2`, `${day(1)}-9`, `${day(1)}-10`].sort());
  });

  it('number and size follow what is deleted and added', () => {
    const measure = createPreviousStores(folder());
    expect(measure()).to.deep.equal({ count: 0, bytes: 0 });
    keep(day(1));
    keep(day(2), 500);
    expect(measure()).to.deep.equal({ count: 2, bytes: 3_000 });
    rmSync(join(folder(), day(1)), { recursive: true });
    expect(measure()).to.deep.equal({ count: 1, bytes: 1_000 });
  });

  it('waypost check reports their size and how to delete them, and warns if there are too many', () => {
    expect(checkPreviousStores(folder())).to.deep.equal([]);
    keep(day(1), 1_000_000);
    const [few] = checkPreviousStores(folder());
    expect(few?.state).to.equal('ok');
    expect(few?.what).to.match(/1 store that a restore replaced, 2 MB; .*sudo rm -r .*before-restore-\*$/);
    for (const n of [2, 3, 4]) keep(day(n));
    expect(checkPreviousStores(folder())[0]).to.include({ state: 'warning' });
  });
});

describe('the backups from before a new format', () => {
  const folder = useFolder();
  const nameOf = (n: number): string => `before-format-2-2026112${n}T080000Z.gz`;
  const keep = (name: string): void => {
    mkdirSync(join(folder(), 'backups'), { recursive: true });
    writeFileSync(join(folder(), 'backups', name), Buffer.alloc(1_000_000));
  };
  const names = (): string[] => readdirSync(join(folder(), 'backups')).sort();

  it('the newest three stay, with the present one, and other backups are not touched', async () => {
    for (const n of [1, 2, 3, 4, 5]) keep(nameOf(n));
    keep('waypost-20261101.gz');
    keep('before-format-2-19700101T000012Z.gz');
    await dropOldFormatBackups(folder(), 'backups/before-format-2-19700101T000012Z.gz');
    expect(names()).to.deep.equal(
      ['before-format-2-19700101T000012Z.gz', nameOf(4), nameOf(5), 'waypost-20261101.gz'].sort(),
    );
  });

  it('waypost check counts them, and warns if there are too many', () => {
    expect(checkFormatBackups(folder())).to.deep.equal([]);
    keep(nameOf(1));
    const [few] = checkFormatBackups(folder());
    expect(few?.state).to.equal('ok');
    expect(few?.what).to.match(/1 backup from before a new format, 1 MB; .*sudo rm .*before-format-\*$/);
    for (const n of [2, 3, 4]) keep(nameOf(n));
    expect(checkFormatBackups(folder())[0]).to.include({ state: 'warning' });
  });
});
