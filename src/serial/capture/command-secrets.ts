/** A shorter text occurs by chance, and would make the rest unreadable. */
const MIN_LENGTH = 4;

/** Patterns that match the texts of a command in received data, one character per byte: as given, and as it is sent. */
function commandSecrets(forms: readonly Uint8Array[]): RegExp[] {
  const texts = forms.flatMap((bytes) => {
    const text = Buffer.from(bytes).toString('latin1');
    return [text, JSON.stringify(text).slice(1, -1)].flatMap((form) => form.split(/[\r\n]+/));
  });
  const long = [...new Set(texts)].filter((text) => text.length >= MIN_LENGTH);
  return long.map((text) => new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'));
}

/** More would slow the redaction down. */
const MAX_SECRETS = 32;

/** Adds the patterns of a command to those of the last ones. */
export function addCommandSecrets(secrets: RegExp[], forms: readonly Uint8Array[]): void {
  secrets.push(...commandSecrets(forms));
  secrets.splice(0, secrets.length - MAX_SECRETS);
}
