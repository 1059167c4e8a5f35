/** What is said of a field, `/limits/dailySmsLimit must be …`, of the option that sets it: `--daily-sms-limit must be …`. */
export function withOptionNames(message: string, options: readonly string[] = []): string {
  return message.replace(/^\/[^\s:]+/, (pointer) => {
    const names = pointer.split('/').map((part) => `--${part.replace(/[A-Z]/g, '-$&').toLowerCase()}`);
    // One of `tags` is set by `--tag`.
    const matching = names.map((name) => options.find((option) => option === name || `${option}s` === name));
    return matching.findLast((option) => option !== undefined) ?? pointer;
  });
}
