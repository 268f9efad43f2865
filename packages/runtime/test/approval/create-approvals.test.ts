/** Approvals: who is asked, when, and with what result. */
import { expect, test } from 'vitest';
import type { ApprovalAnswer, ApprovalRequest, ApprovalRule, Approve } from '../../src/approval/approval.ts';
import { createApprovals } from '../../src/approval/create-approvals.ts';

type Call = Omit<ApprovalRequest, 'rule'>;
const command = (subject: string, callId = subject): Call => ({
  callId,
  tool: 'run_command',
  kind: 'command',
  args: { command: subject },
  subject,
});
const never = new AbortController().signal;
const nobodyHears = (): void => undefined;
const allowNpm: ApprovalRule = { verdict: 'allow', tool: 'run_command', pattern: 'npm *' };

/** A user who answers when the test says so. */
function person(): {
  readonly approve: Approve;
  readonly asked: string[];
  readonly left: string[];
  answer(answer: ApprovalAnswer): void;
} {
  const asked: string[] = [];
  const left: string[] = [];
  const open: ((answer: ApprovalAnswer) => void)[] = [];
  return {
    asked,
    left,
    answer: (answer) => open.shift()?.(answer),
    approve: (request, signal) => {
      asked.push(request.callId);
      signal.addEventListener('abort', () => left.push(request.callId));
      return new Promise((resolve) => open.push(resolve));
    },
  };
}

test('rules decide without asking', async () => {
  const { approve, asked } = person();
  const rules: readonly ApprovalRule[] = [allowNpm, { verdict: 'deny', tool: 'run_command', pattern: 'rm *' }];
  const approvals = createApprovals({ rules, approve });
  expect(await approvals.decide(command('npm test'), never, nobodyHears)).toEqual({ verdict: 'allow', by: 'rule' });
  expect(await approvals.decide(command('rm x'), never, nobodyHears)).toEqual({
    verdict: 'deny',
    by: 'rule',
    message:
      'A rule of the user denies it: run_command(rm *). Do not try to work around it; explain what you need it for.',
  });
  expect(asked).toEqual([]);
});

test.each([
  ['npm test', 'run_command(npm test)'],
  ['echo "a" *', 'run_command(echo "a" \\*)'],
])('without anyone to ask, %j is denied with the rule that would allow it', async (line, rule) => {
  const asking: ApprovalRequest[] = [];
  const decision = await createApprovals().decide(command(line), never, (request) => asking.push(request));
  expect(decision).toEqual({
    verdict: 'deny',
    by: 'nobody',
    message: `It needs approval, and there is no one to ask. Explain what it was for; the user can allow it with the rule ${rule}.`,
  });
  expect(asking).toEqual([]);
});

test('the question shows the rule that would allow the call, and the answer counts', async () => {
  const asking: ApprovalRequest[] = [];
  const approvals = createApprovals({ approve: async () => ({ verdict: 'allow' }) });
  const decision = await approvals.decide(command('npm test'), never, (request) => asking.push(request));
  expect(decision).toEqual({ verdict: 'allow', by: 'user' });
  expect(asking).toEqual([{ ...command('npm test'), rule: 'run_command(npm test)' }]);
});

test.each([{}, { message: 'Use yarn.' }])('a refusal with %j: the call’s closure states the reason', async (more) => {
  const approvals = createApprovals({ approve: async () => ({ verdict: 'deny', ...more }) });
  expect(await approvals.decide(command('a'), never, nobodyHears)).toEqual({ verdict: 'deny', by: 'user', ...more });
});

