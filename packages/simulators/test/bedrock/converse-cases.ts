/** For every rule of Converse: a request that breaks it, and a similar one that does not. */
import type { Sent } from '../send.ts';

export interface ConverseCase {
  readonly rule: string;
  readonly what: string;
  readonly breaks: Sent;
  readonly keeps: Sent;
  /** The whole message. */
  readonly says: string;
}

export type Json = Readonly<Record<string, unknown>>;

export const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
export const llama = 'us.meta.llama3-3-70b-instruct-v1:0';
export const nova = 'amazon.nova-pro-v1:0';

export const text = (words: string): Json => ({ text: words });
export const user = (...content: readonly Json[]): Json => ({ role: 'user', content });
export const assistant = (...content: readonly Json[]): Json => ({ role: 'assistant', content });
export const call = (id = 'tooluse_1', name = 'read', input: unknown = {}): Json => ({
  toolUse: { toolUseId: id, name, input },
});
export const result = (id = 'tooluse_1', more: Json = {}): Json => ({
  toolResult: { toolUseId: id, content: [text('ok')], ...more },
});
export const tool = (name = 'read', json: unknown = { type: 'object' }): Json => ({
  toolSpec: { name, description: 'Reads.', inputSchema: { json } },
});
export const tools: Json = { toolConfig: { tools: [tool()] } };

export function converse(messages: unknown, more: Json = {}, model = claude, operation = 'converse'): Sent {
  return { path: `/model/${encodeURIComponent(model)}/${operation}`, body: { messages, ...more } };
}

const hi = user(text('hi'));
const loop = (calls: readonly Json[], results: readonly Json[]): readonly Json[] => [
  hi,
  assistant(...calls),
  user(...results),
];
const good = converse(loop([call()], [result()]), tools);
const image = (format = 'png'): Json => ({ image: { format, source: { bytes: 'iVBORw0KGgo=' } } });
const document = (name = 'report'): Json => ({ document: { format: 'pdf', name, source: { bytes: 'JVBERi0=' } } });
const value = (at: string, constraint: string): string =>
  `Value at '${at}' failed to satisfy constraint: ${constraint}`;
const pattern = 'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+';
const longest = 'Member must have length less than or equal to 64';
const shortest = 'Member must have length greater than or equal to 1';
const point: Json = { cachePoint: { type: 'default' } };
const long = 'x'.repeat(65);

