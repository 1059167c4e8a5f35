/** What a character of an EnvironmentFile= is part of. */
type Place = 'start' | 'comment' | 'name' | 'before' | 'value' | 'single' | 'double';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** In double quotes, a backslash stays in front of every other character. */
const ESCAPED = '"\\`$';

/** The variables of a file for EnvironmentFile= as systemd reads it: systemd.exec(5). */
export function parseEnvironmentFile(text: string): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  let [name, value] = ['', ''];
  /** Length of the value without the white space that may be its end. */
  let kept = 0;
  let place: Place = 'start';

  function finish(): void {
    if (place !== 'start' && place !== 'comment' && place !== 'name' && NAME.test(name.trim()))
      variables[name.trim()] = place === 'value' ? value.slice(0, kept) : value;
    [name, value, kept, place] = ['', '', 0, 'start'];
  }
  function add(character: string, isText: boolean): void {
    value += character;
    if (isText) kept = value.length;
  }

  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    const isLineEnd = character === '\n' || character === '\r';
    const isQuoted = place === 'single' || place === 'double';
    if (isLineEnd && !isQuoted) finish();
    else if (place === 'start') {
      if (character === '#' || character === ';') place = 'comment';
      else if (!/\s/.test(character)) [name, place] = [character, 'name'];
    } else if (place === 'name') {
      if (character === '=') place = 'before';
      else name += character;
    } else if (place === 'single' || place === 'double') {
      const end = place === 'single' ? "'" : '"';
      if (character === end) place = 'before';
      else if (character === '\\' && place === 'double') {
        if (next !== '\n') add(ESCAPED.includes(next) ? next : `\\${next}`, true);
        at += 1;
      } else add(character, true);
    } else if (place === 'before' || place === 'value') {
      if (place === 'before' && (character === "'" || character === '"')) {
        place = character === "'" ? 'single' : 'double';
      } else if (character === '\\') {
        // A line end after it continues the value.
        if (next !== '\n') add(next, true);
        at += 1;
        place = 'value';
      } else if (place === 'value' || !/\s/.test(character)) {
        add(character, !/\s/.test(character));
        place = 'value';
      }
    }
  }
  finish();
  return variables;
}
