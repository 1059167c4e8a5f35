import type { CsvStyle } from '../domain/records/record-format.js';
import { success, type Result } from '../errors.js';
import type { CsvQuery } from '../schema/records/csv-query.js';
import { requestErrors } from './messages.js';

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** How the query wants a CSV file; `validation_failed` if the file could not be read, or is none. */
export function csvStyleOf(query: CsvQuery & { readonly format: string }): Result<CsvStyle> {
  const { format, separator, decimal, bom } = query;
  const isStyled = separator !== undefined || decimal !== undefined || bom !== undefined;
  if (isStyled && format !== 'csv') {
    return requestErrors.csvOnly();
  }
  if (decimal === 'comma' && (separator ?? 'comma') === 'comma') {
    return requestErrors.csvDecimal('/decimal');
  }
  return success({
    separator: SEPARATORS[separator ?? 'comma'],
    decimal: decimal === 'comma' ? ',' : '.',
    bom: bom === true,
  });
}
