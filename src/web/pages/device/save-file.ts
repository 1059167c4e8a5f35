/** Hands a file to the browser, to be kept where the viewer likes. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
