/** Claude behind Google's API: ids are required and paired as Anthropic does, in Anthropic's wording (GEM-016). */
import { callsOf, type GeminiContent, responsesOf } from '../contents.ts';
import type { CheckedRequest, Finding } from '../finding.ts';

const idPattern = /^[a-zA-Z0-9_-]+$/;

export function* checkClaude({ contents, model }: CheckedRequest): Iterable<Finding> {
  if (model.route !== 'claude') return;
  const ids = new Set<string>();
  for (const content of contents) {
    const { index } = content;
    yield* checkUnique(content, ids);
    yield* checkIds(index, 'tool_use.id', callsOf(content));
    yield* checkIds(index, 'tool_result.tool_use_id', responsesOf(content));
    const called = callsOf(contents[index - 1]).map(({ data }) => data.id);
    const stray = responsesOf(content).find(({ data }) => !called.includes(data.id));
    if (stray) {
      const text = `messages.${index}.content.${stray.index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray.data.id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      yield wrapped(text, `contents[${index}].parts[${stray.index}]`);
    }
    const answered = responsesOf(contents[index + 1]).map(({ data }) => data.id);
    const twice = answered.find((id, at) => answered.indexOf(id) !== at);
    if (twice !== undefined) {
      const text = `messages.${index + 1}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`;
      yield wrapped(text, `contents[${index + 1}]`);
    }
    const open = callsOf(content)
      .map(({ data }) => data.id)
      .filter((id) => !answered.includes(id));
    if (open.length > 0) {
      const text = `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
      yield wrapped(text, `contents[${index}]`);
    }
  }
}

function* checkIds(
  content: number,
  field: string,
  parts: readonly { readonly index: number; readonly data: { readonly id: string } }[],
): Iterable<Finding> {
  for (const { index, data } of parts) {
    const at = `messages.${content}.content.${index}.${field}`;
    const path = `contents[${content}].parts[${index}]`;
    if (data.id === '') yield wrapped(`${at}: Field required`, path);
    else if (!idPattern.test(data.id)) yield wrapped(`${at}: String should match pattern '^[a-zA-Z0-9_-]+$'`, path);
  }
}

/** Over the whole request, as in ANT-005. */
function* checkUnique(content: GeminiContent, ids: Set<string>): Iterable<Finding> {
  for (const { index, data } of callsOf(content)) {
    const path = `contents[${content.index}].parts[${index}]`;
    const at = `messages.${content.index}.content.${index}`;
    if (data.id !== '' && ids.has(data.id)) yield wrapped(`${at}: \`tool_use\` ids must be unique`, path);
    ids.add(data.id);
  }
}

/** Anthropic's error as a text inside Google's. */
function wrapped(message: string, path: string): Finding {
  const error = { type: 'error', error: { type: 'invalid_request_error', message } };
  return { rule: 'GEM-016', message: JSON.stringify(error), path };
}
