/** Chat Completions, asked with `include_usage`: chunks of one choice, a chunk with only counts, `[DONE]`. */
import { eventsIn, type Fields, Findings, fieldsOf, listOf, type ReadStream } from './read-stream.ts';

interface OpenCall {
  readonly id: string;
  readonly name: string;
  args: string;
}

export function readChat(body: string): ReadStream {
  const findings = new Findings();
  const calls: OpenCall[] = [];
  let head: string | undefined;
  let text = '';
  let stop: string | undefined;
  let failure: string | undefined;
  let counts: readonly [unknown, unknown] | undefined;
  let chunks = 0;
  let isDone = false;

  for (const { event, data } of eventsIn(body, findings)) {
    findings.expect(event === undefined, `a named event ${event}`);
    findings.expect(!isDone && failure === undefined, 'something after the end');
    if (data === '[DONE]') {
      isDone = true;
      continue;
    }
    const chunk = findings.object(data, 'a chunk');
    if ('error' in chunk) {
      failure = String(fieldsOf(chunk['error'])['message']);
      continue;
    }
    const { id, object, created, model, choices, usage } = chunk;
    const own = JSON.stringify([id, object, created, model]);
    checkHead(chunk, own, head, findings);
    head ??= own;
    const [choice, ...others] = listOf(choices).map(fieldsOf);
    if (choice === undefined) {
      findings.expect(stop !== undefined && counts === undefined, 'counts at the wrong place');
      counts = countsOf(fieldsOf(usage), findings);
      continue;
    }
    const delta = fieldsOf(choice['delta']);
    findings.expect(others.length === 0 && choice['index'] === 0, 'several choices');
    findings.expect((usage ?? null) === null, 'counts beside a choice');
    findings.expect(stop === undefined, 'a choice after its finish_reason');
    findings.expect(
      (delta['role'] === 'assistant') === (chunks === 0),
      'the role is not in the first chunk, or not only there',
    );
    findings.expect(
      ['string', 'undefined'].includes(typeof (delta['content'] ?? undefined)),
      'content that is not text',
    );
    chunks += 1;
    text += String(delta['content'] ?? '');
    for (const piece of listOf(delta['tool_calls'])) addCall(calls, fieldsOf(piece), findings);
    const finish = choice['finish_reason'];
    findings.expect(finish !== undefined, 'no finish_reason, not even null');
    if (finish !== null) stop = String(finish);
  }
  findings.expect(isDone !== (failure !== undefined), 'neither [DONE] nor an error, or both');
  findings.expect(
    failure !== undefined || (stop === 'tool_calls') === calls.length > 0,
    `finish_reason ${stop} after ${calls.length} calls`,
  );
  return {
    problems: findings.problems,
    text,
    // Those of a stream that failed may be incomplete.
    calls: calls.map(({ id, name, args }) => ({
      id,
      name,
      args: failure === undefined ? findings.object(args, 'arguments') : undefined,
    })),
    stop,
    counts: counts ?? [undefined, undefined],
    ...(failure === undefined ? {} : { failure }),
  };
}

function countsOf(usage: Fields, findings: Findings): readonly [unknown, unknown] {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage;
  findings.counts(input, output, total);
  findings.expect(total === Number(input) + Number(output), 'a wrong total');
  return [input, output];
}

function addCall(calls: OpenCall[], piece: Fields, findings: Findings): void {
  const { index, id, type } = piece;
  const { name, arguments: args } = fieldsOf(piece['function']);
  const known = calls[Number(index)];
  findings.expect(typeof args === 'string', 'arguments that are not text');
  if (known !== undefined) {
    findings.expect(id === undefined && name === undefined, 'a call that is named twice');
    known.args += String(args);
    return;
  }
  findings.expect(index === calls.length, `call ${String(index)} is number ${calls.length}`);
  findings.expect(/^call_[\w-]+$/.test(String(id)) && type === 'function', `a call with the id ${String(id)}`);
  findings.expect(typeof name === 'string' && name !== '', 'a call without a name');
  calls.push({ id: String(id), name: String(name), args: String(args) });
}

function checkHead({ id, object, created }: Fields, own: string, head: string | undefined, findings: Findings): void {
  findings.expect(head === undefined || head === own, `a chunk of another answer: ${own}`);
  findings.expect(object === 'chat.completion.chunk' && /^chatcmpl-\w+$/.test(String(id)), `a chunk ${own}`);
  findings.expect(Number.isInteger(created), 'created is not a number');
}
