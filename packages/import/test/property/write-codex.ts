/** A story as Codex writes it: response items, events for the screen beside them, rollbacks, compactions of three kinds. */
import { mulberry32 } from '../../../../test/conformance/mulberry32.ts';
import { picture, type Story, type StoryCall, type StoryRound, type StoryTurn } from './story.ts';
import { type ExpectedTurn, expectedOf, type Writer, type Written } from './writer.ts';

export const writeCodex: Writer = { agent: 'codex', write: (story) => new CodexWriter(story).write() };

class CodexWriter {
  readonly #story: Story;
  readonly #random: () => number;
  readonly #lines: string[] = [];

  constructor(story: Story) {
    this.#story = story;
    this.#random = mulberry32(story.seed);
  }

  write(): Written {
    let history: ExpectedTurn[] = [];
    const meta = { id: 'story', cwd: '/home/user/project', cli_version: '0.166.0', model_provider: 'openai' };
    this.#line('session_meta', meta);
    this.#message('developer', '<permissions instructions>…');
    this.#message('user', '<environment_context>…</environment_context>');
    this.#line('turn_context', { model: 'gpt-5.5' });
    for (const turn of this.#story.turns) {
      if (turn.compaction !== undefined) history = this.#compact(turn.compaction, history);
      this.#turn(turn);
      if (turn.rewound) this.#event('thread_rolled_back', { num_turns: 1 });
      else history.push({ turn, reason: 'interrupted' });
    }
    return { lines: this.#lines, expected: expectedOf(history) };
  }

  #turn({ said, rounds, answer }: StoryTurn): void {
    this.#event('task_started', { turn_id: String(this.#lines.length) });
    this.#message('user', said);
    this.#event('item_completed', { item: { type: 'UserMessage', content: [{ type: 'text', text: said }] } });
    for (const round of rounds) this.#round(round);
    if (answer === undefined) return;
    this.#message('assistant', answer);
    this.#line('token_usage_record', { usage: { input_tokens: 9, output_tokens: 3 } });
    this.#event('task_complete', { last_agent_message: answer });
  }

  #round({ thought, text, calls, order }: StoryRound): void {
    if (thought !== undefined) {
      const id = `rs_${this.#lines.length}`;
      this.#item({
        type: 'reasoning',
        id,
        summary: [{ type: 'summary_text', text: thought }],
        encrypted_content: `enc-${id}`,
      });
    }
    if (text !== undefined) this.#message('assistant', text);
    for (const { id, name, mark } of calls) {
      this.#item({ type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: JSON.stringify({ mark }) });
    }
    if (this.#random() < 0.7) this.#line('token_usage_record', { usage: { input_tokens: 9, output_tokens: 3 } });
    for (const position of order) {
      const call = calls[position];
      if (call !== undefined && call.outcome !== 'none') {
        this.#event('item_completed', { item: { type: 'CommandExecution', id: call.id, output: call.result } });
        this.#item({ type: 'function_call_output', call_id: call.id, output: outputOf(call) });
      }
    }
    this.#event('token_count', { info: { last_token_usage: { input_tokens: 9, output_tokens: 3 } } });
  }

  /** On this machine, by the provider (no one else can read it, so everything stays), or as it was before new histories were recorded. */
  #compact({ kind, summary }: NonNullable<StoryTurn['compaction']>, history: readonly ExpectedTurn[]): ExpectedTurn[] {
    const questions = history.flatMap(({ turn, summary: before }) => [
      ...(before ?? []),
      ...(turn === undefined ? [] : [turn.said]),
    ]);
    const said = { summary: [...questions, summary], turn: undefined, reason: 'lost' } as const;
    if (kind === 0) {
      const items = [...questions, summary].map((text) => messageOf('user', text));
      this.#line('compacted', { message: summary, replacement_history: [messageOf('developer', 'x'), ...items] });
      return [said];
    }
    if (kind === 1) {
      this.#line('compacted', { message: '', replacement_history: [{ type: 'compaction', encrypted_content: 'enc' }] });
      return [...history];
    }
    this.#line('compacted', { message: summary });
    return [said];
  }

  #message(role: string, text: string): void {
    this.#item(messageOf(role, text));
  }

  #item(payload: object): void {
    this.#line('response_item', payload);
  }

  #event(type: string, rest: object): void {
    this.#line('event_msg', { type, ...rest });
  }

  #line(type: string, payload: object): void {
    const ordinal = this.#lines.length;
    const timestamp = new Date(1_794_774_800_000 + ordinal * 1000).toISOString();
    this.#lines.push(JSON.stringify({ timestamp, ordinal, type, payload }));
  }
}

function messageOf(role: string, text: string): object {
  return { type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] };
}

function outputOf({ result, outcome }: StoryCall): unknown {
  if (outcome !== 'picture') return result;
  return [
    { type: 'input_text', text: result },
    { type: 'input_image', image_url: `data:image/png;base64,${picture}` },
  ];
}
