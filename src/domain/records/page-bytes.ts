/** A page of records from the log ends at about this size of its lines: 10,000 records can be 160 MB. */
export const MAX_PAGE_BYTES = 4 * 1_048_576;
