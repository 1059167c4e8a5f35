/** The applications whose packets are read, by their `portnum`. */
export const ports = { text: 1, position: 3, nodeInfo: 4, detection: 10, alert: 11, telemetry: 67 } as const;

const read: ReadonlySet<number> = new Set(Object.values(ports));

export const isRead = (port: number): boolean => read.has(port);
