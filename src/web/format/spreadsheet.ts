import type { CsvQuery } from '../../schema/records/csv-query.js';
import type { Language } from '../text/text.js';

/** How spreadsheets in a language expect a CSV file: with a decimal comma, they separate cells by semicolons. */
export const csvStyleFor = (language: Language): Required<CsvQuery> =>
  language === 'en'
    ? { separator: 'comma', decimal: 'point', bom: true }
    : { separator: 'semicolon', decimal: 'comma', bom: true };
