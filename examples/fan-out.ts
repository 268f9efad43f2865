/**
 * A history before and after rendering: one answered call, then five calls of which only one was answered before the turn
 * broke off.
 */
import { type Content, type Interaction, render, type Step, verify } from '@interlock/transcript';

const call = (id: string, name: string, parameters: object) => ({ type: 'tool_call', id, name, parameters }) as const;

const history: readonly Content[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Rename the option everywhere.' }] },
  {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'Find the files first.' },
      call('hist_tool_1', 'search', { pattern: 'oldName' }),
    ],
  },
  {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'hist_tool_1', toolName: 'search', result: 'a.ts b.ts c.ts d.ts e.ts' }],
  },
  {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'Five files, five edits.' },
      call('hist_tool_2', 'edit', { path: 'a.ts' }),
      call('hist_tool_3', 'edit', { path: 'b.ts' }),
      call('hist_tool_4', 'edit', { path: 'c.ts' }),
      call('hist_tool_5', 'edit', { path: 'd.ts' }),
      call('hist_tool_6', 'edit', { path: 'e.ts' }),
    ],
  },
  {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'hist_tool_3', toolName: 'edit', result: '1 replacement' }],
  },
  {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'Only one came back.' },
      { type: 'text', text: 'b.ts is done; I am not sure about the others.' },
    ],
  },
  { speaker: 'human', blocks: [{ type: 'text', text: 'Go on, with another model.' }] },
];

const { transcript, diagnostics } = render(history);

print('BEFORE  what the session holds when the user switches models');
for (const content of history) {
  for (const block of content.blocks) {
    if (block.type === 'tool_call')
      line(content.speaker, `call   ${block.id}  ${block.name} ${json(block.parameters)}`);
    if (block.type === 'tool_response') line(content.speaker, `result ${block.callId}  ${json(block.result)}`);
    if (block.type === 'text') line(content.speaker, block.text);
    if (block.type === 'thinking') line(content.speaker, `(thinks) ${block.thought}`);
  }
}

print('AFTER   what any provider can be sent: every call owns its one completion');
for (const step of transcript.steps) show(step);

const interactions = transcript.interactions();
const real = interactions.filter(({ completion }) => completion.kind === 'real').length;
print(
  `${interactions.length} calls: ${real} real results kept, ${interactions.length - real} synthetic completions added.`,
);
console.log(`${diagnostics.events.length} diagnostic events; verify() found ${verify(transcript).length} faults.`);

function show(step: Step): void {
  for (const block of step.blocks) {
    if (block.type === 'interaction') showInteraction(block);
    if (block.type === 'text') line(step.kind, block.text);
    if (block.type === 'thinking') line(step.kind, `(thinks) ${block.thought}`);
  }
}

function showInteraction({ call, completion }: Interaction): void {
  line('ai', `call   ${call.id}  ${call.name} ${json(call.parameters)}`);
  const text = completion.kind === 'real' ? json(completion.result) : completion.text;
  const label = completion.kind === 'real' ? 'real' : `synthetic: ${completion.reason}`;
  line('', `└─ ${label.padEnd(16)}  ${text}`);
}

function line(who: string, what: string): void {
  console.log(`  ${who.padEnd(7)} ${what}`);
}

function print(title: string): void {
  console.log(`\n${title}`);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
