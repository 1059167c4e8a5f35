import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import type { ProvisioningReceipt, UnitRow, UnitWork } from '../../../src/schema/provisioning/receipt.js';
import type { Template } from '../../../src/schema/provisioning/template.js';
import { createRowAllocator, type AllocatedNumbers } from '../../../src/services/provisioning/row-allocator.js';
import { receiptOf, templateOf, workOf } from '../../support/provisioning/provisioning.js';

const unitOf = (hardwareId: string, deviceId?: string) => ({
  hardwareId,
  model: 'M',
  firmware: '1',
  ...(deviceId !== undefined && { deviceId }),
});

describe('the row allocator', () => {
  let receipts: Map<string, ProvisioningReceipt>;
  let unfinished: Map<string, UnitWork>;
  let numbers: AllocatedNumbers;
  beforeEach(() => {
    receipts = new Map();
    unfinished = new Map();
    numbers = new Map();
  });

  const createAllocator = (
    units: readonly UnitRow[] | null,
    template: Template = templateOf({ deviceName: 'Van {n}' }),
  ) => createRowAllocator({ template, units, publicOf: (row) => row, state: { receipts, unfinished }, numbers });
  const allocate = (allocator: ReturnType<typeof createAllocator>, hardwareId: string) =>
    valueOf(allocator.allocate(unitOf(hardwareId)));

  it('each tracker gets the next number from firstNumber on, the same one each time', () => {
    const allocator = createAllocator(null, templateOf({ deviceName: 'Van {n}', firstNumber: 7 }));
    expect(['a', 'b', 'a', 'c'].map((id) => allocate(allocator, id).number)).to.deep.equal([7, 8, 7, 9]);
  });

  it('a template without {n} assigns no number', () => {
    expect(allocate(createAllocator(null, templateOf({ deviceName: 'Van' })), 'a').number).to.equal(null);
  });

  it('numbers continue after those of receipts and of unfinished trackers', () => {
    receipts.set('r', receiptOf({ hardwareId: 'a', number: 4 }));
    unfinished.set('b', workOf({ hardwareId: 'b', number: 9 }));
    const allocator = createAllocator(null);
    expect(['c', 'a', 'b'].map((id) => allocate(allocator, id).number)).to.deep.equal([10, 4, 9]);
  });

  it('two sessions never assign the same number', () => {
    const [one, other] = [createAllocator(null), createAllocator(null)];
    expect([allocate(one, 'a'), allocate(other, 'b'), allocate(one, 'c')].map(({ number }) => number)).to.deep.equal([
      1, 2, 3,
    ]);
  });

  it('a freed row and number go to the next tracker', () => {
    const allocator = createAllocator([{ name: 'x' }]);
    expect(allocate(allocator, 'a')).to.deep.equal({ number: 1, row: { name: 'x' } });
    allocator.free('a');
    expect(allocate(allocator, 'b')).to.deep.equal({ number: 1, row: { name: 'x' } });
  });

  it('a row with the hardware id or current id of a tracker is for that tracker, in any order', () => {
    const allocator = createAllocator([{ identity: 'a', name: 'x' }, { identity: 'old-id', name: 'y' }, { name: 'z' }]);
    expect(valueOf(allocator.allocate(unitOf('b', 'old-id'))).row).to.include({ name: 'y' });
    expect(allocate(allocator, 'a').row).to.include({ name: 'x' });
    expect(allocate(allocator, 'other').row).to.include({ name: 'z' });
    expect(allocator.rowsLeft()).to.equal(0);
  });

  it('the other rows are assigned in order until none is left', () => {
    const allocator = createAllocator([{ name: 'x' }, { name: 'y' }]);
    expect(allocator.rowsLeft()).to.equal(2);
    expect(['a', 'b', 'a'].map((id) => allocate(allocator, id).row?.name)).to.deep.equal(['x', 'y', 'x']);
    expect(allocator.allocate(unitOf('c'))).to.include({ ok: false, code: 'limit_reached' });
  });

  it('a tracker without a row of its own is refused if every row has an identity', () => {
    expect(createAllocator([{ identity: 'a' }]).allocate(unitOf('b'))).to.include({ ok: false, code: 'not_found' });
  });

  it('a tracker gets the same row of the same list on another day, in any order', () => {
    receipts.set('1', receiptOf({ hardwareId: 'a', row: { name: 'x' } }));
    receipts.set('2', receiptOf({ hardwareId: 'b', row: { name: 'y' } }));
    const allocator = createAllocator([{ name: 'x' }, { name: 'y' }, { name: 'z' }]);
    expect(allocator.rowsLeft()).to.equal(1);
    expect(['c', 'b', 'a'].map((id) => allocate(allocator, id).row?.name)).to.deep.equal(['z', 'y', 'x']);
  });

  it('a row used for another template or by a failed setup is free', () => {
    receipts.set('1', receiptOf({ hardwareId: 'a', row: { name: 'x' }, template: { id: 'other', name: 'Other' } }));
    receipts.set('2', receiptOf({ hardwareId: 'b', row: { name: 'y' }, outcome: 'failed' }));
    const allocator = createAllocator([{ name: 'x' }, { name: 'y' }]);
    expect(['c', 'd'].map((id) => allocate(allocator, id).row?.name)).to.deep.equal(['x', 'y']);
  });
});
