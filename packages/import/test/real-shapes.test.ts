/**
 * Shapes that published session files hold, with invented words: results under headings of any kind, notes around what the user typed,
 * copies of what the model said, files without a beginning. Each was read wrongly once.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSessions, readSession } from '@interlock/import';
import type { JsonObject } from '@interlock/transcript';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/program/temporary-folder.ts';
import { sketch } from './samples.ts';

const home = temporaryFolder('shapes');
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Shape {
  readonly title: string;
  readonly agent: string;
  readonly text: string;
  readonly said: readonly string[];
  readonly facts?: JsonObject;
}

const lines = (...records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const text = (words: string): JsonObject => ({ type: 'text', text: words });

const environment =
  '<environment_details>\n# Current Working Directory (c:/apps/shop) Files\na.ts\n</environment_details>';
const clineTask: readonly object[] = [
  { role: 'user', content: [text('<task>\nMove the store.\n</task>'), text(environment)], ts: 1 },
  {
    role: 'assistant',
    content: [
      { type: 'tool_use', id: 't1', name: 'search_files', input: { regex: '[a-z]' } },
      { type: 'tool_use', id: 't2', name: 'use_subagents', input: {} },
      { type: 'tool_use', id: 't3', name: 'ask_followup_question', input: {} },
    ],
    modelInfo: { modelId: 'claude-opus-4-5', providerId: 'anthropic' },
    metrics: { tokens: { prompt: 100, completion: 5, cached: 40 } },
    ts: 2,
  },
  {
    role: 'user',
    content: [
      text("[search_files for 'from ['\"]a['\"]'] Result:\nFound 1 result."),
      text('[subagents] Result:\nBoth are done.'),
      text("[ask_followup_question for '## Done\n\n[x] moved'] Result:\n<answer>\nGo on.\n</answer>"),
      text('\n# task_progress RECOMMENDED\n\nKeep a list.'),
      text(environment),
    ],
    ts: 3,
  },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't4', name: 'attempt_completion', input: {} }], ts: 4 },
  {
    role: 'user',
    content: [
      text('[TASK RESUMPTION] This task was interrupted 2 hours ago.'),
      text('New instructions for task continuation:\n<user_message>\nNow test it.\n</user_message>'),
      text('# TODO LIST UPDATE REQUIRED - You MUST include it.'),
    ],
    ts: 5,
  },
];

const sender = 'Sender (untrusted metadata):\n```json\n{\n  "label": "web"\n}\n```\n\n';
const openclaw: readonly object[] = [
  {
    type: 'message',
    id: 'a1',
    parentId: 'a0',
    message: {
      role: 'user',
      content: [
        text(`System: [2026-03-01 10:00:00 UTC] Gateway connected.\n\n${sender}[Sun 2026-03-01 10:00 UTC] Hello.`),
      ],
    },
  },
  {
    type: 'message',
    id: 'a2',
    parentId: 'a1',
    message: { role: 'assistant', api: 'openai-completions', provider: 'zai', model: 'glm-5', content: [text('Hi.')] },
  },
  {
    type: 'message',
    id: 'a3',
    parentId: 'a2',
    message: {
      role: 'assistant',
      api: 'openai-responses',
      provider: 'openclaw',
      model: 'delivery-mirror',
      content: [text('Hi.')],
    },
  },
  {
    type: 'message',
    id: 'a4',
    parentId: 'a3',
    message: { role: 'user', content: [text('[Chat +49 Sun 2026-03-01 10:05 UTC] And you?\n[message_id: 7]')] },
  },
];

const item = (...content: readonly JsonObject[]): JsonObject => ({ type: 'message', role: 'user', content });
const rollout = (payload: JsonObject): JsonObject => ({
  timestamp: '2026-04-01T00:00:00.000Z',
  type: 'response_item',
  payload,
});
const typed = (words: string): JsonObject => ({ type: 'input_text', text: words });

const event = (type: string, data: JsonObject): JsonObject => ({ type, data, timestamp: '2026-04-01T00:00:00.000Z' });
const claude = (uuid: string, parentUuid: string | null, type: string, message: JsonObject): JsonObject => ({
  ...{ type, uuid, parentUuid, isSidechain: false, sessionId: 's', cwd: '/x', version: '2.1.87' },
  message: { role: type, ...message },
});

const shapes: readonly Shape[] = [
  {
    title: 'results under headings with brackets, lines or another name; notes; a resumption',
    agent: 'cline',
    text: JSON.stringify(clineTask),
    said: [
      'human: Move the store.',
      'ai: call search_files {"regex":"[a-z]"} | call use_subagents {} | call ask_followup_question {}',
      'tool: result Found 1 result. | result Both are done. | result <answer>\nGo on.\n</answer>',
      'ai: call attempt_completion {}',
      'tool: closed interrupted',
      'human: Now test it.',
    ],
    facts: { folder: 'c:/apps/shop', leftOut: { 'notes about the environment': 2, 'notes of the program': 3 } },
  },
  {
    title: 'a task whose model and folder are only in its notes',
    agent: 'roo-code',
    text: JSON.stringify([
      {
        role: 'user',
        content: [
          text('<user_message>\nHello.\n</user_message>'),
          text(
            '<environment_details>\n# Current Mode\n<slug>code</slug>\n<model>glm-5</model>\n\n# Current Workspace Directory (/home/user/shop) Files\n</environment_details>',
          ),
        ],
        ts: 1,
      },
      { role: 'assistant', content: [text('Hi.')], ts: 2 },
    ]),
    said: ['human: Hello.', 'ai: Hi.'],
    facts: { folder: '/home/user/shop', log: [{}, { content: { metadata: { provider: 'zai', model: 'glm-5' } } }] },
  },
  {
    title: 'no header, a channel envelope, and a repeated delivery',
    agent: 'pi',
    text: lines(...openclaw),
    said: ['human: Hello.', 'ai: Hi.', 'human: And you?'],
    facts: { title: 'Hello.', leftOut: { 'messages that were only shown': 1 } },
  },
  {
    title: 'open files of an editor, and tools that a search found',
    agent: 'codex',
    text: lines(
      rollout(
        item(
          typed(
            '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## Open tabs:\n- a.ts: a.ts\n\n## My request for Codex:\nTest it.\n',
          ),
        ),
      ),
      rollout({ type: 'tool_search_call', call_id: 'c', execution: 'client', arguments: { query: 'tests' } }),
      rollout({ type: 'tool_search_output', call_id: 'c', tools: [{ type: 'namespace', name: 'runner' }] }),
    ),
    said: [
      'human: Test it.\n',
      'ai: call tool_search {"query":"tests"}',
      'tool: result {"type":"namespace","name":"runner"}',
    ],
    facts: { title: 'Test it.', problems: [], leftOut: { 'notes about the environment': 1 } },
  },
  {
    title: 'the first file format, where only a note has the folder',
    agent: 'codex',
    text: lines(
      { id: 's', timestamp: '2025-08-01T00:00:00.000Z', instructions: null },
      item(typed('<environment_context>\nCurrent working directory: /home/user/shop\n</environment_context>')),
      item(typed('Hello.')),
    ),
    said: ['human: Hello.'],
    facts: { id: 's', folder: '/home/user/shop' },
  },
  {
    title: 'messages sent while the model worked, in the results and repeated after them',
    agent: 'gemini-cli',
    text: JSON.stringify({
      sessionId: 's',
      projectHash: 'h',
      messages: [
        { id: '1', type: 'user', content: 'Read.' },
        {
          id: '2',
          type: 'gemini',
          content: '',
          toolCalls: [
            {
              id: 'c1',
              name: 'read_file',
              args: {},
              result: [
                { functionResponse: { id: 'c1', name: 'read_file', response: { output: 'read' } } },
                { text: 'User steering update:\n<user_input>\nFaster.\n</user_input>\nInternal instruction: …' },
              ],
            },
          ],
        },
        {
          id: '3',
          type: 'user',
          content: [
            { functionResponse: { id: 'c1', name: 'read_file', response: { output: 'read' } } },
            { text: 'User steering update:\n<user_input>\nFaster.\n</user_input>\nInternal instruction: …' },
          ],
        },
        {
          id: '4',
          type: 'user',
          content: [{ text: 'Look.' }, { text: '\n<system_note>\nUse a tool.\n</system_note>\n' }],
        },
      ],
    }),
    said: ['human: Read.', 'ai: call read_file {}', 'tool: result read', 'human: Faster.', 'human: Look.'],
  },
  {
    title: 'notes of the editor, tools that a search found, a command that does not exist',
    agent: 'claude-code',
    text: lines(
      claude('a', null, 'user', {
        content: [text('<ide_opened_file>The user opened a.ts.</ide_opened_file>'), text('Test it.')],
      }),
      claude('b', 'a', 'assistant', {
        id: 'm',
        content: [{ type: 'tool_use', id: 't', name: 'ToolSearch', input: {} }],
      }),
      claude('c', 'b', 'user', {
        content: [
          { type: 'tool_result', tool_use_id: 't', content: [{ type: 'tool_reference', tool_name: 'Runner' }] },
        ],
      }),
      claude('d', 'c', 'user', { content: 'Unknown skill: dream' }),
    ),
    said: ['human: Test it.', 'ai: call ToolSearch {}', 'tool: result Runner'],
    facts: { problems: [], leftOut: { 'notes about the environment': 1, 'local commands': 1 } },
  },
  {
    title: 'answers of a version that names its model elsewhere',
    agent: 'copilot-cli',
    text: lines(
      event('session.start', {
        sessionId: 's',
        version: 1,
        producer: 'copilot-agent',
        selectedModel: 'claude-haiku-4.5',
      }),
      event('user.message', { content: 'Hello.' }),
      event('assistant.message', { content: 'Hi.', toolRequests: [{ toolCallId: 't', name: 'bash', arguments: {} }] }),
      event('tool.execution_complete', {
        toolCallId: 't',
        model: 'claude-sonnet-4.6',
        success: true,
        result: { content: 'ok' },
      }),
    ),
    said: ['human: Hello.', 'ai: Hi. | call bash {}', 'tool: result ok'],
    facts: {
      log: [{}, { content: { metadata: { provider: 'github-copilot', model: 'claude-sonnet-4.6' } } }, {}],
    },
  },
  {
    title: 'an invalid title, and messages shown only to the user',
    agent: 'droid',
    text: lines(
      { type: 'session_start', id: 's', title: 'Say hello.', sessionTitle: 'New Session', version: 2, cwd: '/x' },
      {
        type: 'message',
        id: '1',
        message: { role: 'user', content: [text('<system-reminder>Be brief.</system-reminder>\nSay hello.')] },
      },
      {
        type: 'message',
        id: '2',
        parentId: '1',
        message: { role: 'user', content: [text('Limit reached.')], visibility: 'user_only' },
      },
    ),
    said: ['human: Say hello.'],
    facts: { title: 'Say hello.', leftOut: { reminders: 1, 'messages that were only shown': 1 } },
  },
  {
    title: 'results with the same text for user and model, and errors',
    agent: 'goose',
    text: lines(
      { working_dir: '/x', description: 'CLI Session', message_count: 3 },
      { role: 'user', created: 1_747_178_328, content: [text('List.')] },
      {
        role: 'assistant',
        created: 1_747_178_329,
        metadata: { inference: { provider: 'anthropic', requestedModel: 'claude-sonnet-4-5' } },
        content: [
          { type: 'toolRequest', id: 't', toolCall: { status: 'success', value: { name: 'shell', arguments: {} } } },
          { type: 'error', kind: 'other', message: 'Too long.' },
        ],
      },
      {
        role: 'user',
        created: 1_747_178_330,
        content: [
          {
            type: 'toolResponse',
            id: 't',
            toolResult: {
              status: 'success',
              value: [
                { ...text('a.txt'), annotations: { audience: ['assistant'] } },
                { ...text('a.txt'), annotations: { audience: ['user'], priority: 0 } },
              ],
            },
          },
        ],
      },
    ),
    said: ['human: List.', 'ai: call shell {}', 'tool: result a.txt'],
    facts: {
      title: 'List.',
      problems: [],
      leftOut: { 'notes of the program': 1 },
      log: [{}, { content: { metadata: { provider: 'anthropic', model: 'claude-sonnet-4-5' } } }, {}],
    },
  },
  {
    title: 'commands whose words are repeated, and model headings',
    agent: 'aider',
    text: [
      '# aider chat started at 2026-01-02 03:04:05\n',
      '> Aider v0.86.1  \n> Main model: gemini/gemini-2.5-pro with diff edit format  \n',
      '#### /add a.ts  \n> Added a.ts to the chat  \n',
      '#### /code Add a test.  \n',
      '#### Add a test.  \n#### And run it.  \n',
      'Done:\n\n#### The test\n\n> It passes.\n',
      '> Tokens: 1k sent, 9 received.  \n',
    ].join('\n'),
    said: ['human: Add a test.\nAnd run it.', 'ai: Done:\n\n#### The test\n\n> It passes.'],
    facts: {
      title: 'Add a test.',
      version: '0.86.1',
      leftOut: { 'notes of the program': 3, 'local commands': 2 },
      log: [{}, { content: { metadata: { provider: 'google', model: 'gemini-2.5-pro' } } }],
    },
  },
];

test.each(shapes)('$agent: $title', async ({ agent, text: content, said, facts = {} }) => {
  const session = await readSession({ bytes: [Buffer.from(content)] });
  expect([session.agent, sketch(session)]).toEqual([agent, said]);
  expect(session).toMatchObject(facts);
});

test.each([
  ['lines with another file name', 'session.jsonl.reset.2026-03-05', lines(...openclaw)],
  ['lines in a text file', 'session.txt', lines(...openclaw)],
  ['a document with the file name of lines', 'full.jsonl', JSON.stringify(clineTask, null, 2)],
  [
    'a document of several megabytes',
    'api_conversation_history.json',
    JSON.stringify([...clineTask, { role: 'assistant', content: [text('x'.repeat(2_500_000))] }]),
  ],
])('detects the agent and the form of %s by its content', async (_, name, content) => {
  const file = join(home, name);
  writeFileSync(file, content);
  const [fromFile, fromBytes] = [await readSession(file), await readSession({ bytes: [Buffer.from(content)], name })];
  expect(fromFile.log.length).toBeGreaterThan(2);
  expect(fromFile).toEqual(fromBytes);
});

/** An id as long as those that we write ourselves: 24 characters after the prefix. */
const long = (prefix: string): string => `${prefix}_AbCdEfGhIjKlMnOpQrStUvWx`;

