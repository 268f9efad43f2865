import { expect, test } from 'vitest';
import { type Plan, planRequest } from '../../src/demo/plan-request.ts';

const tools = ['list_files', 'read_file', 'search_files', 'run_command', 'skill', 'task', 'propose_plan'].map(
  (name) => ({
    name,
    description: '',
    schema: {},
  }),
);

const call = (name: string, args: object): object => ({ do: 'call', calls: [{ call: name, args }] });

test.each<[request: string, plan: object]>([
  ['hello', { do: 'help' }],
  ['Hi there', { do: 'help' }],
  ['help', { do: 'help' }],
  ['?', { do: 'help' }],
  ['What can you do?', { do: 'help' }],
  ['explain', { do: 'explain' }],
  ['how does it work', { do: 'explain' }],
  ['what do you remember?', { do: 'remember' }],
  ['', { do: 'remember' }],
  ['list', call('list_files', { pattern: '*' })],
  ['List the files.', call('list_files', { pattern: '*' })],
  ['list src/demo', call('list_files', { pattern: '*', path: 'src/demo' })],
  ['list the files in src', call('list_files', { pattern: '*', path: 'src' })],
  ['read', call('read_file', { path: 'README.md', limit: 200 })],
  ['read "a.ts".', call('read_file', { path: 'a.ts', limit: 200 })],
  ['read the file docs/a.md and tell me', call('read_file', { path: 'docs/a.md', limit: 200 })],
  ['read @src/a.ts', call('read_file', { path: 'src/a.ts', limit: 200 })],
  ['search', call('search_files', { pattern: 'TODO', limit: 20 })],
  ['search for a.b(c)', call('search_files', { pattern: 'a\\.b\\(c\\)', limit: 20 })],
  ['run', call('run_command', { command: 'ls' })],
  ['run ls -la "x."', call('run_command', { command: 'ls -la "x."' })],
  ['use the skill pdf.', call('skill', { name: 'pdf' })],
  ['task list the files', call('task', { prompt: 'list the files' })],
  ['task reviewer: look around', call('task', { agent: 'reviewer', prompt: 'look around' })],
  ['background sleep 5', call('run_command', { command: 'sleep 5', background: true })],
  ['plan', call('propose_plan', {})],
  ['$ git status', call('run_command', { command: 'git status' })],
])('%j', (request, plan) => {
  expect(planRequest(request, tools)).toMatchObject(plan);
});

test.each(['look around', 'Please fan out!', 'do a fan-out'])('%j is five calls at once', (request) => {
  const plan: Plan = planRequest(request, tools);
  expect(plan.do === 'call' && plan.calls).toHaveLength(5);
});

test('makes no call to a tool that is not offered', () => {
  expect(planRequest('run ls', [])).toEqual({ do: 'remember' });
});
