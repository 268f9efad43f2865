/** What a client says in parts and fields that only its API has reaches every other API in words, or is named in the report. */
import type { RouteTarget } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import { openRefusing, sentFor, type Upstream } from './open-upstream.ts';

const targets: readonly (readonly [api: string, target: RouteTarget, path: string])[] = [
  ['anthropic-messages', { provider: 'anthropic', model: 'claude-opus-4-8' }, ''],
  ['openai-chat', { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1' }, '/v1'],
  ['openai-responses', { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra' }, '/v1'],
  ['gemini', { provider: 'google', model: 'gemini-3.1-pro' }, '/v1beta'],
  ['bedrock-converse', { provider: 'bedrock', model: 'amazon.nova-pro-v1:0', places: { region: 'eu-central-1' } }, ''],
];

const schema = { type: 'object', properties: {} };
const user = (...content: readonly object[]): object => ({ role: 'user', content });
const text = (said: string): object => ({ type: 'text', text: said });
const about = { title: 'plan.txt', context: 'From last year.' };

interface Row {
  readonly api: string;
  readonly at: string;
  readonly body: object;
  /** Words that are sent. */
  readonly words: readonly string[];
  readonly leftOut: string;
}

const messages = (body: object, words: readonly string[], leftOut: string): Row => ({
  ...{ api: 'anthropic-messages', at: '/v1/messages', words, leftOut },
  body: { max_tokens: 4000, messages: [user(text('Hello.'))], ...body },
});

const rows: readonly Row[] = [
  messages(
    {
      messages: [
        user(
          {
            ...{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Build it.' }, ...about },
            citations: { enabled: true },
          },
          text('What is the plan?'),
        ),
      ],
    },
    ['plan.txt', 'From last year.', 'Build it.'],
    'messages.0.content.0.citations',
  ),
  messages(
    {
      messages: [
        user(
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, ...about },
          text('What is the plan?'),
        ),
      ],
    },
    ['From last year.', 'JVBERi0='],
    // This provider refuses everything, and the second attempt is without media.
    'media (1)',
  ),
  messages(
    {
      tools: [
        {
          ...{ name: 'read', description: 'Reads.', input_schema: schema, cache_control: { type: 'ephemeral' } },
          ...{ defer_loading: true, input_examples: [{ path: 'a' }], eager_input_streaming: false },
        },
        // As the AI SDK offers every tool: nothing is lost where arguments come as they are written.
        { name: 'look', description: 'Looks.', input_schema: schema, eager_input_streaming: true },
      ],
    },
    ['Reads.', 'Looks.'],
    'tools.0.defer_loading, tools.0.input_examples',
  ),
  messages(
    {
      messages: [
        user(text('Hello.')),
        { role: 'system', content: 'Be brief.', output_config: { effort: 'low' } },
        user(text('Well?')),
      ],
    },
    ['Be brief.'],
    'messages.1.output_config',
  ),
  messages(
    {
      system: [{ ...text('Be brief.'), made_up: 1 }],
      messages: [user({ ...text('Hello.'), cache_control: { type: 'ephemeral' }, made_up: 1 })],
      tools: [{ name: 'read', description: 'Reads.', input_schema: schema }],
      tool_choice: { type: 'auto', made_up: true },
      output_config: { effort: 'made_up', format: { type: 'made_up' } },
    },
    ['Be brief.', 'Hello.', 'Reads.'],
    'system.0.made_up, messages.0.content.0.made_up, tool_choice.made_up, output_config.effort, output_config.format',
  ),
  messages(
    { messages: [user(text('Hello.')), { role: 'assistant', content: 'Well, ' }] },
    ['Hello.', 'Well'],
    // No one else continues what was begun.
    'messages.1',
  ),
  {
    ...{ api: 'openai-chat', at: '/v1/chat/completions', words: ['Hello.'], leftOut: 'messages.0.name' },
    body: { messages: [{ role: 'user', name: 'ann', content: 'Hello.' }] },
  },
  {
    ...{ api: 'openai-chat', at: '/v1/chat/completions', words: ['https://example.org/a.png'] },
    body: {
      messages: [
        user({ type: 'image_url', image_url: { url: 'https://example.org/a.png', detail: 'low' } }, text('Well?')),
      ],
    },
    leftOut: 'messages.0.content.0.image_url.detail, media (1)',
  },
  {
    ...{ api: 'openai-chat', at: '/v1/chat/completions', words: ['Be brief.', 'Hello.'], leftOut: 'media (1)' },
    body: {
      messages: [
        {
          role: 'system',
          content: [text('Be brief.'), { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
        },
        { role: 'user', content: 'Hello.' },
      ],
    },
  },
  ...['prefix', 'partial'].map((name) => ({
    ...{ api: 'openai-chat', at: '/v1/chat/completions', words: ['Sure, '], leftOut: 'messages.1' },
    body: {
      messages: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Sure, ', [name]: true },
      ],
    },
  })),
  {
    ...{ api: 'gemini', at: '/v1beta/models/x:generateContent', words: ['Reads.'] },
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }],
      tools: [{ functionDeclarations: [{ name: 'read', description: 'Reads.', behavior: 'NON_BLOCKING' }] }],
    },
    leftOut: 'tools.0.functionDeclarations.0.behavior',
  },
  {
    ...{ api: 'gemini', at: '/v1beta/models/x:generateContent', words: ['files/abc'] },
    body: {
      contents: [
        {
          parts: [
            {
              file_data: { file_uri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' },
              video_metadata: { fps: 2 },
            },
          ],
        },
      ],
      generation_config: { response_modalities: ['TEXT'] },
    },
    leftOut: 'contents.0.parts.0.videoMetadata, generationConfig.responseModalities, media (1)',
  },
];

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

const pairs = rows.flatMap((row) =>
  targets.flatMap(([api, target, path]) => (api === row.api ? [] : [{ ...row, to: api, target, path }])),
);

test.each(pairs)('$api to $to: $words, without $leftOut', async ({ at, body, target, path, words, leftOut }) => {
  upstream = await openRefusing(target, path);
  const sent = await sentFor(upstream, at, body);
  const said = JSON.stringify(sent.body);
  expect([words.filter((word) => !said.includes(word)), sent.leftOut]).toEqual([[], leftOut]);
});
