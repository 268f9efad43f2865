/** Prompts that arrive while another one runs wait for it, in order. A cancel withdraws all of them. */
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { chosen } from './connect.ts';
import { editors, refusal, say, texts, updatesOf } from './editor.ts';

const { session: of } = methods.agent;
const { open, begin, provider } = editors();

/** The user's messages in the last request to the model. */
const said = (): readonly string[] =>
  provider()
    .seen.at(-1)
    ?.turns.filter(({ role, text }) => role === 'user' && text !== '')
    .map(({ text }) => text) ?? [];

test('a prompt during a turn is the next turn; a withdrawn one is never sent; a command answers at once', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const connection = await open({
    flags: { model: 'anthropic/claude-opus-4-8' },
    permit: async (request) => {
      asked.resolve();
      await answered.promise;
      return chosen(request, 'reject_once');
    },
  });
  const id = await begin(connection);
  const order: string[] = [];
  const prompt = async (text: string, cancellationSignal?: AbortSignal): Promise<unknown> => {
    const request = { sessionId: id, prompt: [{ type: 'text' as const, text }] };
    const options = cancellationSignal === undefined ? {} : { cancellationSignal };
    const answer = await connection.agent.request(of.prompt, request, options);
    order.push(text);
    return answer;
  };
  const takenBack = new AbortController();
  const first = prompt('write it');
  await asked.promise;
  const second = prompt('second');
  const third = prompt('third', takenBack.signal);
  const fourth = prompt('/compact');
  takenBack.abort();
  expect(await third).toEqual({ stopReason: 'cancelled' });
  expect(await prompt('/model anthropic/claude-sonnet-5')).toEqual({ stopReason: 'end_turn' });
  const pending = updatesOf(connection.updates, 'config_option_update').at(-1);
  expect(pending?.configOptions.find((option) => option.id === 'model')).toMatchObject({
    currentValue: 'anthropic/claude-opus-4-8',
    _meta: { interlock: { pending: 'anthropic/claude-sonnet-5' } },
  });
  answered.resolve();
  const end = { stopReason: 'end_turn' };
  expect(await Promise.all([first, second, fourth])).toEqual([end, end, end]);
  expect(order).toEqual(['third', '/model anthropic/claude-sonnet-5', 'write it', 'second', '/compact']);
  expect(said()).toEqual(['write it', 'second']);
  const last = updatesOf(connection.updates, 'config_option_update').at(-1);
  expect(last?.configOptions.find((option) => option.id === 'model')).toMatchObject({
    currentValue: 'anthropic/claude-sonnet-5',
  });
});

test('a cancel affects the running prompt and all waiting ones; the next one runs', async () => {
  const connection = await open();
  const id = await begin(connection);
  const running = say(connection, id, 'wait');
  await connection.until((update) => update.sessionUpdate === 'tool_call_update' && update.status === 'in_progress');
  const waiting = [say(connection, id, 'second'), say(connection, id, 'third')];
  // A busy session cannot be opened a second time.
  const here = { sessionId: id, cwd: provider().workspace, mcpServers: [] };
  expect(await refusal(connection.agent.request(of.load, here))).toMatchObject({ code: -32600 });
  await connection.agent.notify(of.cancel, { sessionId: id });
  const next = say(connection, id, 'hello');
  const cancelled = { stopReason: 'cancelled' };
  expect(await Promise.all([running, ...waiting, next])).toEqual([
    ...[cancelled, cancelled, cancelled],
    { stopReason: 'end_turn' },
  ]);
  expect(said()).toEqual(['wait', 'hello']);
});

test('a cancel applies before the turn starts, while waiting for MCP servers', async () => {
  const connection = await open();
  const silent = { name: 'silent', command: process.execPath, args: ['-e', 'process.stdin.resume()'], env: [] };
  const { sessionId } = await connection.agent.request<{ sessionId: string }, object>(of.new, {
    ...{ cwd: provider().workspace, mcpServers: [silent] },
  });
  provider().seen.length = 0;
  const running = say(connection, sessionId, 'hello');
  await connection.agent.notify(of.cancel, { sessionId });
  expect(await running).toEqual({ stopReason: 'cancelled' });
  expect(provider().seen).toEqual([]);
});

test('/rewind restores files and copies the conversation; /fork copies all of it; both are listed', async () => {
  const { readFile, writeFile } = await import('node:fs/promises');
  const notes = join(provider().workspace, 'notes.txt');
  const connection = await open({ flags: { mode: 'accept-edits' } });
  const id = await begin(connection);
  const answerTo = async (text: string): Promise<string> => {
    connection.updates.length = 0;
    await say(connection, id, text);
    return texts(connection.updates, 'agent_message_chunk');
  };
  await say(connection, id, 'hello');
  await say(connection, id, 'edit it');
  expect(await readFile(notes, 'utf8')).toBe('one\n2\n');
  expect(await answerTo('/rewind')).toContain('1. hello\n2. edit it\n');
  expect(await answerTo('/rewind 2')).toMatch(
    /Changed since then:[\s\S]*-two\n *\+2[\s\S]*\/rewind 2 files puts them back/,
  );
  expect(await answerTo('/rewind 2 files')).toContain('1 file restored.');
  expect(await readFile(notes, 'utf8')).toBe('one\ntwo\n');
  expect(await answerTo('/rewind undo')).toContain('1 file restored.');
  expect(await readFile(notes, 'utf8')).toBe('one\n2\n');
  expect(await answerTo('/rewind 9 files')).toContain('There is no message 9.');
  const copy =
    /is session (\w{8})\..*Your message was:\n\nedit it/s.exec(await answerTo('/rewind 2 copy'))?.[1] ?? 'none';
  const fork = /The copy is session (\w{8})\./.exec(await answerTo('/fork'))?.[1] ?? 'none';
  const { sessions } = await connection.agent.request(of.list, { cwd: provider().workspace });
  const whole = sessions.map(({ sessionId }) => sessionId);
  const messagesOf = async (start: string): Promise<readonly string[]> => {
    connection.updates.length = 0;
    const sessionId = whole.find((each) => each.startsWith(start)) ?? '';
    await connection.agent.request(of.load, { sessionId, cwd: provider().workspace, mcpServers: [] });
    return updatesOf(connection.updates, 'user_message_chunk').map(({ content }) =>
      content.type === 'text' ? content.text : '',
    );
  };
  expect([await messagesOf(copy), await messagesOf(fork)]).toEqual([['hello'], ['hello', 'edit it']]);
  // The session itself continues.
  expect(await answerTo('/resume')).toContain("/resume is for the terminal. Open it from your editor's session list");
  await writeFile(notes, 'one\ntwo\n');
});
