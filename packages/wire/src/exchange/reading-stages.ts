/** The stages after a protocol's decoder: extract thinking from the text, then calls, then build a content. */

import type { ReplyContext } from '../prepare/prepared-request.ts';
import { startReadingCalls } from '../prompt-tools/read-calls.ts';
import type { ReplyEvent } from '../reply/events.ts';
import { Gatherer } from '../reply/gatherer.ts';
import { startReadingThinking } from '../reply/inline-thinking.ts';

export class ReadingStages {
  readonly gatherer: Gatherer;
  readonly #thinking: ReturnType<typeof startReadingThinking> | undefined;
  readonly #calls: ReturnType<typeof startReadingCalls> | undefined;

  constructor(context: ReplyContext) {
    const { thinkingInText, promptTools } = context;
    this.gatherer = new Gatherer(context);
    this.#thinking = thinkingInText === undefined ? undefined : startReadingThinking(thinkingInText);
    this.#calls = promptTools ? startReadingCalls() : undefined;
  }

  pass(decoded: readonly ReplyEvent[]): readonly ReplyEvent[] {
    const thinking = this.#thinking;
    const calls = this.#calls;
    const thought = thinking === undefined ? decoded : decoded.flatMap((event) => thinking.event(event));
    const called = calls === undefined ? thought : thought.flatMap((event) => calls.event(event));
    return called.map((event) => this.gatherer.take(event));
  }

  end(): readonly ReplyEvent[] {
    return (this.#calls?.end() ?? []).map((event) => this.gatherer.take(event));
  }
}
