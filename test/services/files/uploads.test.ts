import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { uploadErrors } from '../../../src/services/files/messages.js';
import type { UploadKind, UploadKinds } from '../../../src/services/files/upload-kinds.js';
import { userOf } from '../../support/api/users.js';
import { createUploads, UPLOAD_EXPIRES_MS, type Uploads } from '../../../src/services/files/uploads.js';

const kind: UploadKind = {
  tooLarge: uploadErrors.mapSize,
  maxBytes: 1_000,
  startBytes: 1,
  checkStart: () => undefined,
  accept: () => Promise.resolve(success(undefined)),
};
const kinds: UploadKinds = { map: kind, yard: kind, restore: kind };
const user = userOf('admin');
const input = { kind: 'map', size: 100, name: '', modified: null } as const;

describe('createUploads', () => {
  let nowMs = 0;
  let removed: string[] = [];
  const create = (): Uploads =>
    createUploads({
      files: {
        load: () => Promise.resolve([]),
        create: () => Promise.resolve(),
        write: () => Promise.resolve(),
        readStart: () => Promise.resolve(Buffer.alloc(1)),
        sha256: () => Promise.resolve(''),
        pathOf: (id) => id,
        remove: (id) => Promise.resolve(void removed.push(id)),
      },
      kinds,
      diskSpace: () => ({ freeBytes: 1_000, totalBytes: 1_000 }),
      spareBytes: ({ freeBytes }) => freeBytes,
      partBytes: 50,
      entries: { add: () => undefined },
      time: { now: () => nowMs, monotonic: () => nowMs },
      logger: silentLogger,
    });

  beforeEach(() => {
    nowMs = 0;
    removed = [];
  });

  it('an unfinished upload is removed a day after its last part, not earlier', async () => {
    const uploads = create();
    const created = await uploads.create(user, input);
    const id = created.ok ? created.value.id : '';
    nowMs = UPLOAD_EXPIRES_MS;
    expect(await uploads.write(user, id, { offset: 0, bytes: Buffer.alloc(10) })).to.include({ ok: true });
    nowMs += UPLOAD_EXPIRES_MS;
    await uploads.expire();
    expect(uploads.list()).to.have.lengthOf(1);
    nowMs += 1;
    await uploads.expire();
    expect(uploads.list()).to.deep.equal([]);
    expect(removed).to.deep.equal([id]);
    expect(uploads.get(id)).to.include({ ok: false, code: 'not_found' });
  });

  it('two parts at a time are not stored', async () => {
    const uploads = create();
    const created = await uploads.create(user, input);
    const id = created.ok ? created.value.id : '';
    const [first, second] = await Promise.all([
      uploads.write(user, id, { offset: 0, bytes: Buffer.alloc(10) }),
      uploads.write(user, id, { offset: 0, bytes: Buffer.alloc(10) }),
    ]);
    expect(first).to.include({ ok: true });
    expect(second).to.include({ ok: false, code: 'conflict' });
  });

  it('at most ten results are kept', async () => {
    const uploads = create();
    for (let count = 0; count < 12; count += 1) {
      const created = await uploads.create(user, { ...input, size: 1 });
      await uploads.write(user, created.ok ? created.value.id : '', { offset: 0, bytes: Buffer.alloc(1) });
      await new Promise(setImmediate);
    }
    expect(uploads.list().map(({ state }) => state)).to.deep.equal(Array.from({ length: 10 }, () => 'done'));
  });
});
