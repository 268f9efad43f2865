/**
 * Whether a `sed` only prints and replaces. Its scripts can run commands (`e`, `s///e`), read and write files (`r`, `w`), and its options can
 * change files (`-i`) or take a script from one (`-f`): only what is certainly harmless counts as such.
 */

const harmlessOption = /^(-[nErsuz]+|--(quiet|silent|regexp-extended|separate|unbuffered|null-data|posix))$/;
const scriptOption = /^(-[nErsuz]*e|--expression)$/;

/** A set of characters (`[…]`) must not hold a delimiter: that `sed` does not end there would change what all of the rest means. */
const expression = (delimiter: string): string =>
  `(?:\\\\.|\\[\\^?[^\\]\\[\\\\/|#,:@%]+\\]|(?!${delimiter})[^\\\\\\[])*`;
const address = `(?:\\d+|\\$|/${expression('/')}/I?)`;
const place = `(?:${address}(?:,(?:${address}|[+~]\\d+))?)? ?!? ?`;
const replace = (group: string): string =>
  `s(?<${group}>[/|#,:@%])${expression(`\\k<${group}>`)}\\k<${group}>(?:\\\\.|(?!\\k<${group}>)[^\\\\])*\\k<${group}>[gpiIm\\d]*`;
const plainCommand = new RegExp(`^${place}(?:[pdDPgGhHnNxqQl=]|${replace('delimiter')})\\s*(?:;|$)`);

/** `words`: those after the program's name. */
export function isPlainSed(words: readonly string[]): boolean {
  const scripts: string[] = [];
  const files: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') files.push(...words.slice(at + 1));
    if (word === '--') break;
    if (scriptOption.test(word)) {
      at += 1;
      scripts.push(words[at] ?? '');
    } else if (word.startsWith('--expression=')) scripts.push(word.slice('--expression='.length));
    else if (!word.startsWith('-') || word === '-') files.push(word);
    else if (!harmlessOption.test(word)) return false;
  }
  const [first] = files;
  return (scripts.length > 0 ? scripts : first === undefined ? [] : [first]).every(isPlainScript);
}

function isPlainScript(script: string): boolean {
  if (script.includes('\n')) return false;
  let rest = script.trim();
  while (rest !== '') {
    const command = plainCommand.exec(rest)?.[0];
    if (command === undefined) return false;
    rest = rest.slice(command.length).trimStart();
  }
  return true;
}
