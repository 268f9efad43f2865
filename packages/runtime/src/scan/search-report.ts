/** Formats what was found as text of limited length: `path:line: text`, and `path-line- text` for context. */
import { counted } from '../workspace/bounded-text.ts';
import { showPath } from '../workspace/show-path.ts';
import type { FileHits } from './hits.ts';
import type { Omissions, ScanEnd } from './scan-request.ts';

const maxCharacters = 48_000;

export class SearchReport {
  readonly #prefix: string;
  readonly #context: number;
  readonly #progress: (text: string) => void;
  readonly #lines: string[] = [];
  #size = 0;
  #matches = 0;
  #cut = false;

  /** `prefix`: written before every path. */
  constructor(prefix: string, context: number, progress: (text: string) => void) {
    this.#prefix = prefix;
    this.#context = context;
    this.#progress = progress;
  }

  add({ path, hits }: FileHits): void {
    const from = this.#lines.length;
    const name = showPath(this.#prefix + path);
    let last = -1;
    for (const { line, text, isMatch } of hits) {
      if (this.#context > 0 && line !== last + 1 && this.#lines.length > 0) this.#push('--');
      last = line;
      if (this.#push(isMatch ? `${name}:${line}: ${text}` : `${name}-${line}- ${text}`) && isMatch) this.#matches += 1;
    }
    if (this.#lines.length > from) this.#progress(`${this.#lines.slice(from).join('\n')}\n`);
  }

  text(end: ScanEnd, what: string): string {
    const none = `No matches for ${what} (${counted(end.files, 'file')} searched).`;
    return [
      ...(this.#matches === 0 ? [none] : this.#lines),
      ...(end.more || this.#cut
        ? [`[There are more matches than the ${this.#matches} shown. Narrow the pattern, path or glob.]`]
        : []),
      ...(end.denied > 0 ? [`[${counted(end.denied, 'file')} not searched: a rule of the user denies reading.]`] : []),
      ...omitted(end.large, 'too large to search', this.#prefix),
      ...omitted(end.unread, 'not readable', this.#prefix),
    ].join('\n');
  }

  #push(line: string): boolean {
    this.#cut ||= this.#size + line.length > maxCharacters;
    if (this.#cut) return false;
    this.#size += line.length + 1;
    this.#lines.push(line);
    return true;
  }
}

function omitted({ count, names }: Omissions, why: string, prefix: string): string[] {
  if (count === 0) return [];
  const more = count > names.length ? ', …' : '';
  return [`[${count} ${why}: ${names.map((name) => showPath(prefix + name)).join(', ')}${more}]`];
}
