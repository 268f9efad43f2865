/** generateContent: whole responses whose parts are joined, as server-sent events or as one list. The last one has the reason and the counts. */
import { eventsIn, type Fields, Findings, fieldsOf, listOf, type ReadCall, type ReadStream } from './read-stream.ts';

const kinds: readonly string[] = ['text', 'functionCall', 'inlineData', 'executableCode', 'codeExecutionResult'];

export function readGemini(body: string): ReadStream {
  const findings = new Findings();
  const responses = eventsIn(body, findings).map(({ event, data }) => {
    findings.expect(event === undefined, `a named event ${event}`);
    return findings.object(data, 'a response');
  });
  return readAll(responses, findings);
}

/** Without `alt=sse`. */
export function readGeminiList(body: string): ReadStream {
  const findings = new Findings();
  const { list } = findings.object(`{"list":${body}}`, 'the list');
  findings.expect(Array.isArray(list), 'not a list');
  return readAll(listOf(list).map(fieldsOf), findings);
}

function readAll(responses: readonly Fields[], findings: Findings): ReadStream {
  const calls: ReadCall[] = [];
  let head: string | undefined;
  let text = '';
  let stop: string | undefined;
  let failure: string | undefined;
  let usage: Fields = {};
  for (const response of responses) {
    findings.expect(stop === undefined && failure === undefined, 'a response after the end');
    if ('error' in response) {
      failure = String(fieldsOf(response['error'])['message']);
      continue;
    }
    const own = JSON.stringify([response['modelVersion'], response['responseId']]);
    findings.expect(head === undefined || head === own, `a response of another answer: ${own}`);
    head ??= own;
    findings.expect(typeof response['responseId'] === 'string', 'no responseId');
    const [candidate, ...others] = listOf(response['candidates']).map(fieldsOf);
    findings.expect(candidate !== undefined && others.length === 0, 'not one candidate');
    const { role, parts } = fieldsOf(candidate?.['content']);
    findings.expect(role === 'model' && (candidate?.['index'] ?? 0) === 0, `a candidate of ${String(role)}`);
    findings.expect(listOf(parts).length > 0, 'no parts');
    for (const part of listOf(parts).map(fieldsOf)) {
      findings.expect(kinds.filter((kind) => kind in part).length === 1, `a part with ${Object.keys(part).join()}`);
      if (typeof part['text'] === 'string' && part['thought'] !== true) text += part['text'];
      if ('functionCall' in part) calls.push(callOf(fieldsOf(part['functionCall']), findings));
    }
    if (candidate?.['finishReason'] !== undefined) stop = String(candidate['finishReason']);
    usage = fieldsOf(response['usageMetadata']);
  }
  findings.expect((stop !== undefined) !== (failure !== undefined), 'neither a reason nor an error, or both');
  return {
    problems: findings.problems,
    text,
    calls,
    stop,
    counts: countsOf(usage, findings),
    ...(failure === undefined ? {} : { failure }),
  };
}

function callOf({ id, name, args }: Fields, findings: Findings): ReadCall {
  findings.expect(typeof name === 'string' && name !== '', 'a call without a name');
  findings.expect(typeof args === 'object' && args !== null && !Array.isArray(args), 'args are not an object');
  return { id: String(id), name: String(name), args };
}

function countsOf(usage: Fields, findings: Findings): readonly [unknown, unknown] {
  const { promptTokenCount: input, candidatesTokenCount: output = 0, thoughtsTokenCount: thoughts = 0 } = usage;
  if (input !== undefined) findings.counts(input, output, thoughts, usage['totalTokenCount']);
  return [input, Number(output) + Number(thoughts)];
}
