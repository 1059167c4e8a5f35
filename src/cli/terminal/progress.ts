/** Shows the progress of long work on one line of the terminal. Prints nothing if `out` is not a terminal. */
export type Progress = { readonly show: (share: number) => void; readonly done: () => void };

export function createProgress(what: string, out: NodeJS.WriteStream = process.stderr): Progress {
  let shown = '';
  const write = (text: string): void => {
    if (!out.isTTY || text === shown) return;
    out.write(`\r\u001b[2K${text}`);
    shown = text;
  };
  return {
    show(share) {
      write(`${what} ${Math.min(100, Math.floor(share * 100))} %`);
    },
    done() {
      write('');
    },
  };
}
