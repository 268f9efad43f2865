/** Options of a session in an editor: every provider is listed; a change reports its losses, and waits for the end of the turn. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods, type SessionConfigOption } from '@agentclientprotocol/sdk';
import { afterEach, expect, test } from 'vitest';
import type { Connection } from './connect.ts';
import { editors, refusal, say, texts, updatesOf } from './editor.ts';

const { session: of } = methods.agent;
const { open, begin, provider } = editors();
afterEach(() => rmSync(join(provider().workspace, 'begun.txt'), { force: true }));

function set({ agent }: Connection, sessionId: string, configId: string, value: string) {
  return agent.request(of.setConfigOption, { sessionId, configId, value });
}

function optionOf(options: readonly SessionConfigOption[] | null | undefined, id: string): SessionConfigOption {
  const found = options?.find((option) => option.id === id);
  if (found === undefined) throw new Error(`There is no option ${id}.`);
  return found;
}

function valuesOf(option: SessionConfigOption): readonly string[] {
  if (option.type !== 'select') return [];
  return option.options.flatMap((each) => ('group' in each ? each.options.map(({ value }) => value) : [each.value]));
}

test('the available options', async () => {
  const connection = await open();
  const { configOptions, modes } = await connection.agent.request(of.new, {
    ...{ cwd: provider().workspace, mcpServers: [] },
  });
  const model = optionOf(configOptions, 'model');
  expect(model).toMatchObject({ category: 'model', currentValue: expect.stringMatching(/^anthropic\/claude-/) });
  const groups = model.type === 'select' ? model.options.map((each) => ('group' in each ? each.group : '')) : [];
  expect(groups).toEqual(expect.arrayContaining(['anthropic', 'openai', 'google', 'mistral', 'deepseek', 'xai']));
  expect(optionOf(configOptions, 'route')).toMatchObject({ category: '_route', currentValue: 'none' });
  expect(optionOf(configOptions, 'effort')).toMatchObject({ category: 'thought_level', currentValue: 'default' });
  expect(valuesOf(optionOf(configOptions, 'effort'))).toEqual(expect.arrayContaining(['off', 'low', 'high', 'max']));
  // Without a sandbox nothing can be confined.
  expect(valuesOf(optionOf(configOptions, 'mode'))).toEqual(['ask', 'accept-edits', 'plan']);
  expect(modes?.currentModeId).toBe('ask');
});

test('a model while idle: a notice says what it loses, and the next message uses it', async () => {
  const connection = await open({ flags: { offline: true }, capabilities: { session: { notices: {} } } });
  const { sessionId, configOptions } = await connection.agent.request(of.new, {
    ...{ cwd: provider().workspace, mcpServers: [] },
  });
  await set(connection, sessionId, 'effort', 'high');
  await say(connection, sessionId, 'read notes.txt');
  const model = optionOf(configOptions, 'model');
  const other = valuesOf(model).find((value) => value.startsWith('openai/')) ?? '';
  const answer = await set(connection, sessionId, 'model', other);
  expect(optionOf(answer.configOptions, 'model').currentValue).toBe(other);
  const notices = updatesOf(connection.updates, 'notice').map(({ title }) => title);
  expect(notices).toContainEqual(
    expect.stringMatching(new RegExp(`^The next message goes to ${other}\\. It does not get earlier thinking`)),
  );
  await say(connection, sessionId, 'what do you remember?');
  expect(texts(connection.updates, 'agent_message_chunk')).toContain(
    `This is **${other}**. The whole conversation came along`,
  );
  // It was reported only once.
  expect(updatesOf(connection.updates, 'notice').filter(({ title }) => title.includes(`: ${other}`))).toEqual([]);
});

const now = 'anthropic/claude-opus-4-8';

test('a model during a turn: pending until the turn ends; choosing the current one undoes it', async () => {
  const connection = await open({ flags: { model: now }, capabilities: { session: { notices: {} } } });
  const id = await begin(connection);
  const turn = say(connection, id, 'wait');
  await connection.until((update) => update.sessionUpdate === 'tool_call_update' && update.status === 'in_progress');
  const to = 'anthropic/claude-sonnet-5';
  const pending = optionOf((await set(connection, id, 'model', to)).configOptions, 'model');
  expect(pending).toMatchObject({
    currentValue: now,
    description: `Pending: ${to}, when this turn ends.`,
    _meta: { interlock: { pending: to } },
  });
  expect(JSON.stringify(pending)).toContain(`"${to} (pending)"`);
  const back = optionOf((await set(connection, id, 'model', now)).configOptions, 'model');
  expect(back._meta).toBeUndefined();
  await set(connection, id, 'model', to);
  await connection.agent.notify(of.cancel, { sessionId: id });
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  const notices = updatesOf(connection.updates, 'notice').map(({ title }) => title);
  expect(notices.filter((title) => title.includes(to)).map((title) => title.replace(/ It .*/, ''))).toEqual([
    `Switching to ${to} after this turn.`,
    `The switch to ${to} is cancelled.`,
    `Switching to ${to} after this turn.`,
    `Switched to ${to}.`,
  ]);
  const last = updatesOf(connection.updates, 'config_option_update').at(-1);
  expect(optionOf(last?.configOptions, 'model').currentValue).toBe(to);
});

