/**
 * Finds the blocks of calls in a text that comes in chunks of any size. All input comes out once and in order, as text or as
 * calls; only a possible start of a block is held back. The result does not depend on where the chunks are cut.
 */
import { parseCalls, salvageCall } from './parse-call.ts';
import { callCloses, callOpens, type ReadCall } from './text-form.ts';

export type Found =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'calls'; readonly calls: readonly ReadCall[] };

export class TextScan {
  /** In prose: a possible start of the opening tag. */
  #heldBack = '';
  /** In a block: its text so far, in chunks. */
  #block: string[] | undefined;
  /** How much of the closing tag is at the end of the block. */
  #matched = 0;
  #inString = false;
  #escaped = false;
  /** Whether quotes are skipped when searching for the end of a block. */
  #naive = false;

  /** Whether a block has started and not ended. */
  get inBlock(): boolean {
    return this.#block !== undefined;
  }

  push(text: string): readonly Found[] {
    const found: Found[] = [];
    let rest = text;
    while (rest !== '') rest = this.#block === undefined ? this.#prose(rest, found) : this.#inside(rest, found);
    return found;
  }

  /** The end of the text. `finished`: the model ended it, so a block that only lacks its closing tag counts. */
  end(finished: boolean): readonly Found[] {
    const found: Found[] = [];
    while (this.#block !== undefined) {
      const block = this.#block.join('');
      const closes = block.indexOf(callCloses);
      const calls = finished ? soundCalls(block, '') : undefined;
      this.#block = undefined;
      if (calls !== undefined) found.push(...calls);
      else if (closes === -1) found.push({ type: 'text', text: callOpens + block });
      else {
        // The block has unbalanced quotes. From here on quotes are ignored, so nothing is read more than twice.
        this.#naive = true;
        found.push(...readBlock(block.slice(0, closes)));
        found.push(...this.push(block.slice(closes + callCloses.length)));
      }
    }
    if (this.#heldBack !== '') found.push({ type: 'text', text: this.#heldBack });
    this.#heldBack = '';
    return found;
  }

  #prose(text: string, found: Found[]): string {
    const all = this.#heldBack + text;
    const opens = all.indexOf(callOpens);
    const end = opens === -1 ? all.length - heldBack(all) : opens;
    if (end > 0) found.push({ type: 'text', text: all.slice(0, end) });
    this.#heldBack = opens === -1 ? all.slice(end) : '';
    if (opens === -1) return '';
    this.#block = [];
    this.#matched = 0;
    this.#inString = false;
    this.#escaped = false;
    return all.slice(opens + callOpens.length);
  }

  #inside(text: string, found: Found[]): string {
    for (let at = 0; at < text.length; at += 1) {
      if (!this.#step(text.charAt(at))) continue;
      const block = [...(this.#block ?? []), text.slice(0, at + 1)].join('').slice(0, -callCloses.length);
      this.#block = undefined;
      found.push(...readBlock(block));
      return text.slice(at + 1);
    }
    this.#block?.push(text);
    return '';
  }

  /** Advances one character; true at the end of the closing tag. A closing tag inside a JSON string does not count. */
  #step(sign: string): boolean {
    this.#matched = sign === callCloses.charAt(this.#matched) ? this.#matched + 1 : sign === '<' ? 1 : 0;
    if (this.#escaped) this.#escaped = false;
    else if (sign === '"') this.#inString = !this.#inString;
    else if (sign === '\\') this.#escaped = this.#inString;
    if (this.#matched < callCloses.length) return false;
    this.#matched = 0;
    return this.#naive || !this.#inString;
  }
}

/** A block with both its tags. If it is not a call, it stays text. */
function readBlock(block: string): readonly Found[] {
  const found = soundCalls(block, callCloses);
  if (found !== undefined) return found;
  // The tag may have been mentioned before it was used; then only the text after the last one can be the call.
  const at = block.lastIndexOf(callOpens);
  const last = at === -1 ? block : block.slice(at + callOpens.length);
  const mentioned = last !== block && /^\s*[{[`]/.test(last);
  const call = salvageCall(mentioned ? last : block);
  if (call === undefined) return [{ type: 'text', text: callOpens + block + callCloses }];
  const before: readonly Found[] = mentioned ? [{ type: 'text', text: callOpens + block.slice(0, at) }] : [];
  return [...before, { type: 'calls', calls: [call] }];
}

/** The valid JSON: the block or, since models forget closing tags, a part between two opening tags. Undefined if there is none. */
function soundCalls(block: string, closes: string): readonly Found[] | undefined {
  const calls = parseCalls(block);
  if (calls.length > 0) return [{ type: 'calls', calls }];
  const parts = block.split(callOpens);
  const found = parts.map((part, at): Found => {
    const inner = parts.length === 1 ? [] : parseCalls(part);
    if (inner.length > 0) return { type: 'calls', calls: inner };
    return { type: 'text', text: callOpens + part + (at === parts.length - 1 ? closes : '') };
  });
  return found.some(({ type }) => type === 'calls') ? found : undefined;
}

/** How many characters at the end of a text may be the start of an opening tag. */
function heldBack(text: string): number {
  for (let length = Math.min(callOpens.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(callOpens.slice(0, length))) return length;
  }
  return 0;
}