test('closes a call with an id of usual length with the agent’s reason', async () => {
  const content = lines(
    event('session.start', { sessionId: 's', version: 1, producer: 'copilot-agent' }),
    event('assistant.message', {
      content: '',
      toolRequests: [{ toolCallId: long('call'), name: 'bash', arguments: {} }],
    }),
    event('abort', { reason: 'user' }),
  );
  const session = await readSession({ bytes: [Buffer.from(content)] });
  expect(sketch(session)).toEqual(['ai: call bash {}', 'tool: closed cancelled']);
});

test('links a subagent to a call with an id of usual length', async () => {
  const call = { type: 'tool_use', id: long('toolu'), name: 'Task', input: { prompt: 'Look.' } };
  const content = lines(
    claude('a', null, 'user', { content: 'Go.' }),
    claude('b', 'a', 'assistant', { id: 'm', content: [call] }),
    { ...claude('c', null, 'user', { content: 'Look.' }), isSidechain: true },
    claude('d', 'b', 'user', { content: [{ type: 'tool_result', tool_use_id: call.id, content: 'seen' }] }),
  );
  const session = await readSession({ bytes: [Buffer.from(content)] });
  const [started] = session.log.flatMap((entry) =>
    entry.kind === 'content'
      ? entry.content.blocks.flatMap((block) => (block.type === 'tool_call' ? block.id : []))
      : [],
  );
  expect(session.subagents.map(({ callId, session: own }) => [callId, own && sketch(own)])).toEqual([
    [started, ['human: Look.']],
  ]);
});

test('reads several complete records on one line, and reports a torn one between them', async () => {
  const [first, second, third, fourth] = openclaw.map((record) => JSON.stringify(record));
  const glued = [`${first}${second}`, `${third}{"type":"message","id":"torn${fourth}`].join('\n');
  const session = await readSession({ bytes: [Buffer.from(glued)], name: 's' });
  expect(sketch(session)).toEqual(['human: Hello.', 'ai: Hi.', 'human: And you?']);
  expect(session.problems.filter(({ code }) => code === 'not-json')).toEqual([
    { code: 'not-json', place: 's:2', message: 'A record on the line is truncated.' },
  ]);
});

test('an agent that keeps its sessions in the project worked there', async () => {
  const project = join(home, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, '.aider.chat.history.md'),
    '# aider chat started at 2026-01-02 03:04:05\n\n#### Hello.  \n',
  );
  const machine = { platform: 'linux', home, environment: { PWD: project } };
  const found = await findSessions(project, { machine, agents: ['aider'] });
  expect(found.map(({ folder, title }) => ({ folder, title }))).toEqual([{ folder: project, title: 'Hello.' }]);
});