test('a route: listed, chosen, used in turn, and replaced by its first model', async () => {
  const config = join(provider().env['HOME'] ?? '', 'routes.json');
  const targets = [now, 'anthropic/claude-sonnet-5'];
  writeFileSync(config, JSON.stringify({ routes: { both: { policy: 'round-robin', targets } } }));
  const connection = await open({ flags: { config, model: now }, capabilities: { session: { notices: {} } } });
  const { sessionId, configOptions } = await connection.agent.request(of.new, {
    ...{ cwd: provider().workspace, mcpServers: [] },
  });
  expect(valuesOf(optionOf(configOptions, 'route'))).toEqual(['none', 'both']);
  const chosen = (await set(connection, sessionId, 'route', 'both')).configOptions;
  expect([optionOf(chosen, 'route').currentValue, optionOf(chosen, 'model').currentValue]).toEqual([
    'both',
    'by-route',
  ]);
  expect(updatesOf(connection.updates, 'notice').map(({ title }) => title)).toContainEqual(
    expect.stringMatching(/^The next message goes to both\./),
  );
  const before = provider().simulator.log.length;
  for (const text of ['one', 'two']) await say(connection, sessionId, text);
  const asked = provider()
    .simulator.log.slice(before)
    .map(({ model }) => model);
  expect(new Set(asked)).toEqual(new Set(['claude-opus-4-8', 'claude-sonnet-5']));
  const left = (await set(connection, sessionId, 'route', 'none')).configOptions;
  expect([optionOf(left, 'route').currentValue, optionOf(left, 'model').currentValue]).toEqual(['none', now]);
});

test('modes, for clients without options: the same setting under two names', async () => {
  const connection = await open();
  const id = await begin(connection);
  await connection.agent.request(of.setMode, { sessionId: id, modeId: 'plan' });
  const update = updatesOf(connection.updates, 'config_option_update').at(-1);
  expect(optionOf(update?.configOptions, 'mode').currentValue).toBe('plan');
  expect(updatesOf(connection.updates, 'current_mode_update').at(-1)?.currentModeId).toBe('plan');
  await say(connection, id, 'write');
  // No permission is requested, because a plan changes nothing.
  expect([connection.permissions, updatesOf(connection.updates, 'tool_call_update').at(-1)?.status]).toEqual([
    [],
    'failed',
  ]);
  expect(await refusal(connection.agent.request(of.setMode, { sessionId: id, modeId: 'wild' }))).toEqual({
    code: -32602,
    message: 'There is no mode "wild". Possible values: ask, accept-edits, plan, confined.',
  });
});

const refused: readonly (readonly [id: string, value: string, message: string])[] = [
  ['model', 'nobody/at-all', 'There is no model "nobody/at-all".'],
  ['model', 'openai/gpt-5.5', 'openai/gpt-5.5 cannot be used now: no key: set OPENAI_API_KEY'],
  ['route', 'nowhere', 'There is no route "nowhere". Possible values: none.'],
  ['effort', 'huge', 'There is no effort "huge".'],
  ['mode', 'wild', 'There is no mode "wild".'],
  ['mode', 'confined', 'Confined mode needs the sandbox'],
  ['colour', 'red', 'There is no option "colour".'],
];

test('rejects invalid options with the reason', async () => {
  const connection = await open();
  const session = await begin(connection);
  for (const [id, value, message] of refused)
    expect([id, value, await refusal(set(connection, session, id, value))]).toEqual([
      ...[id, value],
      { code: -32602, message: expect.stringContaining(message) },
    ]);
});
