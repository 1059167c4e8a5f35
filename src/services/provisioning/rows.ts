import { parse } from 'csv-parse/sync';
import { failure, messageOf, success, type Result } from '../../errors.js';
import type { ProvisioningInput } from '../../schema/provisioning.js';
import { rowSchema, type Row } from '../../schema/receipt.js';
import { validator } from '../../schema/validator.js';

const MOST_ROWS = 2_000;
const validateRow = validator(rowSchema);

/** The list of units, given as such or as CSV (RFC 4180) with a heading; null when there is none. */
export function readRows({ units, csv }: Pick<ProvisioningInput, 'units' | 'csv'>): Result<readonly Row[] | null> {
  if (units !== undefined && csv !== undefined) return failure('validation_failed', 'give either /units or /csv');
  if (csv === undefined) return success(units ?? null);
  let records: unknown[];
  try {
    records = parse(csv, { columns: true, bom: true, trim: true, skip_empty_lines: true, to: MOST_ROWS + 1 });
  } catch (error) {
    return failure('validation_failed', `/csv: ${messageOf(error)}`);
  }
  if (records.length > MOST_ROWS) return failure('validation_failed', `/csv has more than ${MOST_ROWS} rows`);
  const rows: Row[] = [];
  for (const [place, record] of records.entries()) {
    const row = validateRow(record);
    if (!row.ok) return failure('validation_failed', `/csv, row ${place + 1}: ${row.message}`);
    rows.push(row.value);
  }
  return success(rows);
}
