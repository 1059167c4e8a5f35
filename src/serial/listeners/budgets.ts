/** Bytes that connections hold, bounded for all of them together: the one that holds the most gives way. */
export type HeldBytes = {
  /** Registers a holder; `giveWay` ends it. */
  readonly open: (giveWay: () => void) => {
    /** May call `giveWay`, of this holder or another one. */
    readonly set: (bytes: number) => void;
    readonly close: () => void;
  };
};

type Holder = { bytes: number; readonly giveWay: () => void };

export function createHeldBytes(max: number): HeldBytes {
  const holders = new Set<Holder>();
  let total = 0;

  function set(holder: Holder, bytes: number): void {
    if (!holders.has(holder)) return;
    total += bytes - holder.bytes;
    holder.bytes = bytes;
    if (total <= max) return;
    let largest = holder;
    for (const other of holders) if (other.bytes > largest.bytes) largest = other;
    close(largest);
    largest.giveWay();
  }

  function close(holder: Holder): void {
    if (holders.delete(holder)) total -= holder.bytes;
  }

  return {
    open(giveWay) {
      const holder: Holder = { bytes: 0, giveWay };
      holders.add(holder);
      return {
        set(bytes) {
          set(holder, bytes);
        },
        close() {
          close(holder);
        },
      };
    },
  };
}

/** Bytes of reports that are not settled, of all connections: beyond the bound, no connection is read. */
export type UnsettledBytes = {
  /** negative: they are settled */
  readonly add: (bytes: number) => void;
  readonly isFull: () => boolean;
  /** Calls `resume` once half of the bound is free; not after the returned function was called. */
  readonly onRoom: (resume: () => void) => () => void;
};

export function createUnsettledBytes(max: number): UnsettledBytes {
  const waiting = new Set<() => void>();
  let total = 0;
  return {
    add(bytes) {
      total += bytes;
      if (bytes >= 0 || total > max / 2) return;
      const resumes = [...waiting];
      waiting.clear();
      for (const resume of resumes) resume();
    },
    isFull: () => total > max,
    onRoom(resume) {
      waiting.add(resume);
      return () => void waiting.delete(resume);
    },
  };
}
