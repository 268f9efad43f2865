/** The prompt for a model without tools. */
import { expect, test } from 'vitest';
import { readCalls } from '../../src/prompt-tools/read-calls.ts';
import { describeTools } from '../../src/prompt-tools/text-form.ts';

test('OLL-005 lists every tool with name, description and schema, and how to call it', () => {
  const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
  expect(describeTools([{ name: 'read_file', description: 'Reads a file.', schema }, { name: 'wait' }])).toBe(`# Tools

You can call these tools.

## read_file
Reads a file.
JSON schema of its arguments: {"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}

## wait
It takes no arguments.

# How to call a tool

Write a block of this form, with the arguments as one JSON object:

<tool_call>{"name": "the name of the tool", "arguments": {"key": "value"}}</tool_call>

Write one block for each call, after anything you want to say, and nothing after the last block. Then stop: the results \
come in the next message, each as <tool_result name="the name of the tool">…</tool_result>. Never write a result yourself. \
When no tool is needed, answer without a block.`);
});

test('is empty without tools', () => {
  expect(describeTools([])).toBe('');
});

test('the example can be parsed', () => {
  const events = readCalls([
    { type: 'text-delta', index: 0, text: describeTools([{ name: 'wait' }]) },
    { type: 'text-end', index: 0 },
  ]);
  expect(events.filter(({ type }) => type === 'call-end')).toEqual([
    { type: 'call-end', index: 1, rawId: '', name: 'the name of the tool', arguments: '{"key":"value"}' },
  ]);
});
