/** Replaces the field in an error message (`/limits/dailySmsLimit must be …`) by the option that sets it (`--daily-sms-limit must be …`). */
export function withOptionNames(message: string, options: readonly string[] = []): string {
  return message.replace(/^\/[^\s:]+/, (pointer) => {
    const names = pointer.split('/').map((part) => `--${part.replace(/[A-Z]/g, '-$&').toLowerCase()}`);
    // `--tag` sets one of `tags`.
    const matching = names.map((name) => options.find((option) => option === name || `${option}s` === name));
    return matching.findLast((option) => option !== undefined) ?? pointer;
  });
}
