/** Anthropic's Messages: `message_start`, blocks one after the other, `message_delta`, `message_stop`. `ping` may come at any time. */
import { eventsIn, type Fields, Findings, fieldsOf, listOf, type ReadCall, type ReadStream } from './read-stream.ts';

const deltasOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  redacted_thinking: [],
};

interface Block {
  readonly index: unknown;
  readonly type: string;
  readonly id: string;
  readonly name: string;
  text: string;
  last: string;
}

export function readMessages(body: string): ReadStream {
  const reading = new Reading();
  for (const { event, data } of eventsIn(body, reading.findings)) reading.event(event, data);
  return reading.end();
}

class Reading {
  readonly findings = new Findings();
  readonly #order: string[] = [];
  readonly #calls: ReadCall[] = [];
  #text = '';
  #blocks = 0;
  #open: Block | undefined;
  #stop: string | undefined;
  #failure: string | undefined;
  #counts: readonly [unknown, unknown] = [undefined, undefined];

  event(event: string | undefined, data: string): void {
    const told = this.findings.object(data, 'an event');
    const type = String(told['type']);
    this.findings.expect(event === type, `event ${event} has the type ${type}`);
    this.findings.expect(this.#order.at(-1) !== 'message_stop' && this.#failure === undefined, `${type} after the end`);
    if (type === 'ping') return;
    this.#order.push(type);
    const read = this.#kinds[type];
    if (read === undefined) this.findings.expect(false, `an event ${type}`);
    else read(told);
  }

  end(): ReadStream {
    const [text, calls, stop, counts, failure] = [this.#text, this.#calls, this.#stop, this.#counts, this.#failure];
    this.findings.expect(this.#order[0] === 'message_start', 'no beginning');
    this.findings.expect(this.#order.at(-1) === 'message_stop' || failure !== undefined, 'no end');
    const { problems } = this.findings;
    return { problems, text, calls, stop, counts, ...(failure === undefined ? {} : { failure }) };
  }

  readonly #kinds: Readonly<Record<string, (told: Fields) => void>> = {
    message_start: (told) => this.#start(fieldsOf(told['message'])),
    content_block_start: (told) => this.#begin(told['index'], fieldsOf(told['content_block'])),
    content_block_delta: (told) => this.#delta(told['index'], fieldsOf(told['delta'])),
    content_block_stop: (told) => this.#close(told['index']),
    message_delta: (told) => this.#last(fieldsOf(told['delta']), fieldsOf(told['usage'])),
    message_stop: () => this.findings.expect(this.#stop !== undefined, 'message_stop without message_delta'),
    error: (told) => {
      this.#failure = String(fieldsOf(told['error'])['message']);
    },
  };

  #start(message: Fields): void {
    const { id, type, role, content, stop_reason: reason, stop_sequence: sequence } = message;
    const usage = fieldsOf(message['usage']);
    this.findings.expect(this.#order.length === 1, 'message_start is not first');
    this.findings.expect(/^msg_\w+$/.test(String(id)), `the id is ${String(id)}`);
    this.findings.expect(type === 'message' && role === 'assistant', 'not an assistant message');
    this.findings.expect(Array.isArray(content) && listOf(content).length === 0, 'content at the start');
    this.findings.expect(reason === null && sequence === null, 'a stop at the start');
    this.findings.counts(usage['input_tokens'], usage['output_tokens']);
  }

  #begin(index: unknown, block: Fields): void {
    const [type, id, name] = [String(block['type']), String(block['id']), String(block['name'])];
    this.findings.expect(this.#open === undefined, 'a block begins inside another');
    this.findings.expect(index === this.#blocks, `block ${String(index)} is number ${this.#blocks}`);
    this.findings.expect(Object.hasOwn(deltasOf, type), `a block of the type ${type}`);
    const content = ['text', 'thinking', 'signature'].map((field) => block[field] ?? '').join('');
    this.findings.expect(content === '', `a block of ${type} that does not begin empty`);
    if (type === 'tool_use') {
      this.findings.expect(/^toolu_[\w-]+$/.test(id), `a call with the id ${id}`);
      this.findings.expect(/^[\w-]{1,128}$/.test(name), `a call of ${name}`);
      this.findings.expect(JSON.stringify(block['input']) === '{}', 'a call that begins with input');
    }
    this.#open = { index, type, id, name, text: '', last: '' };
    this.#blocks += 1;
  }

  #delta(index: unknown, delta: Fields): void {
    const kind = String(delta['type']);
    const open = this.#open;
    this.findings.expect(open !== undefined && index === open.index, 'a delta of a block that is not open');
    if (open === undefined) return;
    this.findings.expect(deltasOf[open.type]?.includes(kind) === true, `${kind} in a block of ${open.type}`);
    this.findings.expect(open.last !== 'signature_delta', 'thinking after its signature');
    const piece = delta['text'] ?? delta['thinking'] ?? delta['partial_json'] ?? delta['signature'];
    this.findings.expect(kind === 'citations_delta' || typeof piece === 'string', `${kind} without text`);
    if (kind !== 'signature_delta') open.text += String(piece ?? '');
    open.last = kind;
  }

  #close(index: unknown): void {
    const open = this.#open;
    this.findings.expect(open !== undefined && index === open.index, 'the end of a block that is not open');
    this.#open = undefined;
    if (open?.type === 'text') this.#text += open.text;
    if (open?.type !== 'tool_use') return;
    const args = open.text === '' ? {} : this.findings.object(open.text, 'an input');
    this.#calls.push({ id: open.id, name: open.name, args });
  }

  #last(delta: Fields, usage: Fields): void {
    this.findings.expect(this.#open === undefined, 'message_delta inside a block');
    this.findings.expect(this.#stop === undefined, 'a second message_delta');
    const stop = String(delta['stop_reason']);
    const called = this.#calls.length;
    this.findings.expect((stop === 'tool_use') === called > 0, `stop_reason ${stop} after ${called} calls`);
    this.#stop = stop;
    this.#counts = [usage['input_tokens'], usage['output_tokens']];
    this.findings.counts(...this.#counts);
  }
}