const garbled = 'The answer to the request for approval is invalid, so the call was denied.';
test.each([
  ['nothing', () => undefined, garbled],
  ['a text', () => 'allow', garbled],
  ['another verdict', () => ({ verdict: 'yes' }), garbled],
  ['an invalid message', () => ({ verdict: 'allow', message: 1 }), garbled],
  ['an invalid rule', () => ({ verdict: 'allow', remember: { tool: 'x' } }), garbled],
  [
    'an error',
    () => {
      throw new Error('no terminal');
    },
    'The request for approval failed, so the call was denied: no terminal',
  ],
  ['a rejection', () => Promise.reject('gone'), 'The request for approval failed, so the call was denied: gone'],
])('an answer that is %s counts as a refusal', async (_, approve, message) => {
  const approvals = createApprovals({ approve: approve as unknown as Approve });
  const denial = { verdict: 'deny', by: 'user', message };
  expect(await approvals.decide(command('a'), never, nobodyHears)).toEqual(denial);
  // The next question is asked as usual.
  expect(await approvals.decide(command('b'), never, nobodyHears)).toEqual(denial);
});

test('a listener that throws denies the call', async () => {
  const approvals = createApprovals({ approve: async () => ({ verdict: 'allow' }) });
  const asking = (): void => {
    throw new Error('closed');
  };
  expect(await approvals.decide(command('a'), never, asking)).toEqual({
    verdict: 'deny',
    by: 'user',
    message: 'The request for approval failed, so the call was denied: closed',
  });
});

test('asks one question at a time, in order; a remembered rule decides the waiting ones', async () => {
  const user = person();
  const kept: ApprovalRule[] = [];
  const approvals = createApprovals({ approve: user.approve, remembered: (rule) => kept.push(rule) });
  const heard: string[] = [];
  const lines = ['npm test', 'make', 'npm run lint', 'npm test'];
  const decisions = lines.map((line, at) =>
    approvals.decide(command(line, `${at}`), never, ({ callId }) => heard.push(callId)),
  );
  expect(user.asked).toEqual(['0']);
  user.answer({ verdict: 'allow', remember: allowNpm });
  expect(await decisions[0]).toEqual({ verdict: 'allow', by: 'user' });
  expect(user.asked).toEqual(['0', '1']);
  user.answer({ verdict: 'deny' });
  expect(await Promise.all(decisions)).toEqual([
    { verdict: 'allow', by: 'user' },
    { verdict: 'deny', by: 'user' },
    { verdict: 'allow', by: 'rule' },
    { verdict: 'allow', by: 'rule' },
  ]);
  expect([user.asked, heard, user.left]).toEqual([
    ['0', '1'],
    ['0', '1'],
    ['0', '1'],
  ]);
  expect([kept, approvals.rules]).toEqual([[allowNpm], [allowNpm]]);
});

test('a rule remembered manually applies to the next call and is passed on', async () => {
  const kept: ApprovalRule[] = [];
  const approvals = createApprovals({ remembered: (rule) => kept.push(rule) });
  approvals.remember(allowNpm);
  expect(await approvals.decide(command('npm test'), never, nobodyHears)).toEqual({ verdict: 'allow', by: 'rule' });
  expect(kept).toEqual([allowNpm]);
});

const cancelled = {
  verdict: 'deny',
  by: 'cancelled',
  message: 'The call was cancelled while it waited for approval.',
} as const;

test('a rule stored elsewhere applies and is not passed on; once removed, it no longer applies', () => {
  const handed: ApprovalRule[] = [];
  const approvals = createApprovals({ remembered: (rule) => handed.push(rule) });
  const rule: ApprovalRule = { verdict: 'allow', tool: 'write_file' };
  approvals.remember(rule, { kept: false });
  expect([approvals.rules, handed]).toEqual([[rule], []]);
  expect([approvals.forget(rule), approvals.rules]).toEqual([true, []]);
});

