/**
 * A message with one call, directly followed by one result whose id is known nowhere: an agent mixed up two ids. They belong together
 * unless their names contradict. A doubt is an orphan: a lost result is bad, a wrong one worse.
 */
import { isReal } from '../canonical/completion.ts';
import type { Block, Content } from '../canonical/content.ts';
import { answeredIdOf, answeredNameOf, callNameOf, isProviderExecuted } from '../canonical/read-block.ts';
import { namesAgree } from './names-agree.ts';
import type { Answer, Call } from './occurrence.ts';

export class LonePair {
  /** The only call of the last content with calls. */
  #call: Call | undefined;
  /** The last content of those that follow it and contain results. */
  #last = -1;
  /** The id of all results so far; undefined if they have several. */
  #id: string | undefined;
  readonly #answers: Answer[] = [];

  /** Before the blocks of a content. */
  begin(index: number, { blocks }: Content): void {
    if (this.#call === undefined) return;
    const goesOn = index === this.#last + 1 && (blocks ?? []).some(isResponse);
    if (goesOn) this.#last = index;
    else this.#call = undefined;
  }

  /** After them. */
  end(index: number, { speaker, blocks }: Content, calls: readonly Call[]): void {
    if (calls.length === 0) return;
    const [call] = calls;
    const isLone = speaker === 'ai' && calls.length === 1 && !blocks.some(isResponse);
    this.#call = isLone && call !== undefined && !isProviderExecuted(call.block) ? call : undefined;
    this.#last = index;
    this.#id = undefined;
    this.#answers.length = 0;
  }

  /** Every answer is seen once. Returns the answers that no longer belong to the call, because this one has another id. */
  see(answer: Answer): readonly Answer[] {
    if (this.#call === undefined || answer.entry !== this.#last) return [];
    const id = answeredIdOf(answer.block);
    if (this.#answers.length === 0) this.#id = id;
    else if (id !== this.#id) this.#call = undefined;
    this.#answers.push(answer);
    return this.#call === undefined ? this.#answers : [];
  }

  /** The call of an answer that no id and no position gives one. `rivals`: other open calls of its batch. */
  callOf(answer: Answer, rivals: (call: Call) => readonly Call[]): Call | undefined {
    const call = this.#call;
    if (call === undefined || !this.#answers.includes(answer) || !isReal(answer.strength)) return undefined;
    const name = answeredNameOf(answer.block);
    const fits = (one: Call): boolean => namesAgree(name, callNameOf(one.block));
    if (!fits(call) || call.answers.some((other) => !this.#answers.includes(other))) return undefined;
    return rivals(call).some((one) => one !== call && fits(one)) ? undefined : call;
  }
}

function isResponse(block: Block | undefined): boolean {
  return block?.type === 'tool_response';
}
