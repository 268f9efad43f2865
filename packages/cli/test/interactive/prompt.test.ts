/** Keys at the prompt, with suggestions and lists. */
import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Draft } from '../../src/interactive/editor/editor.ts';
import { Prompt } from '../../src/interactive/prompt.ts';

interface AtPrompt {
  readonly prompt: Prompt;
  readonly sent: readonly string[];
  /** Presses keys by name, or types the text after a `+`. Waits for suggestions before the next one. */
  press(...keys: readonly string[]): Promise<void>;
}

// Suggestions are loaded as soon as this is.
beforeAll(async () => void (await import('../../src/slash/slash-commands.ts')));

function openPrompt(waiting: (Draft | string)[] = []): AtPrompt {
  const sent: string[] = [];
  const prompt = new Prompt({
    changed: () => {},
    send: ({ text }) => {
      sent.push(text);
      return 'kept';
    },
    press: () => {},
    takeBack: () => waiting.pop(),
    width: () => 40,
    folder: () => undefined,
    commands: () => [],
  });
  return {
    prompt,
    sent,
    press: async (...keys) => {
      for (const key of keys) {
        prompt.press(key.startsWith('+') ? { kind: 'text', text: key.slice(1) } : { kind: 'press', name: key });
        await setImmediate();
        await setImmediate();
      }
    },
  };
}

const typed = (text: string): Draft => ({ text, attachments: [] });

test('Up takes back queued messages before it goes to the history', async () => {
  const { prompt, press } = openPrompt(['the first', typed('the second')]);
  await press('+said', 'enter', 'up');
  expect(prompt.editor.text).toBe('the second');
  await press('ctrl-u', 'up');
  expect(prompt.editor.text).toBe('the first');
  await press('ctrl-u', 'up');
  expect(prompt.editor.text).toBe('said');
});

test('Up continues past a command, which then shows no suggestions', async () => {
  const { prompt, press, sent } = openPrompt();
  await press('+first', 'enter', '+/help', 'enter', '+/quit', 'enter');
  expect(sent).toEqual(['first', '/help', '/quit']);
  await press('up', 'up');
  expect([prompt.editor.text, prompt.popup]).toEqual(['/help', undefined]);
  await press('up');
  expect(prompt.editor.text).toBe('first');
  await press('down', 'backspace');
  expect(prompt.popup?.suggestions.map(({ name }) => name)).toContain('help');
});

test('new history entries do not disturb it', async () => {
  const { prompt, press } = openPrompt();
  await press('+/hel');
  prompt.edit({ do: 'recall', earlier: [typed('earlier')] });
  expect([prompt.editor.text, prompt.popup?.selected]).toEqual(['/hel', 0]);
  await press('escape', 'up');
  expect(prompt.editor.text).toBe('earlier');
});

test('Ctrl-R finds by words, continues with Ctrl-R, and fills the prompt without sending', async () => {
  const { prompt, press, sent } = openPrompt();
  const earlier = ['run one test', 'two\nlines to test', 'run one test', 'other'].map(typed);
  prompt.edit({ do: 'recall', earlier });
  await press('+test', 'ctrl-r');
  expect(prompt.picker?.items.map(({ name }) => name)).toEqual(['other', 'run one test', 'two\nlines to test']);
  expect(prompt.picker?.query).toBe('test');
  await press('ctrl-r', 'enter');
  expect([prompt.editor.text, sent]).toEqual(['two\nlines to test', []]);
  await press('ctrl-_', 'ctrl-r', 'escape');
  expect(prompt.editor.text).toBe('test');
});

test('without history, Ctrl-R shows nothing; blanks are not sent and disappear', async () => {
  const { prompt, press, sent } = openPrompt();
  await press('ctrl-r');
  expect(prompt.picker).toBe(undefined);
  await press('+   ', 'enter', 'enter');
  expect([prompt.editor.text, sent]).toEqual(['', []]);
});
