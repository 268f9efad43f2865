/** The rules this simulator holds a request to. OLL-008 is shown by a fault: a line of the stream is an error. */
import type { KnownRule } from '../api.ts';

export const rules: readonly KnownRule[] = [
  {
    id: 'OLL-002',
    how: 'enforced',
    fragment:
      'json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments',
  },
  {
    id: 'OLL-003',
    how: 'enforced',
    fragment: 'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
  },
  { id: 'OLL-005', how: 'enforced', fragment: 'does not support tools' },
  { id: 'OLL-006', how: 'enforced', fragment: 'does not support thinking' },
  { id: 'OLL-007', how: 'enforced', fragment: 'the input length exceeds the context length' },
  { id: 'OLL-009', how: 'warned', fragment: '' },
  { id: 'OLL-010', how: 'enforced', fragment: 'invalid tool call arguments' },
  { id: 'OLL-011', how: 'enforced', fragment: "tool_use block missing required 'id' field" },
  { id: 'OLL-012', how: 'enforced', fragment: "' not found" },
];
