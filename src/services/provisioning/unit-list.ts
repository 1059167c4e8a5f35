import { parse } from 'csv-parse/sync';
import { failure, messageOf, success, type Result } from '../../errors.js';
import type { ProvisioningInput } from '../../schema/provisioning/provisioning.js';
import { unitRowSchema, type UnitRow } from '../../schema/provisioning/receipt.js';
import { validator } from '../../schema/validator.js';

const MAX_ROWS = 2_000;
const validateRow = validator(unitRowSchema);

/** The list of units, from JSON or from CSV (RFC 4180) with a header row; null: none. */
export function readUnitList({
  units,
  csv,
}: Pick<ProvisioningInput, 'units' | 'csv'>): Result<readonly UnitRow[] | null> {
  if (units !== undefined && csv !== undefined) return failure('validation_failed', 'set either /units or /csv');
  if (csv === undefined) return success(units ?? null);
  let records: unknown[];
  try {
    records = parse(csv, { columns: true, bom: true, trim: true, skip_empty_lines: true, to: MAX_ROWS + 1 });
  } catch (error) {
    return failure('validation_failed', `/csv: ${messageOf(error)}`);
  }
  if (records.length > MAX_ROWS) return failure('validation_failed', `/csv has more than ${MAX_ROWS} rows: split it`);
  const rows: UnitRow[] = [];
  for (const [index, record] of records.entries()) {
    const row = validateRow(record);
    if (!row.ok) return failure('validation_failed', `/csv, row ${index + 1}: ${row.message}`);
    rows.push(row.value);
  }
  return success(rows);
}
