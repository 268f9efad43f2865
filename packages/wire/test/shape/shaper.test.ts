/** Where messages go: roles are merged, system texts placed, turns added only where a target requires one. */
import { type Content, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ToolIds, ToolNames, type TraitOverrides } from '../../src/index.ts';
import { openaiChat } from '../../src/protocols/openai-chat/index.ts';
import type { Message } from '../../src/shape/message.ts';
import { Shaper, trailingMessage } from '../../src/shape/shaper.ts';
import { bridge, leadingUser, movedMedia, trailingUser } from '../../src/texts/model-texts.ts';
import { overlayTraits } from '../../src/traits/traits.ts';

const human = (text: string): Content => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const ai = (...blocks: Content['blocks']): Content => ({ speaker: 'ai', blocks });
const system = (text: string): Content => ({ speaker: 'system', blocks: [{ type: 'text', text }] });
const text = (words: string) => ({ type: 'text', text: words }) as const;
const call = { type: 'tool_call', id: 'hist_tool_a', name: 'look', parameters: {} } as const;
const png = { type: 'media', mimeType: 'image/png', data: 'iVBORw0K', encoding: 'base64', filename: 'a.png' } as const;
const answer = (...beside: Content['blocks']): Content => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: 'hist_tool_a', toolName: 'look', result: 'seen' }, ...beside],
});

interface Shaped {
  readonly system: readonly string[];
  readonly messages: readonly Message[];
}

function shape(contents: readonly Content[], overrides: TraitOverrides): Shaped {
  const traits = overlayTraits(openaiChat.traits, overrides);
  const shaper = new Shaper({
    traits,
    origin: { provider: 'test' },
    ids: new ToolIds('openai'),
    names: new ToolNames(traits.toolNames),
    notes: { ids: [], seals: [], media: [] },
    plain: false,
  });
  for (const step of render(contents).transcript.steps) shaper.add(step);
  const { messages, leadingSystem } = shaper.handOut();
  const trailing = trailingMessage(messages.at(-1), traits.lastMessage === 'user', traits);
  return { system: leadingSystem, messages: trailing === undefined ? messages : [...messages, trailing] };
}

/** A message in short form: `user: a | b`, results in brackets. */
function brief(message: Message): string {
  if (message.role === 'system') return `system: ${message.text}`;
  const results = message.role === 'user' ? message.results.map((result) => `[${result.text}]`) : [];
  const parts = message.parts.map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'media'
      ? `<${part.block.mimeType}>`
      : part.type === 'call'
        ? `${part.name}()`
        : `<${part.type}>`;
  });
  return `${message.role}: ${[...results, ...parts].join(' | ')}`;
}

const reminder = '<system-reminder>\nlater\n</system-reminder>';

