/** Runs tasks one after the other, in the order they were asked for: each finds what the one before has left. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const own = last.then(task, task);
    last = own.catch(() => undefined);
    return own;
  };
}
