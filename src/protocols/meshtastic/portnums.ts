const DECODED_PORTNUMS = { text: 1, position: 3, nodeInfo: 4, detection: 10, alert: 11, telemetry: 67 } as const;
const DECODED_NUMBERS: ReadonlySet<number> = new Set(Object.values(DECODED_PORTNUMS));

/** Applications by their `portnum`: those whose packets are read, and those by which a node is set up. */
export const PORTNUMS = { ...DECODED_PORTNUMS, routing: 5, admin: 6 } as const;

/** What a node is set up with is not: it holds keys. */
export const isDecoded = (portnum: number): boolean => DECODED_NUMBERS.has(portnum);
