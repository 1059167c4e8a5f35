import type { CsvStyle } from '../domain/records/record-format.js';
import { failure, success, type Result } from '../errors.js';
import type { CsvQuery } from '../schema/records/csv-query.js';

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** How the query wants a CSV file; `validation_failed` if the file could not be read, or is none. */
export function csvStyleOf(query: CsvQuery & { readonly format: string }): Result<CsvStyle> {
  const { format, separator, decimal, bom } = query;
  const isStyled = separator !== undefined || decimal !== undefined || bom !== undefined;
  if (isStyled && format !== 'csv') {
    return failure('validation_failed', '/separator, /decimal and /bom are for format=csv: leave them out, or set it');
  }
  if (decimal === 'comma' && (separator ?? 'comma') === 'comma') {
    return failure('validation_failed', '/decimal=comma requires separator=semicolon or separator=tab');
  }
  return success({
    separator: SEPARATORS[separator ?? 'comma'],
    decimal: decimal === 'comma' ? ',' : '.',
    bom: bom === true,
  });
}
