/** Ollama's lines of JSON. Only the last one is `done`, with the reason and the counts. */
import { Findings, fieldsOf, listOf, type ReadCall, type ReadStream } from './read-stream.ts';

export function readOllama(body: string): ReadStream {
  const findings = new Findings();
  const calls: ReadCall[] = [];
  let head: unknown;
  let text = '';
  let stop: string | undefined;
  let failure: string | undefined;
  let counts: readonly [unknown, unknown] = [undefined, undefined];
  findings.expect(body.endsWith('\n'), 'the last line is not complete');
  for (const line of body.split('\n').slice(0, -1)) {
    const told = findings.object(line, 'a line');
    findings.expect(stop === undefined && failure === undefined, 'a line after the end');
    if ('error' in told) {
      failure = String(told['error']);
      continue;
    }
    const { model, created_at: created, done, message } = told;
    findings.expect(head === undefined || head === model, `another model: ${String(model)}`);
    head ??= model;
    findings.expect(!Number.isNaN(Date.parse(String(created))), `created_at is ${String(created)}`);
    const { role, content, thinking = '', tool_calls: called = [] } = fieldsOf(message);
    findings.expect(role === 'assistant' && typeof content === 'string', 'not a message of the assistant');
    findings.expect(typeof thinking === 'string' && Array.isArray(called), 'odd fields of a message');
    text += String(content);
    for (const call of listOf(called).map(fieldsOf)) {
      const { name, arguments: args } = fieldsOf(call['function']);
      findings.expect(typeof name === 'string' && name !== '', 'a call without a name');
      findings.expect(typeof args === 'object' && args !== null && !Array.isArray(args), 'arguments are not an object');
      calls.push({ id: String(call['id']), name: String(name), args });
    }
    findings.expect(typeof done === 'boolean', 'done is not a flag');
    findings.expect('done_reason' in told === (done === true), 'a reason before the end, or none at it');
    if (done !== true) continue;
    stop = String(told['done_reason']);
    counts = [told['prompt_eval_count'], told['eval_count']];
    if ('eval_count' in told) findings.counts(...counts);
  }
  findings.expect((stop !== undefined) !== (failure !== undefined), 'neither done nor an error, or both');
  return { problems: findings.problems, text, calls, stop, counts, ...(failure === undefined ? {} : { failure }) };
}
