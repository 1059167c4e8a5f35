/** Runs tasks one after the other, so that each decides on what the one before has changed. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const own = last.then(task, task);
    last = own.catch(() => undefined);
    return own;
  };
}
