const read = { text: 1, position: 3, nodeInfo: 4, detection: 10, alert: 11, telemetry: 67 } as const;
const numbers: ReadonlySet<number> = new Set(Object.values(read));

/** Applications by their `portnum`: those whose packets are read, and those by which a node is set up. */
export const ports = { ...read, routing: 5, admin: 6 } as const;

/** What a node is set up with is not: it holds keys. */
export const isRead = (port: number): boolean => numbers.has(port);
