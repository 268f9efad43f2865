/** A conversation in Codex's format: the history as response items, and events that show it on the screen. */
import type { JsonObject, MediaBlock, Seal, TextBlock, ThinkingBlock } from '@interlock/transcript';
import { toolTables } from '../../tool-names/tool-tables.ts';
import type { AgentWriter, Conversation, WrittenSession } from '../../write/agent-writer.ts';
import { uuidFrom } from '../../write/made-ids.ts';
import {
  type AgentForm,
  callsOf,
  type MessageBlock,
  pictureTypes,
  seedOf,
  type WrittenAnswer,
  type WrittenCall,
  type WrittenQuestion,
  writtenSteps,
} from '../../write/written-steps.ts';
import { codex } from './index.ts';

/** The version of this format. */
const version = '0.166.0';

export const codexWriter: AgentWriter = {
  name: codex.name,
  label: codex.label,
  write,
  findsInstalledOnly: true,
  pathOf: ({ fileName }, machine) => {
    const [place] = codex.places(machine);
    const day = fileName.slice('rollout-'.length, 'rollout-2026-11-15'.length).replaceAll('-', '/');
    return `${place?.folder}/${day}/${fileName}`;
  },
  resume: ({ id }) => [['codex', 'resume', id]],
};

function write(conversation: Conversation): WrittenSession {
  const seed = seedOf(conversation);
  const id = uuidFrom(seed);
  const provider = providerOf(conversation);
  const { steps, leftOut } = writtenSteps(conversation, formFor(provider));
  const lines = new Lines(id);
  const started = steps[0]?.time ?? conversation.time;
  lines.add('session_meta', sessionMeta(id, provider, started, conversation.folder), started);
  steps.forEach((step, index) => {
    if (step.kind === 'question') addQuestion(step, lines);
    else addAnswer(step, lines, provider);
    if (step.kind === 'answer' && steps[index + 1]?.kind !== 'answer') lines.endTurn(step.time);
  });
  const title = conversation.title ?? '';
  const named = { type: 'thread_name_updated', thread_id: id, thread_name: title };
  if (title !== '') lines.add('event_msg', named, steps.at(-1)?.time ?? started);
  const stamp = new Date(conversation.time).toISOString().slice(0, 19).replaceAll(':', '-');
  const fileName = `rollout-${stamp}-${id}.jsonl`;
  return { id, folder: conversation.folder, fileName, form: 'lines', records: lines.all, leftOut };
}

/**
 * Codex names one provider per thread and continues the thread only there, because only that provider accepts its
 * thinking. A thread without thinking names none, and continues anywhere.
 */
function providerOf({ contents }: Conversation): string | undefined {
  const seals = contents.flatMap(({ blocks }) =>
    blocks.flatMap(({ type, seal }) => (type === 'thinking' && seal) || []),
  );
  return seals.findLast(isReasoning)?.provider;
}

function isReasoning(seal: ThinkingBlock['seal']): boolean {
  return seal?.protocol === 'openai-responses' && seal.field === 'encrypted_content' && seal.value !== '';
}

function formFor(provider: string | undefined): AgentForm {
  return {
    ids: 'openai',
    tools: toolTables[codex.name] ?? {},
    shows: ({ mimeType, encoding }) =>
      encoding === 'url' ? mimeType.startsWith('image/') : pictureTypes.has(mimeType),
    keeps: ({ seal }) => isReasoning(seal) && seal?.provider === provider,
  };
}

/** The lines so far, and the turn they belong to. */
class Lines {
  readonly #id: string;
  readonly #lines: JsonObject[] = [];
  #turn: string | undefined;
  #turns = 0;
  #model = '';

  constructor(id: string) {
    this.#id = id;
  }

  get all(): readonly JsonObject[] {
    return this.#lines;
  }

  add(type: string, payload: JsonObject, time: number): void {
    this.#lines.push({ timestamp: new Date(time).toISOString(), type, payload });
  }

  item(payload: JsonObject, time: number): void {
    this.add('response_item', payload, time);
  }

  event(payload: JsonObject, time: number): void {
    this.add('event_msg', payload, time);
  }

