/** Plan mode: the user approves, changes or refuses a plan; recorded, across a switch, and without anyone to ask. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import type { ApprovalAnswer, ApprovalRequest, SessionOptions } from '../../src/index.ts';
import { type Agents, endOf, openAgents, play } from '../agents.ts';

const propose = (plan: string) => ({ call: [{ tool: 'propose_plan', args: { plan } }] });
const model = script([
  { when: { result: 'approved' }, call: [{ tool: 'write_file', args: { path: 'made.txt', content: 'x' } }] },
  { when: { result: 'not in plan mode' }, say: 'No plan is needed.' },
  { when: { result: 'that tool; the user' }, ...propose('1. Write made.txt') },
  { when: { result: 'use other' }, ...propose('1. Write made.txt, otherwise') },
  { when: { of: 'write_file' }, say: 'Done.' },
  { when: { of: 'propose_plan' }, say: 'The plan: write made.txt.' },
  { when: { user: '^do' }, call: [{ tool: 'write_file', args: { path: 'made.txt', content: 'x' } }] },
  { when: { user: '^plan' }, ...propose('1. Write made.txt') },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(answers: readonly ApprovalAnswer[], more: Partial<SessionOptions> = {}) {
  agents = await openAgents({ model, only: ['anthropic', 'gemini'] });
  const asked: Partial<ApprovalRequest>[] = [];
  const left = [...answers];
  const session = await agents.open({
    route: agents.target('anthropic'),
    // No rule skips the question.
    rules: [{ verdict: 'allow', tool: '*' }],
    approve: async ({ tool, preview, confinement }) => {
      asked.push({ tool, ...(preview === undefined ? {} : { preview }), ...(confinement ? { confinement } : {}) });
      return left.shift() ?? { verdict: 'deny' };
    },
    ...more,
  });
  const made = join(agents.workspace, 'made.txt');
  return { agents, session, asked, isMade: () => existsSync(made) };
}

test('rejects a change and leads to a plan; approval restores the previous mode, across a switch', async () => {
  const { agents, session, asked, isMade } = await open([{ verdict: 'deny' }, { verdict: 'allow' }]);
  session.setMode('accept-edits');
  session.setMode('plan');
  expect([endOf(await play(session, 'do it')).text, isMade()]).toEqual(['The plan: write made.txt.', false]);
  expect(asked).toEqual([
    {
      tool: 'propose_plan',
      preview: '1. Write made.txt',
      confinement: expect.objectContaining({ question: 'Carry out this plan?' }),
    },
  ]);
  expect(session.state.mode).toBe('plan');
  session.switchTo(agents.target('gemini'));
  const events = await play(session, 'plan again');
  expect(events.filter(({ type }) => type === 'mode-changed')).toEqual([
    { type: 'mode-changed', mode: 'accept-edits' },
  ]);
  expect([endOf(events).text, session.state.mode, isMade()]).toEqual(['Done.', 'accept-edits', true]);
  agents.accepted();
});

test('the user’s changes reach the model, which proposes again', async () => {
  const { session, asked } = await open([{ verdict: 'deny', message: 'use other words' }, { verdict: 'allow' }], {
    mode: 'plan',
  });
  await play(session, 'plan it');
  expect([asked.map(({ preview }) => preview), session.state.mode]).toEqual([
    ['1. Write made.txt', '1. Write made.txt, otherwise'],
    'ask',
  ]);
});

test('without anyone to ask, the plan is the answer; no question outside plan mode; a subagent has no such tool', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const session = await agents.open({ route: agents.target('anthropic'), mode: 'plan' });
  const events = await play(session, 'plan it');
  expect(events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome] : []))).toEqual([
    { state: 'denied', partial: 'There is no one to approve the plan. Give it as your answer, and change nothing.' },
  ]);
  expect(endOf(events).text).toBe('The plan: write made.txt.');
  session.setMode('ask');
  expect(endOf(await play(session, 'plan it')).text).toBe('No plan is needed.');
});

test('a copy keeps what was allowed but not saved with the session', async () => {
  const { session } = await open([], { rules: [] });
  const rule = { verdict: 'allow', tool: 'write_file' } as const;
  session.remember(rule, { kept: false });
  const copy = await session.fork();
  expect(copy.state.rules).toEqual([rule]);
  await copy.close();
});
