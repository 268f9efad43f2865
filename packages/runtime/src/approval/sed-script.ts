/**
 * Whether a `sed` command only prints and replaces. Scripts can run commands (`e`, `s///e`) and read or write files (`r`, `w`);
 * options can change files (`-i`) or read a script from one (`-f`). Only what is certainly harmless passes.
 */

const harmlessOption = /^(-[nErsuz]+|--(quiet|silent|regexp-extended|separate|unbuffered|null-data|posix))$/;
const scriptOption = /^(-[nErsuz]*e|--expression)$/;

/** A bracket expression (`[…]`) must not contain the delimiter: `sed` would not end there, and the rest would mean something else. */
const expression = (delimiter: string): string =>
  `(?:\\\\.|\\[\\^?[^\\]\\[\\\\/|#,:@%]+\\]|(?!${delimiter})[^\\\\\\[])*`;
const address = `(?:\\d+|\\$|/${expression('/')}/I?)`;
const place = `(?:${address}(?:,(?:${address}|[+~]\\d+))?)? ?!? ?`;
const replace = (group: string): string =>
  `s(?<${group}>[/|#,:@%])${expression(`\\k<${group}>`)}\\k<${group}>(?:\\\\.|(?!\\k<${group}>)[^\\\\])*\\k<${group}>[gpiIm\\d]*`;
const plainCommand = new RegExp(`^${place}(?:[pdDPgGhHnNxqQl=]|${replace('delimiter')})\\s*(?:;|$)`);

/** `words`: the arguments. */
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
