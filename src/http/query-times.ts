type Query = Readonly<Record<string, string | string[] | undefined>>;

/** A time whose offset begins with a space: in a query, `+` means one, and few clients write `%2B`. */
const SPACED_OFFSET = /^(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d[\d:.,]*) (\d\d:?\d\d)$/;

/** The parameters of a query; a space before the offset of a time can be nothing else than a `+`. */
export const readQuery = (query: Query): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(SPACED_OFFSET, '$1+$2') : value,
    ]),
  );