const rows: readonly {
  readonly name: string;
  readonly traits?: TraitOverrides;
  readonly contents: readonly Content[];
  readonly system?: readonly string[];
  readonly brief: readonly string[];
}[] = [
  {
    name: 'merges neighbours with the same role',
    contents: [human('a'), human('b'), ai(text('c')), ai(text('d')), human('e')],
    brief: ['user: a | b', 'model: c | d', 'user: e'],
  },
  {
    name: 'puts system texts before the first turn into the system slot',
    contents: [system('one'), system('two'), human('a')],
    system: ['one', 'two'],
    brief: ['user: a'],
  },
  {
    name: 'ANT-023 keeps a later one in place where allowed',
    traits: { laterSystem: 'in-place' },
    contents: [human('a'), system('later'), human('b')],
    brief: ['user: a', 'system: later', 'user: b'],
  },
  {
    name: 'merges neighbouring system messages',
    traits: { laterSystem: 'in-place' },
    contents: [human('a'), system('later'), system('still'), human('b')],
    brief: ['user: a', 'system: later\n\nstill', 'user: b'],
  },
  {
    name: 'ANT-024 after a user message, with a bridge before the next one',
    traits: { laterSystem: 'after-user' },
    contents: [human('a'), system('later'), human('b')],
    brief: ['user: a', 'system: later', `model: ${bridge}`, 'user: b'],
  },
  {
    name: 'ANT-024 after a user message, before the model',
    traits: { laterSystem: 'after-user' },
    contents: [human('a'), system('later'), ai(text('b')), human('c')],
    brief: ['user: a', 'system: later', 'model: b', 'user: c'],
  },
  {
    name: 'ANT-024 after the model it becomes user text',
    traits: { laterSystem: 'after-user' },
    contents: [human('a'), ai(text('b')), system('later'), human('c')],
    brief: ['user: a', 'model: b', `user: ${reminder} | c`],
  },
  {
    name: 'MIS-010 becomes user text if none may come later; never moves to the front',
    contents: [human('a'), ai(text('b')), system('later')],
    brief: ['user: a', 'model: b', `user: ${reminder}`],
  },
  {
    name: 'ANT-013 not between calls and results',
    contents: [human('a'), ai(call), system('later'), answer()],
    brief: ['user: a', 'model: look()', `user: [seen] | ${reminder}`],
  },
  {
    name: 'ANT-020 adds a user message if the model speaks first',
    contents: [ai(text('a')), human('b')],
    brief: [`user: ${leadingUser}`, 'model: a', 'user: b'],
  },
  {
    name: 'adds none if the model may speak first',
    traits: { firstMessage: 'any' },
    contents: [ai(text('a')), human('b')],
    brief: ['model: a', 'user: b'],
  },
  {
    name: 'ANT-030 adds a user message if the model speaks last',
    contents: [human('a'), ai(text('b'))],
    brief: ['user: a', 'model: b', `user: ${trailingUser}`],
  },
  {
    name: 'adds none if the model may continue',
    traits: { lastMessage: 'any' },
    contents: [human('a'), ai(text('b'))],
    brief: ['user: a', 'model: b'],
  },
  {
    name: 'ANT-029 unless it ends in white space',
    traits: { lastMessage: 'any' },
    contents: [human('a'), ai(text('b '))],
    brief: ['user: a', 'model: b ', `user: ${trailingUser}`],
  },
  {
    name: 'XCT-007 text after a call moves before it',
    contents: [human('a'), ai(call, text('b')), answer()],
    brief: ['user: a', 'model: b | look()', 'user: [seen]'],
  },
  {
    name: 'OAR-008 keeps the model’s own order if reasoning is bound to it',
    traits: { callsLast: false },
    contents: [human('a'), ai(call, text('b')), answer()],
    brief: ['user: a', 'model: look() | b', 'user: [seen]'],
  },
  {
    name: 'results and the user’s next text are one message',
    contents: [human('a'), ai(call), answer(), human('b')],
    brief: ['user: a', 'model: look()', 'user: [seen] | b'],
  },
  {
    name: 'OAC-012 media that a result cannot contain follow it',
    traits: { media: { user: ['image'], urls: false } },
    contents: [human('a'), ai(call), answer(png), human('b')],
    brief: [
      'user: a',
      'model: look()',
      `user: [seen\n\n[media follows in the next user message]] | ${movedMedia('look')} | <image/png> | b`,
    ],
  },
  {
    name: 'describes unsupported media',
    contents: [human('a'), ai(call), answer(png, text('and more'))],
    brief: ['user: a', 'model: look()', 'user: [seen\n\n[image/png "a.png" not shown here]\n\nand more]'],
  },
  {
    name: 'describes a picture that is not a picture',
    traits: { media: { user: ['image'] } },
    contents: [
      { speaker: 'human', blocks: [{ ...png, data: 'C:\\a.png' }, { ...png, mimeType: 'image/svg+xml' }, png] },
    ],
    brief: ['user: [image/png "a.png" not shown here] | [image/svg+xml "a.png" not shown here] | <image/png>'],
  },
  {
    name: 'OLL-010 describes a URL where only bytes are accepted',
    traits: { media: { user: ['image'], urls: false } },
    contents: [{ speaker: 'human', blocks: [{ ...png, data: 'https://x.test/a.png', encoding: 'url' }] }],
    brief: ['user: [image/png "a.png" not shown here] https://x.test/a.png'],
  },
  ...['gs://bucket/a', 'https://generativelanguage.googleapis.com/v1beta/files/a'].flatMap((data) => {
    const file = { type: 'media', mimeType: 'application/x-a', data, encoding: 'url' } as const;
    const contents: readonly Content[] = [{ speaker: 'human', blocks: [file] }];
    const media = { user: ['image'], urls: true } as const;
    return [
      {
        name: `takes ${data} to Google`,
        contents,
        traits: { media: { ...media, googleFiles: true } },
        brief: ['user: <application/x-a>'],
      },
      {
        name: `describes ${data} elsewhere`,
        contents,
        traits: { media },
        brief: [`user: [application/x-a not shown here] ${data}`],
      },
    ];
  }),
  {
    name: 'ANT-028 drops white space alone',
    contents: [human(' \n'), human('a'), ai(text('  ')), human('b')],
    brief: ['user: a | b'],
  },
  {
    name: 'OAR-008 drops thinking that led to nothing',
    traits: { thinking: { replay: 'reasoning_content' } },
    contents: [human('a'), ai({ type: 'thinking', thought: 'hm' }), human('b')],
    brief: ['user: a | b'],
  },
  {
    name: 'OLL-005 without tools, an exchange is described, calls after the text',
    traits: { tools: 'prompt' },
    contents: [human('a'), ai(call, text('b')), answer()],
    brief: [
      'user: a',
      'model: b | <tool_call>{"name":"look","arguments":{}}</tool_call>',
      'user: <tool_result name="look">seen</tool_result>',
    ],
  },
];

describe('REQ-915-037 shaping arranges what the renderer has paired and repairs nothing', () => {
  test.each(rows)('$name', ({ contents, traits = {}, system: slot = [], brief: expected }) => {
    const shaped = shape(contents, traits);
    expect({ system: shaped.system, messages: shaped.messages.map(brief) }).toEqual({
      system: slot,
      messages: expected,
    });
  });
});

test('returned messages are never changed, only replaced', () => {
  const contents = [human('a'), human('b'), ai(text('c')), ai(text('d')), ai(call), answer(), human('e')];
  const traits = openaiChat.traits;
  const shaper = new Shaper({
    traits,
    origin: { provider: 'test' },
    ids: new ToolIds('openai'),
    names: new ToolNames(traits.toolNames),
    notes: { ids: [], seals: [], media: [] },
    plain: false,
  });
  const seen: { readonly live: Message; readonly copy: string }[] = [];
  for (const step of render(contents).transcript.steps) {
    shaper.add(step);
    for (const message of shaper.handOut().messages) seen.push({ live: message, copy: JSON.stringify(message) });
  }
  expect(seen.map(({ live }) => JSON.stringify(live))).toEqual(seen.map(({ copy }) => copy));
});
