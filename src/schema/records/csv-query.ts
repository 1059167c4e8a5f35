/** How a file with `format=csv` is written, for spreadsheets that expect other marks than RFC 4180 has. */
export const csvQueryProperties = {
  separator: {
    enum: ['comma', 'semicolon', 'tab'],
    description: 'of format=csv: what separates cells; default: comma',
  },
  decimal: {
    enum: ['point', 'comma'],
    description: 'of format=csv: the decimal sign of numbers; default: point. A comma requires another separator',
  },
  bom: {
    type: 'boolean',
    description: 'of format=csv: true: the file starts with a byte order mark, by which spreadsheets recognize UTF-8',
  },
} as const;

export type CsvQuery = {
  readonly separator?: 'comma' | 'semicolon' | 'tab' | undefined;
  readonly decimal?: 'point' | 'comma' | undefined;
  readonly bom?: boolean | undefined;
};
