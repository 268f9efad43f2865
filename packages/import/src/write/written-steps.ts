/**
 * A conversation as writers need it: questions, and answers whose calls have their results. The renderer pairs and
 * repairs, as it does before every request; here names, ids and media get the form that the agent accepts.
 */
import {
  type AiBlock,
  type Completion,
  type Interaction,
  type JsonObject,
  type JsonValue,
  jsonText,
  type MediaBlock,
  mediaPlaceholder,
  render,
  type Seal,
  type SpokenBlock,
  type SyntheticReason,
  type TextBlock,
  type ThinkingBlock,
} from '@interlock/transcript';
import { ToolIds } from '@interlock/wire';
import { mapToolsBack } from '../tool-names/map-tools.ts';
import type { ToolTable } from '../tool-names/tool-tables.ts';
import type { Conversation } from './agent-writer.ts';

/** The things that an agent's format can represent. */
export interface AgentForm {
  readonly tools: ToolTable;
  /** The format of call ids. */
  readonly ids: 'anthropic' | 'openai';
  shows(media: MediaBlock): boolean;
  /** Whether thinking is written to the session: most agents would send it to a provider that refuses it. */
  keeps(thinking: ThinkingBlock): boolean;
}

export type MessageBlock = TextBlock | MediaBlock;

export interface WrittenQuestion {
  readonly kind: 'question';
  readonly blocks: readonly MessageBlock[];
  /** It replaces what came before. */
  readonly isSummary: boolean;
  readonly time: number;
}

export interface WrittenAnswer {
  readonly kind: 'answer';
  readonly blocks: readonly (MessageBlock | ThinkingBlock | WrittenCall)[];
  readonly provider: string;
  readonly model: string;
  readonly time: number;
}

export interface WrittenCall {
  readonly type: 'call';
  /** In the agent's form. */
  readonly id: string;
  readonly name: string;
  readonly parameters: JsonObject;
  readonly seal?: Seal;
  readonly outcome: WrittenResult | OpenCall;
}

export interface WrittenResult {
  readonly kind: 'result';
  readonly text: string;
  readonly isError: boolean;
  readonly media: readonly MediaBlock[];
}

/** The call never got a result. `text` says why. */
export interface OpenCall {
  readonly kind: 'open';
  readonly reason: SyntheticReason;
  readonly text: string;
}

export interface WrittenSteps {
  readonly steps: readonly (WrittenQuestion | WrittenAnswer)[];
  readonly leftOut: Readonly<Record<string, number>>;
}

export function writtenSteps(conversation: Conversation, form: AgentForm): WrittenSteps {
  const writer = new StepWriter(conversation, form);
  return { steps: writer.write(), leftOut: writer.leftOut };
}

class StepWriter {
  readonly leftOut: Record<string, number> = {};
  readonly #conversation: Conversation;
  readonly #form: AgentForm;
  readonly #ids: ToolIds;

  constructor(conversation: Conversation, form: AgentForm) {
    this.#conversation = conversation;
    this.#form = form;
    this.#ids = new ToolIds(form.ids);
  }

  write(): readonly (WrittenQuestion | WrittenAnswer)[] {
    const { contents, time: now, summarised } = this.#conversation;
    const steps: (WrittenQuestion | WrittenAnswer)[] = [];
    let time = 0;
    for (const { kind, blocks, metadata } of render(contents).transcript.steps) {
      // Agents order by time: it never goes back, and never beyond now.
      time = Math.min(Math.max(time, metadata.timestamp ?? now), now);
      if (kind === 'system') {
        this.#leaveOut('instructions');
        continue;
      }
      const written = blocks.flatMap((block) => this.#writeMessageBlock(block, kind));
      if (written.length === 0) continue;
      if (kind === 'human') {
        const isSummary = summarised === true && steps.length === 0;
        steps.push({ kind: 'question', blocks: written.filter(isConversation), isSummary, time });
      } else {
        const { provider = '', model = '' } = metadata;
        steps.push({ kind: 'answer', blocks: written, provider, model, time });
      }
    }
    return steps;
  }

  #writeMessageBlock(block: AiBlock, by: 'human' | 'ai'): readonly (MessageBlock | ThinkingBlock | WrittenCall)[] {
    if (block.type === 'interaction') return [this.#writeCall(block)];
    // No provider accepts pictures in its model's messages.
    if (block.type !== 'thinking') return this.#writeBlock(block, by === 'human');
    if (this.#form.keeps(block)) return [block];
    this.#leaveOut('thoughts that only their own provider accepts');
    return [];
  }

  #writeBlock(block: SpokenBlock, mayShow = true): readonly MessageBlock[] {
    if (block.type === 'text') return block.text.trim() === '' ? [] : [block];
    if (block.type === 'code') {
      return [{ type: 'text', text: `\`\`\`${block.language ?? ''}\n${block.code}\n\`\`\`` }];
    }
    if (block.encoding === 'text') {
      return [{ type: 'text', text: `<file name="${block.filename ?? ''}">\n${block.data}\n</file>` }];
    }
    if (mayShow && this.#form.shows(block)) return [block];
    this.#leaveOut('files of a kind that the agent does not store');
    return [{ type: 'text', text: mediaPlaceholder(block) }];
  }

  /** A call that a provider ran itself becomes an ordinary one: its result stays readable for everyone. */
  #writeCall({ call, completion }: Interaction): WrittenCall {
    const isSigned = call.seal !== undefined && call.seal.value !== '';
    const { name, parameters } = isSigned ? call : mapToolsBack(call, this.#form.tools);
    // The provider's id of a call belongs to its unchanged form.
    const seal = name === call.name ? call.seal : undefined;
    const id = this.#ids.project({ id: call.id, name, rawId: call.rawId });
    return {
      type: 'call',
      id,
      name,
      parameters,
      ...(seal === undefined ? {} : { seal }),
      outcome: this.#writeOutcome(completion),
    };
  }

  #writeOutcome(completion: Completion): WrittenResult | OpenCall {
    if (completion.kind === 'synthetic') return { kind: 'open', reason: completion.reason, text: completion.text };
    const { result, error, attachments } = completion;
    const beside = attachments.flatMap((block) => this.#writeBlock(block));
    const texts = [
      error ?? '',
      textOfResult(result),
      ...beside.flatMap((block) => (isMedia(block) ? [] : [block.text])),
    ];
    return {
      kind: 'result',
      text: texts.filter((text) => text !== '').join('\n'),
      isError: error !== undefined,
      media: beside.filter(isMedia),
    };
  }

  #leaveOut(what: string): void {
    this.leftOut[what] = (this.leftOut[what] ?? 0) + 1;
  }
}

function textOfResult(result: JsonValue): string {
  if (result === null) return '';
  return typeof result === 'string' ? result : jsonText(result);
}

function isMedia(block: MessageBlock): block is MediaBlock {
  return block.type === 'media';
}

function isConversation(block: MessageBlock | ThinkingBlock | WrittenCall): block is MessageBlock {
  return block.type === 'text' || block.type === 'media';
}

/** The calls of an answer, in order. */
export function callsOf({ blocks }: WrittenAnswer): readonly WrittenCall[] {
  return blocks.filter((block) => block.type === 'call');
}

/** A name for the written session: a different conversation, or a longer version of it, gets a different one. */
export function seedOf({ id, folder, contents }: Conversation): string {
  return `${id}\n${folder}\n${contents.length}\n${jsonText(JSON.parse(JSON.stringify(contents)))}`;
}

export const pictureTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