  startTurn(time: number): void {
    if (this.#turn !== undefined) return;
    this.#turns += 1;
    this.#turn = uuidFrom(`${this.#id} turn ${this.#turns}`);
    const started = { type: 'task_started', turn_id: this.#turn, started_at: Math.floor(time / 1_000) };
    this.event({ ...started, model_context_window: null, collaboration_mode_kind: 'default' }, time);
  }

  endTurn(time: number): void {
    if (this.#turn === undefined) return;
    this.event({ type: 'task_complete', turn_id: this.#turn, last_agent_message: null }, time);
    this.#turn = undefined;
  }

  /** Sets the model of the answers that follow. */
  setModel(model: string, time: number): void {
    if (model === this.#model) return;
    this.#model = model;
    // A context without the settings that Codex requires is for readers: it keeps its own.
    this.add('turn_context', { turn_id: this.#turn ?? '', model }, time);
  }
}

function sessionMeta(id: string, provider: string | undefined, time: number, cwd: string): JsonObject {
  const about = { id, session_id: id, timestamp: new Date(time).toISOString(), cwd };
  const named = provider === undefined ? {} : { model_provider: provider };
  return { ...about, originator: 'interlock', cli_version: version, source: 'cli', ...named };
}

function addQuestion({ blocks, isSummary, time }: WrittenQuestion, lines: Lines): void {
  const item = { type: 'message', role: 'user', content: blocks.map(inputPart) };
  if (isSummary) {
    lines.add('compacted', { message: wordsIn(blocks), replacement_history: [item] }, time);
    return;
  }
  lines.startTurn(time);
  lines.item(item, time);
  const images = blocks.flatMap((block) => (block.type === 'media' ? [addressOf(block)] : []));
  lines.event({ type: 'user_message', message: wordsIn(blocks), images, local_images: [], text_elements: [] }, time);
}

function addAnswer(answer: WrittenAnswer, lines: Lines, provider: string | undefined): void {
  const { blocks, time, model } = answer;
  lines.startTurn(time);
  if (model !== '' && answer.provider === (provider ?? 'openai')) lines.setModel(model, time);
  for (const block of blocks) {
    if (block.type === 'thinking') lines.item(reasoning(block), time);
    else if (block.type === 'call') lines.item(functionCall(block), time);
    else if (block.type === 'text') {
      lines.item(message(block), time);
      lines.event({ type: 'agent_message', message: block.text }, time);
    }
  }
  for (const { id, outcome } of callsOf(answer)) {
    // After a kill an open call has no output: Codex itself says that it was aborted.
    if (outcome.kind === 'open') continue;
    const { text, media } = outcome;
    const parts = [...(text === '' ? [] : [{ type: 'input_text', text }]), ...media.map(inputPart)];
    lines.item({ type: 'function_call_output', call_id: id, output: media.length === 0 ? text : parts }, time);
  }
}

function reasoning({ thought, seal }: ThinkingBlock): JsonObject {
  const summary = thought === '' ? [] : [{ type: 'summary_text', text: thought }];
  return { type: 'reasoning', ...itemId(seal), summary, content: null, encrypted_content: seal?.value ?? '' };
}

/** An item has the id that the provider gave it, or none. */
function itemId(seal: Seal | undefined): JsonObject {
  return seal?.protocol === 'openai-responses' && seal.item !== undefined ? { id: seal.item } : {};
}

function functionCall({ id, name, parameters, seal }: WrittenCall): JsonObject {
  return { type: 'function_call', ...itemId(seal), name, arguments: JSON.stringify(parameters), call_id: id };
}

function message({ text, seal }: TextBlock): JsonObject {
  const isPhase = seal?.field === 'message' && seal.value !== '';
  const phase = isPhase ? { phase: seal.value } : {};
  return { type: 'message', ...itemId(seal), role: 'assistant', content: [{ type: 'output_text', text }], ...phase };
}

function inputPart(block: MessageBlock): JsonObject {
  if (block.type === 'text') return { type: 'input_text', text: block.text };
  return { type: 'input_image', image_url: addressOf(block) };
}

function addressOf({ mimeType, data, encoding }: MediaBlock): string {
  return encoding === 'url' ? data : `data:${mimeType};base64,${data}`;
}

function wordsIn(blocks: readonly MessageBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
