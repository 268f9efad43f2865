/** Describes tools to a model without native tool calling, at the end of its system text (OLL-005). */
import type { DeclaredTool } from '../tools/declared-tool.ts';
import { callCloses, callOpens } from './tags.ts';

export function describeTools(tools: readonly DeclaredTool[]): string {
  if (tools.length === 0) return '';
  return `# Tools\n\nYou can call these tools.\n\n${tools.map(describeTool).join('\n\n')}\n\n${howToCall}`;
}

function describeTool({ name, description, schema }: DeclaredTool): string {
  const lines = [`## ${name}`];
  if (description !== undefined && description !== '') lines.push(description);
  lines.push(
    schema === undefined ? 'It takes no arguments.' : `JSON schema of its arguments: ${JSON.stringify(schema)}`,
  );
  return lines.join('\n');
}

const howToCall = `# How to call a tool

Write a block of this form, with the arguments as one JSON object:

${callOpens}{"name": "the name of the tool", "arguments": {"key": "value"}}${callCloses}

Write one block for each call, after anything you want to say, and nothing after the last block. Then stop: the results \
come in the next message, each as <tool_result name="the name of the tool">…</tool_result>. Never write a result yourself. \
When no tool is needed, answer without a block.`;
