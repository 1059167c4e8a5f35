import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const versionOf = (file: string): string => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;

describe('the changelog', () => {
  const text = readFileSync('systemd/debian/changelog', 'utf8');
  const versions = [...text.matchAll(/^waypost \((\S+)\) stable; urgency=\w+$/gm)].map(([, version]) => version);

  it('the newest entry is that of the version in package.json and in the lock file', () => {
    expect(versions[0]).to.equal(versionOf('package.json'));
    expect(versions[0]).to.equal(versionOf('package-lock.json'));
  });

  it('every version has its changes, and a date that is not before that of the version below', () => {
    const dates = [...text.matchAll(/^ -- .+ <\S+@\S+> {2}(.+)$/gm)].map(([, date = '']) => Date.parse(date));
    expect(dates).to.have.length(versions.length);
    expect(dates).to.not.include(Number.NaN);
    expect(dates).to.deep.equal(dates.toSorted((one, other) => other - one));
    for (const entry of text.split(/^ -- .*$/m).slice(0, versions.length)) expect(entry).to.match(/^ {2}\* \S/m);
  });

  it('the command prints the version of the newest entry', () => {
    const printed = execFileSync(process.execPath, ['dist/waypost/main.js', 'version'], { encoding: 'utf8' });
    expect(printed).to.equal(`${versions[0] ?? ''}\n`);
  });
});
