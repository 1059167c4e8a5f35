const DECODED_PORTNUMS = { text: 1, position: 3, nodeInfo: 4, detection: 10, alert: 11, telemetry: 67 } as const;
const DECODED_NUMBERS: ReadonlySet<number> = new Set(Object.values(DECODED_PORTNUMS));

/** Applications by their `portnum`: those that are decoded, and those of provisioning. */
export const PORTNUMS = { ...DECODED_PORTNUMS, routing: 5, admin: 6 } as const;

/** Not true for provisioning packets: they contain keys. */
export const isDecoded = (portnum: number): boolean => DECODED_NUMBERS.has(portnum);