export const cases: readonly ConverseCase[] = [
  {
    rule: 'CNV-001',
    what: 'a string instead of blocks',
    breaks: converse([{ role: 'user', content: 'hi' }]),
    keeps: converse([hi]),
    says: 'Unexpected field type',
  },
  {
    rule: 'CNV-001',
    what: "a block in Anthropic's form",
    breaks: converse([user({ type: 'text', text: 'hi' })]),
    keeps: converse([user(text('hi'))]),
    says: 'Unexpected field type',
  },
  {
    rule: 'CNV-001',
    what: 'a system prompt that is a string',
    breaks: converse([hi], { system: 'Be brief.' }),
    keeps: converse([hi], { system: [text('Be brief.')] }),
    says: 'Unexpected field type',
  },
  {
    rule: 'CNV-001',
    what: 'a result that is a string',
    breaks: converse(loop([call()], [result('tooluse_1', { content: 'ok' })]), tools),
    keeps: good,
    says: 'Unexpected field type',
  },
  {
    rule: 'CNV-002',
    what: 'a long call name with a dot, reported twice',
    breaks: converse(loop([call('tooluse_1', `${'x'.repeat(64)}.`)], [result()]), tools),
    keeps: converse(loop([call('tooluse_1', 'x'.repeat(64))], [result()]), tools),
    says: `2 validation errors detected: ${value('messages.2.member.content.1.member.toolUse.name', longest)}; ${value('messages.2.member.content.1.member.toolUse.name', pattern)}`,
  },
  {
    rule: 'CNV-002',
    what: 'a long tool name',
    breaks: converse([hi], { toolConfig: { tools: [tool(), tool(long)] } }),
    keeps: converse([hi], { toolConfig: { tools: [tool(), tool('x'.repeat(64))] } }),
    says: `1 validation error detected: ${value('toolConfig.tools.2.member.toolSpec.name', longest)}`,
  },
  {
    rule: 'CNV-003',
    what: 'Kimi ids',
    breaks: converse(loop([call('functions.read:0')], [result('functions.read:0')]), tools),
    keeps: converse(loop([call('functions_read-0')], [result('functions_read-0')]), tools),
    says: `2 validation errors detected: ${value('messages.2.member.content.1.member.toolUse.toolUseId', pattern)}; ${value('messages.3.member.content.1.member.toolResult.toolUseId', pattern)}`,
  },
  {
    rule: 'CNV-003',
    what: 'a long id',
    breaks: converse(loop([call(long)], [result(long)]), tools),
    keeps: good,
    says: `2 validation errors detected: ${value('messages.2.member.content.1.member.toolUse.toolUseId', longest)}; ${value('messages.3.member.content.1.member.toolResult.toolUseId', longest)}`,
  },
  {
    rule: 'CNV-004',
    what: 'a system message among the others',
    breaks: converse([{ role: 'system', content: [text('Be brief.')] }, hi]),
    keeps: converse([hi], { system: [text('Be brief.')] }),
    says: `1 validation error detected: ${value('messages.1.member.role', 'Member must satisfy enum value set: [user, assistant]')}`,
  },
  {
    rule: 'CNV-005',
    what: 'the assistant first',
    breaks: converse([assistant(text('Hello.')), hi]),
    keeps: converse([hi, assistant(text('Hello.')), hi]),
    says: 'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
  },
  {
    rule: 'CNV-006',
    what: 'two users in a row',
    breaks: converse([hi, hi]),
    keeps: converse([user(text('hi'), text('hi'))]),
    says: 'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
  },
  {
    rule: 'CNV-007',
    what: 'a blank text',
    breaks: converse([hi, assistant(text('  ')), hi]),
    keeps: converse([hi, assistant(text('.')), hi]),
    says: 'The text field in the ContentBlock object at messages.1.content.0 is blank. Add text to the text field, and try again.',
  },
  {
    rule: 'CNV-007',
    what: 'an empty result',
    breaks: converse(loop([call()], [result('tooluse_1', { content: [text('')] })]), tools),
    keeps: converse(loop([call()], [result('tooluse_1', { content: [] })]), tools),
    says: 'The text field in the ContentBlock object at messages.2.content.0.toolResult.content.0 is blank. Add text to the text field, and try again.',
  },
  {
    rule: 'CNV-008',
    what: 'an empty message',
    breaks: converse([hi, assistant(), hi]),
    keeps: converse([hi, assistant(text('Yes?')), hi]),
    says: 'The content field in the Message object at messages.1 is empty. Add a ContentBlock object to the content field and try again.',
  },
  {
    rule: 'CNV-009',
    what: 'two calls, one of them answered',
    breaks: converse(loop([call('a'), call('b')], [result('a')]), tools),
    keeps: converse(loop([call('a'), call('b')], [result('b'), result('a')]), tools),
    says: 'Expected toolResult blocks at messages.2.content for the following Ids: b',
  },
  {
    rule: 'CNV-009',
    what: 'calls at the end',
    breaks: converse([hi, assistant(call('a'), call('b'))], tools),
    keeps: good,
    says: 'Expected toolResult blocks at messages.2.content for the following Ids: a, b',
  },
  {
    rule: 'CNV-010',
    what: 'a result without a call',
    breaks: converse([hi, assistant(text('So.')), user(result())], tools),
    keeps: good,
    says: 'The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.',
  },
  {
    rule: 'CNV-011',
    what: 'a repeated result',
    breaks: converse(loop([call('a'), call('b')], [result('a'), result('a')]), tools),
    keeps: converse(loop([call('a'), call('b')], [result('a'), result('b')]), tools),
    says: 'The toolResult blocks at messages.2.content contain duplicate Ids: a',
  },
  {
    rule: 'CNV-011',
    what: 'one id for two calls',
    breaks: converse(loop([call('a'), call('a')], [result('a')]), tools),
    keeps: converse(loop([call('a'), call('b')], [result('a'), result('b')]), tools),
    says: 'The toolUse blocks at messages.1.content contain duplicate Ids: a',
  },
  {
    rule: 'CNV-012',
    what: 'an empty error',
    breaks: converse(loop([call()], [result('tooluse_1', { content: [], status: 'error' })]), tools),
    keeps: converse(loop([call()], [result('tooluse_1', { status: 'error' })]), tools),
    says: 'The content field at messages.2.content.0.toolResult cannot be empty when status value is error.',
  },
  {
    rule: 'CNV-013',
    what: 'text beside a result, to Llama',
    breaks: converse(loop([call()], [result(), text('And?')]), tools, llama),
    keeps: converse(loop([call()], [result(), text('And?')]), tools, nova),
    says: 'messages.2.content: Conversation blocks and tool result blocks cannot be provided in the same turn.',
  },
  {
    rule: 'CNV-013',
    what: 'text beside a call, to Llama',
    breaks: converse(loop([text('I read.'), call()], [result()]), tools, llama),
    keeps: converse(loop([call()], [result()]), tools, llama),
    says: 'messages.1.content: Conversation blocks and tool use blocks cannot be provided in the same turn.',
  },
  {
    rule: 'CNV-014',
    what: 'a call from the user',
    breaks: converse([user(call())], tools),
    keeps: good,
    says: 'The toolUse block at messages.0.content.0 cannot be provided in a user message.',
  },
  {
    rule: 'CNV-014',
    what: 'a result from the assistant',
    breaks: converse([hi, assistant(result()), hi], tools),
    keeps: good,
    says: 'The toolResult block at messages.1.content.0 cannot be provided in an assistant message.',
  },
  {
    rule: 'CNV-015',
    what: 'arguments that are a string',
    breaks: converse(loop([call('tooluse_1', 'read', '{}')], [result()]), tools),
    keeps: good,
    says: 'The format of the value at messages.1.content.0.toolUse.input is invalid. Provide a json object for the field and try again.',
  },
  {
    rule: 'CNV-015',
    what: 'a list as JSON',
    breaks: converse(loop([call()], [result('tooluse_1', { content: [{ json: [1] }] })]), tools),
    keeps: converse(loop([call()], [result('tooluse_1', { content: [{ json: { all: [1] } }] })]), tools),
    says: 'The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json object for the field and try again.',
  },
  {
    rule: 'CNV-016',
    what: 'a schema without a type',
    breaks: converse([hi], { toolConfig: { tools: [tool('read', {})] } }),
    keeps: converse([hi], tools),
    says: 'The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of the following: object.',
  },
  {
    rule: 'CNV-017',
    what: 'an empty list of tools',
    breaks: converse([hi], { toolConfig: { tools: [] } }),
    keeps: converse([hi]),
    says: `1 validation error detected: ${value('toolConfig.tools', shortest)}`,
  },
  {
    rule: 'CNV-018',
    what: 'any tool, for Llama',
    breaks: converse([hi], { toolConfig: { tools: [tool()], toolChoice: { any: {} } } }, llama),
    keeps: converse([hi], { toolConfig: { tools: [tool()], toolChoice: { any: {} } } }, nova),
    says: "This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try again.",
  },
  {
    rule: 'CNV-019',
    what: 'tools for a model without tools',
    breaks: converse([hi], tools, 'amazon.titan-text-express-v1'),
    keeps: converse([hi], {}, 'amazon.titan-text-express-v1'),
    says: "This model doesn't support tool use.",
  },
  {
    rule: 'CNV-020',
    what: 'a picture for Llama',
    breaks: converse([user(text('see'), image())], {}, llama),
    keeps: converse([user(text('see'), image())], {}, nova),
    says: "This model doesn't support the image content block that you provided.",
  },
  {
    rule: 'CNV-020',
    what: 'an unsupported picture',
    breaks: converse([user(text('see'), image('tiff'))]),
    keeps: converse([user(text('see'), image())]),
    says: "This model doesn't support the image content block that you provided.",
  },
  {
    rule: 'CNV-021',
    what: 'a name with a dot',
    breaks: converse([user(text('read'), document('report.pdf'))]),
    keeps: converse([user(text('read'), document('report (1)'))]),
    says: "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character.",
  },
  {
    rule: 'CNV-021',
    what: 'a repeated name',
    breaks: converse([user(text('read'), document(), document())]),
    keeps: converse([user(text('read'), document(), document('report 2'))]),
    says: "Messages can't contain duplicate document names: report.",
  },
  {
    rule: 'CNV-022',
    what: 'only a document',
    breaks: converse([user(document())]),
    keeps: converse([user(document(), text('read'))]),
    says: 'The message at messages.0 contains a document block but no text block. Add a text block and try again.',
  },
  {
    rule: 'CNV-023',
    what: 'thinking from the user',
    breaks: converse([user({ reasoningContent: { reasoningText: { text: 'Hm.' } } }, text('hi'))]),
    keeps: converse([user(text('Hm.'), text('hi'))]),
    says: 'User messages cannot contain reasoning content. Please remove the reasoning content and try again.',
  },
  {
    rule: 'CNV-025',
    what: 'a field unknown to the model',
    breaks: converse([hi], { additionalModelRequestFields: { reasoning: { effort: 'high' } } }),
    keeps: converse([hi], { additionalModelRequestFields: { top_k: 5 } }),
    says: 'The model returned the following errors: reasoning: Extra inputs are not permitted',
  },
  {
    rule: 'CNV-026',
    what: 'an assistant at the end, for Nova',
    breaks: converse([hi, assistant(text('So'))], {}, nova),
    keeps: converse([hi, assistant(text('So'))]),
    says: 'A conversation must end with a user message. Try again with a conversation that ends with a user message.',
  },
  {
    rule: 'CNV-027',
    what: 'a temperature above 1',
    breaks: converse([hi], { inferenceConfig: { temperature: 1.5 } }),
    keeps: converse([hi], { inferenceConfig: { temperature: 1, maxTokens: 10 } }),
    says: `1 validation error detected: ${value('inferenceConfig.temperature', 'Member must have value less than or equal to 1')}`,
  },
  {
    rule: 'CNV-030',
    what: 'five cache points',
    breaks: converse([user(...[1, 2, 3, 4, 5].flatMap((number) => [text(`part ${number}`), point]))]),
    keeps: converse([user(...[1, 2, 3, 4].flatMap((number) => [text(`part ${number}`), point]))]),
    says: 'The model returned the following errors: A maximum of 4 blocks with cache_control may be provided. Found 5.',
  },
  {
    rule: 'BDR-001',
    what: 'calls in the history without tools',
    breaks: converse(loop([call()], [result()])),
    keeps: good,
    says: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
  },
  {
    rule: 'BDR-002',
    what: 'a document beside a result',
    breaks: converse(loop([call()], [result(), text('see'), document()]), tools),
    keeps: converse(loop([call()], [result(), text('see'), document()]), tools, nova),
    says: 'messages.2.content.2: document blocks cannot stand beside tool results',
  },
  {
    rule: 'BDR-006',
    what: 'an unknown choice',
    breaks: converse([hi], { toolConfig: { tools: [tool()], toolChoice: { none: {} } } }),
    keeps: converse([hi], { toolConfig: { tools: [tool()], toolChoice: { tool: { name: 'read' } } } }),
    says: 'The value at toolConfig.toolChoice must be one of the following: auto, any, tool.',
  },
  {
    rule: 'BDR-013',
    what: 'an unknown model',
    breaks: converse([hi], {}, 'amazon.nova-9'),
    keeps: converse([hi], {}, nova),
    says: 'The provided model identifier is invalid.',
  },
  {
    rule: 'BDR-014',
    what: 'a model without an inference profile',
    breaks: converse([hi], {}, 'meta.llama3-3-70b-instruct-v1:0'),
    keeps: converse([hi], {}, llama),
    says: 'Invocation of model ID meta.llama3-3-70b-instruct-v1:0 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
  },
  {
    rule: 'BDR-019',
    what: 'more than the window',
    breaks: converse([user(text('x'.repeat(804)))], {}, 'amazon.nova-tiny-v1:0'),
    keeps: converse([user(text('x'.repeat(800)))], {}, 'amazon.nova-tiny-v1:0'),
    says: 'Input is too long for requested model.',
  },
];
