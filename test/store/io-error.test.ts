import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeIoError, explainIoError, explainingIo } from '../../src/store/io-error.js';
import { messageOf, WaypostError } from '../../src/errors.js';
import { useFolder } from '../support/store/folder.js';

const systemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, errno: -1, syscall });

describe('an error of a file call', () => {
  const folder = useFolder();

  for (const [code, what, remedy] of [
    ['ENOSPC', 'the disk is full', 'free space on it'],
    ['EDQUOT', 'the disk is full (quota)', 'free space on it'],
    ['EROFS', 'the disk is read-only, as a worn card becomes', 'save the data with waypost backup to another disk'],
    ['EIO', 'the disk is failing', 'save the data with waypost backup to another disk'],
    ['EINVAL', 'its file system does not support this', 'ext4'],
    ['EFBIG', 'a file of this size does not fit on this disk', 'exFAT'],
    ['EISDIR', 'it is a folder', 'name a file'],
    ['ENOTDIR', 'a part of the path is a file', 'check the path'],
    ['EACCES', 'this user may not use it', 'run the command as its owner'],
  ] as const) {
    it(`${code} is a sentence with the path, what is wrong and what to do`, () => {
      const sentence = explainIoError(systemError(code, 'write'), '/media/stick/b.gz');
      expect(sentence).to.match(/^\/media\/stick\/b\.gz: /);
      expect(sentence).to.include(`: ${what}: `).and.to.include(remedy);
      expect(describeIoError(systemError(code, 'write'))).to.equal(`${what}: ${code}: write`);
    });
  }

  it('the path of the call is named if the caller has none', async () => {
    const path = join(folder(), 'none', 'x');
    const error = await readFile(path).catch((thrown: unknown) => thrown);
    expect(explainIoError(error)).to.match(new RegExp(`^${path}: no such file or folder: check the path`));
  });

  it('an errno that has no explanation is still one line with the path', () => {
    expect(explainIoError(systemError('EXDEV', 'rename'), '/a')).to.equal('/a: EXDEV: rename');
  });

  it('errors of connections and of the program are left as they are', async () => {
    const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve));
    expect(explainIoError(refused, '/a')).to.equal(undefined);
    expect(explainIoError(new TypeError('x is not a function'), '/a')).to.equal(undefined);
    const bug = new TypeError('bug');
    expect(await explainingIo('/a', () => Promise.reject(bug)).catch((error: unknown) => error)).to.equal(bug);
  });

  it('what uses a path rejects with the sentence', async () => {
    const thrown = await explainingIo('/a', () => Promise.reject(systemError('ENOSPC', 'write'))).catch(
      (error: unknown) => error,
    );
    expect(thrown).to.be.instanceOf(WaypostError);
    expect(messageOf(thrown)).to.match(/^\/a: the disk is full: /);
  });
});
