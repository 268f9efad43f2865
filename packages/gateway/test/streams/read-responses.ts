/** The Responses API: numbered events; every item and part is added, filled and done, and stands in the last event as it was done. */
import { isDeepStrictEqual } from 'node:util';
import { eventsIn, type Fields, Findings, fieldsOf, listOf, type ReadCall, type ReadStream } from './read-stream.ts';

interface Item {
  readonly added: Fields;
  /** The texts of its parts, by place. */
  readonly parts: Map<unknown, { text: string; isDone: boolean }>;
  args: string;
  argsDone: boolean;
  done: Fields | undefined;
}

const endings: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

export function readResponses(body: string): ReadStream {
  const reading = new Reading();
  for (const { event, data } of eventsIn(body, reading.findings)) reading.event(event, data);
  return reading.end();
}

class Reading {
  readonly findings = new Findings();
  readonly #items: Item[] = [];
  readonly #types: string[] = [];
  #last: Fields = {};
  #id: unknown;

  event(event: string | undefined, data: string): void {
    const told = this.findings.object(data, 'an event');
    const type = String(told['type']);
    this.findings.expect(event === type, `event ${event} has the type ${type}`);
    this.findings.expect(
      told['sequence_number'] === this.#types.length,
      `${type} has the number ${String(told['sequence_number'])}`,
    );
    this.findings.expect(!endings.has(this.#types.at(-1) ?? ''), `${type} after the end`);
    this.#types.push(type);
    if ('response' in told) this.#response(type, fieldsOf(told['response']));
    else if (type === 'response.output_item.added') this.#added(told['output_index'], fieldsOf(told['item']));
    else if (type === 'response.output_item.done') this.#done(told['output_index'], fieldsOf(told['item']));
    else this.#inside(type, told);
  }

  end(): ReadStream {
    const { findings } = this;
    findings.expect(this.#types[0] === 'response.created' && this.#types[1] === 'response.in_progress', 'no beginning');
    findings.expect(endings.has(this.#types.at(-1) ?? ''), 'no end');
    const hasFailed = this.#types.at(-1) === 'response.failed';
    const done = this.#items.flatMap((item): readonly Fields[] => (item.done === undefined ? [] : [item.done]));
    if (!hasFailed) {
      findings.expect(done.length === this.#items.length, 'an item that was not done');
      findings.expect(isDeepStrictEqual(this.#last['output'], done), 'the output is not the items that were done');
    }
    const { input_tokens: input, output_tokens: output, total_tokens: total } = fieldsOf(this.#last['usage']);
    if (this.#last['usage'] !== null) findings.counts(input, output, total);
    const said = done.flatMap((item) => (item['type'] === 'message' ? listOf(item['content']) : []));
    const calls = done.filter(({ type }) => type === 'function_call').map((item) => this.#call(item));
    const stop = String(fieldsOf(this.#last['incomplete_details'])['reason'] ?? this.#last['status']);
    return {
      problems: findings.problems,
      text: said.map((part) => String(fieldsOf(part)['text'])).join(''),
      calls,
      stop: hasFailed ? undefined : stop,
      counts: [input, output],
      ...(hasFailed ? { failure: String(fieldsOf(this.#last['error'])['message']) } : {}),
    };
  }

  #call({ call_id: id, name, arguments: args }: Fields): ReadCall {
    return { id: String(id), name: String(name), args: this.findings.object(String(args), 'arguments') };
  }

  #response(type: string, response: Fields): void {
    const { id, object, status } = response;
    this.#id ??= id;
    this.findings.expect(id === this.#id && /^resp_\w+$/.test(String(id)), `another response: ${String(id)}`);
    this.findings.expect(object === 'response', 'not a response');
    const due = endings.has(type) ? type.slice('response.'.length) : 'in_progress';
    this.findings.expect(status === due, `${type} with the status ${String(status)}`);
    this.#last = response;
  }

  #added(index: unknown, item: Fields): void {
    const { type, id, call_id: callId, arguments: args, status, content } = item;
    this.findings.expect(index === this.#items.length, `item ${String(index)} is number ${this.#items.length}`);
    this.findings.expect(
      this.#items.every(({ added }) => added['id'] !== id),
      'an id of two items',
    );
    if (type === 'function_call') {
      this.findings.expect(/^fc_/.test(String(id)) && /^call_[\w-]+$/.test(String(callId)), 'odd ids of a call');
      this.findings.expect(args === '' && status === 'in_progress', 'a call that begins with arguments');
    }
    this.findings.expect(listOf(content).length === 0, 'an item that begins with content');
    this.#items.push({ added: item, parts: new Map(), args: '', argsDone: false, done: undefined });
  }

  #done(index: unknown, done: Fields): void {
    const item = this.#items[Number(index)];
    this.findings.expect(item !== undefined && item.done === undefined, 'an item that did not begin, or is done twice');
    if (item === undefined) return;
    for (const name of ['id', 'type', 'call_id', 'name', 'role']) {
      const [before, after] = [String(item.added[name]), String(done[name])];
      this.findings.expect(before === after, `${name} changes from ${before} to ${after}`);
    }
    const parts = [...item.parts.values()];
    this.findings.expect(
      parts.every(({ isDone }) => isDone),
      'an item is done before its parts',
    );
    if (done['type'] === 'function_call') {
      this.findings.expect(done['arguments'] === item.args, 'a call is not its deltas');
      this.findings.expect(item.argsDone === (done['status'] === 'completed'), 'arguments that were not done');
    } else {
      const texts = [...listOf(done['content']), ...listOf(done['summary'])].map((part) => fieldsOf(part)['text']);
      const given = parts.map(({ text }) => text);
      this.findings.expect(isDeepStrictEqual(texts, given), 'an item is not its parts');
    }
    item.done = done;
  }

  /** Events of an item that is open. */
  #inside(type: string, told: Fields): void {
    const item = this.#items[Number(told['output_index'])];
    this.findings.expect(
      item !== undefined && item.added['id'] === told['item_id'] && item.done === undefined,
      `${type} of an item that is not open`,
    );
    if (item === undefined || type === 'response.output_text.annotation.added') return;
    if (type.startsWith('response.function_call_arguments.')) this.#arguments(type, item, told);
    else this.#part(type, item, told);
  }

  #arguments(type: string, item: Item, { delta, arguments: args }: Fields): void {
    this.findings.expect(!item.argsDone, 'arguments after their end');
    if (type.endsWith('.delta')) item.args += String(delta);
    else this.findings.expect(item.args === args, 'arguments are not their deltas');
    item.argsDone = type.endsWith('.done');
  }

  #part(type: string, item: Item, told: Fields): void {
    const place = told['content_index'] ?? told['summary_index'];
    const part = item.parts.get(place);
    if (/^response\.(?:content|reasoning_summary)_part\.added$/.test(type)) {
      this.findings.expect(part === undefined && place === item.parts.size, 'a part at the wrong place');
      item.parts.set(place, { text: '', isDone: false });
      return;
    }
    const known =
      /^response\.(?:output_text|reasoning_summary_text|content_part|reasoning_summary_part)\.(delta|done)$/;
    const [, step] = known.exec(type) ?? [];
    this.findings.expect(step !== undefined && part?.isDone === false, `${type} without a part`);
    if (part === undefined) return;
    if (step === 'delta') part.text += String(told['delta']);
    else
      this.findings.expect(part.text === (told['text'] ?? fieldsOf(told['part'])['text']), `${type} is not its deltas`);
    if (type.includes('_part.')) part.isDone = true;
  }
}
