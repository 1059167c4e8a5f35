/** Accepts an http or https address without a user, a password and a fragment. */
export function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  const isPlain = username === '' && password === '' && hash === '';
  return isPlain && (protocol === 'https:' || protocol === 'http:');
}
