/**
 * Fields that clients copy into messages from other APIs and SDKs, from answers, or from their own records (lbjlaq/Antigravity-Manager#1761,
 * openai/openai-node#1737). Any other unknown field may be newer than we are.
 */

const ofParts: readonly string[] = [
  ...[
    'id',
    'citations',
    'type',
    'name',
    'index',
    'status',
    'phase',
    'streaming',
    'text',
    'annotations',
    'logprobs',
    'partial_json',
  ],
  ...['signature', 'thought_signature', 'thoughtSignature', 'reasoning_signature', 'reasoning_content', 'input_json'],
  ...['provider_specific_fields', 'provider_metadata', 'providerMetadata', 'provider_options', 'providerOptions'],
  ...['parsed', 'parsed_arguments', 'created_by', 'cache_control'],
  ...['extra_content', '_meta', 'uuid', 'timestamp', 'created_at', 'createdAt'],
];

/** Of messages, also what an answer has around its content. */
const ofMessages: readonly string[] = [
  ...['model', 'stop_reason', 'stop_sequence', 'stop_details', 'usage', 'finish_reason', 'finishReason'],
  ...['tool_calls', 'tool_call_id', 'function_call', 'refusal', 'audio', 'reasoning', 'reasoning_details'],
  ...['thinking_blocks', 'additional_kwargs', 'response_metadata', 'usage_metadata', 'metadata', 'content'],
];

const inParts: ReadonlySet<string> = new Set(ofParts);
const inMessages: ReadonlySet<string> = new Set([...ofParts, ...ofMessages]);

/** Whether an unknown field at this path, such as `messages.3.content.0.index`, is one of them. Fields of the body are not meant. */
export function isFieldOfOthers(path: string): boolean {
  const [, , ...places] = path.split('.');
  const name = places.at(-1);
  return name !== undefined && (places.length === 1 ? inMessages : inParts).has(name);
}