test('REQ-915-030 a cancel settles the open question and the waiting ones, and asks nothing more', async () => {
  const user = person();
  const approvals = createApprovals({ approve: user.approve });
  const batch = new AbortController();
  const decisions = ['a', 'b', 'c'].map((line) => approvals.decide(command(line), batch.signal, nobodyHears));
  batch.abort();
  expect(await Promise.all(decisions)).toEqual([cancelled, cancelled, cancelled]);
  expect(await approvals.decide(command('d'), batch.signal, nobodyHears)).toEqual(cancelled);
  expect([user.asked, user.left]).toEqual([['a'], ['a']]);
});

test('cancelling a waiting call does not affect the question before it', async () => {
  const user = person();
  const approvals = createApprovals({ approve: user.approve });
  const own = new AbortController();
  const first = approvals.decide(command('a'), never, nobodyHears);
  const second = approvals.decide(command('b'), own.signal, nobodyHears);
  const third = approvals.decide(command('c'), never, nobodyHears);
  own.abort();
  expect(await second).toEqual(cancelled);
  user.answer({ verdict: 'allow' });
  expect(await first).toEqual({ verdict: 'allow', by: 'user' });
  user.answer({ verdict: 'allow' });
  expect(await third).toEqual({ verdict: 'allow', by: 'user' });
  expect(user.asked).toEqual(['a', 'c']);
});

test('REQ-915-030 typing past a question denies it and the waiting ones; a late answer changes nothing', async () => {
  const user = person();
  const approvals = createApprovals({ approve: user.approve });
  const decisions = ['a', 'b'].map((line) => approvals.decide(command(line), never, nobodyHears));
  approvals.denyOpen();
  user.answer({ verdict: 'allow', remember: allowNpm });
  const denial = { verdict: 'deny', by: 'typed-past', message: 'The user typed a message instead of answering.' };
  expect(await Promise.all(decisions)).toEqual([denial, denial]);
  const next = approvals.decide(command('c'), never, nobodyHears);
  user.answer({ verdict: 'allow' });
  expect(await next).toEqual({ verdict: 'allow', by: 'user' });
  expect([user.asked, user.left, approvals.rules]).toEqual([['a', 'c'], ['a', 'c'], []]);
  approvals.denyOpen();
});

const unconfined = (subject: string): Call => ({
  ...command(subject),
  confinement: { confined: false, question: 'Run this outside the sandbox?' },
});

test('asks before leaving the sandbox, whatever allows the command', async () => {
  const { approve, asked, answer } = person();
  const rules: readonly ApprovalRule[] = [allowNpm, { verdict: 'deny', tool: 'run_command', pattern: 'rm *' }];
  const approvals = createApprovals({ rules, approve });
  const confined = { ...command('npm test'), confinement: { confined: true } };
  expect(await approvals.decide(confined, never, nobodyHears)).toEqual({ verdict: 'allow', by: 'rule' });
  const decision = approvals.decide(unconfined('npm publish'), never, nobodyHears);
  answer({ verdict: 'allow' });
  expect(await decision).toEqual({ verdict: 'allow', by: 'user' });
  expect(await approvals.decide(unconfined('rm x'), never, nobodyHears)).toMatchObject({ verdict: 'deny', by: 'rule' });
  expect(asked).toEqual(['npm publish']);
});

test('without anyone to ask, nothing leaves the sandbox', async () => {
  const approvals = createApprovals({ rules: [{ verdict: 'allow', tool: '*' }] });
  expect(await approvals.decide(unconfined('npm publish'), never, nobodyHears)).toEqual({
    verdict: 'deny',
    by: 'nobody',
    message:
      'Leaving the sandbox needs approval each time, and there is no one to ask. Do it inside the sandbox, or explain why that is not possible.',
  });
  const confinement = { confined: true, question: 'Allow api.example.com for this session?' };
  expect(await approvals.decide({ ...command('npm ci'), confinement }, never, nobodyHears)).toEqual({
    verdict: 'deny',
    by: 'nobody',
    message:
      'Nobody can answer "Allow api.example.com for this session?" The user can allow hosts beforehand (tools.hosts). Do without them, or explain what they are needed for.',
  });
});
