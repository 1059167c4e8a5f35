import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { messageOf } from '../../src/errors.js';
import type { Store } from '../../src/store/store.js';
import { createLogKeeper } from '../support/gateway/log-lines.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt, locationOf } from '../support/store/records.js';
import { openTestStore } from '../support/store/store.js';

describe('a data folder that goes while the store is open', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  const reason = (): string =>
    `the data folder ${data()} is gone: mount its disk again, or restore a backup; then restart the gateway`;
  let keeper: ReturnType<typeof createLogKeeper>;
  let store: Store;
  let second = 0;

  const append = (): Promise<unknown> => store.append([locationOf('bus', fixAt(second++))]);
  const refusal = (): Promise<string> =>
    append().then(
      () => 'acknowledged',
      (error: unknown) => messageOf(error),
    );

  beforeEach(async () => {
    keeper = createLogKeeper();
    store = await openTestStore(data(), { logger: keeper.logger });
    await append();
  });
  afterEach(() => store.close());

  it('nothing is acknowledged once it is deleted', async () => {
    rmSync(data(), { recursive: true });
    expect(await refusal()).to.equal('the store cannot write at present: try again');
    expect(store.status()).to.deep.include({ writable: false, reason: reason() });
    expect(keeper.lines().filter(({ msg }) => msg.startsWith('data folder gone'))).to.have.length(1);
  });

  it('the state reports it within a second, without an append', async () => {
    rmSync(data(), { recursive: true });
    expect(await eventually('the folder is missed', () => store.status().reason === reason())).to.be.below(5_000);
  });

  it('another folder in its place gets nothing, not even at the end', async () => {
    renameSync(data(), join(folder(), 'away'));
    mkdirSync(join(data(), 'log'), { recursive: true });
    await eventually('the folder is missed', () => store.status().reason === reason());
    expect(await refusal()).to.include('cannot write at present');
    store.applyRetention();
    await store.close();
    expect(readdirSync(data())).to.deep.equal(['log']);
    expect(readdirSync(join(data(), 'log'))).to.deep.equal([]);
    store = await openTestStore(join(folder(), 'away'));
    expect(store.state.n).to.equal(1);
  });

  it('the store goes on once the same folder is back', async () => {
    renameSync(data(), join(folder(), 'away'));
    await eventually('the folder is missed', () => store.status().reason === reason());
    renameSync(join(folder(), 'away'), data());
    await eventually('the folder is found', () => store.status().writable);
    expect(await refusal()).to.equal('acknowledged');
    expect(keeper.text()).to.include('data folder is back');
  });

  it('a deleted segment of the log is not written to, whatever else is there', async () => {
    rmSync(join(data(), 'log', '000000000001.jsonl'));
    expect(await refusal()).to.include('cannot write at present');
    expect(store.status().reason).to.equal(reason());
  });
});
