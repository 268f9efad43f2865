/**
 * The environment for what the agent starts (commands, MCP servers): the user's, without the keys of model providers. A command that
 * prints its environment would send them to a model. What the user's tools need stays: PATH, HOME, LANG, the ssh agent, GITHUB_TOKEN,
 * AWS_*, NODE_AUTH_TOKEN, NODE_OPTIONS.
 *
 * Removed: the key variables of all providers; the given names; names that end in `_API_KEY` or `_AUTH_TOKEN`; a key, token, secret or
 * password with the name of a model vendor in it; our own secrets (`INTERLOCK_…`); and every variable whose value contains a removed
 * value (a header, a URL, JSON), also as base64 or URL-encoded. Also `CDPATH`: with it, `cd src` goes elsewhere than the rules look.
 */
import { providers } from '@interlock/wire';

export type Environment = Readonly<Record<string, string>>;

const vendors =
  /(^|_)(OPENAI|ANTHROPIC|CLAUDE|GEMINI|GENERATIVE_AI|VERTEX|MISTRAL|CODESTRAL|MOONSHOT|KIMI|DEEPSEEK|XAI|GROK|GROQ|DASHSCOPE|QWEN|ZAI|ZHIPU(AI)?|GLM|OPENROUTER|OLLAMA|BEDROCK|COHERE|TOGETHER(AI)?|FIREWORKS|PERPLEXITY|CEREBRAS|REPLICATE|HF|HUGGING_?FACE(_HUB)?|LITELLM|LLM|COPILOT)(_|$)/;

const secretWords = /(^|_)(API_?KEYS?|KEYS?|TOKENS?|SECRETS?|PASSWORD|CREDENTIALS?)(_|$)/;

const anyonesKey = /(^|_)(API_?KEYS?|AUTH_TOKEN)$/;

/** Our own variables also contain database URLs with passwords. */
const ourSecrets = /^INTERLOCK_.*(KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|URL|DSN)/;

/** npm's own: without it private packages cannot be installed. */
const keptNames: readonly string[] = ['NODE_AUTH_TOKEN'];

/** Shorter values are settings (`1`, `none`) that other variables may share. */
const shortestKey = 8;

/** Required by most programs. They contain no keys, but a short key may occur in them by chance. */
const indispensable: readonly string[] = ['PATH', 'HOME', 'PWD', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'LANG', 'TMPDIR'];

/** `extraNames`: the variables of this user's credentials. */
export function cleanEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  extraNames: readonly string[] = [],
): Environment {
  const named = new Set([...providers.flatMap(({ keyEnv }) => keyEnv), ...extraNames]);
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isSecret = (name: string): boolean => named.has(name) || holdsKey(name);
  const forms = given.flatMap(([name, value]) => (isSecret(name) ? formsOf(value.trim()) : []));
  const holdsOne = (value: string): boolean => forms.some((form) => value.includes(form));
  const isKept = ([name, value]: readonly [string, string]): boolean =>
    !isSecret(name) && name !== 'CDPATH' && (indispensable.includes(name.toUpperCase()) || !holdsOne(value));
  return Object.fromEntries(given.filter(isKept));
}

/** Skips settings, and the path of a key file, which other paths may start with. */
function formsOf(value: string): readonly string[] {
  if (value.length < shortestKey || /^([~.]?[\\/]|[a-z]:[\\/])/i.test(value)) return [];
  // The end of a base64 text depends on what follows: only the part that does not is searched for.
  const encoded = [0, 1, 2].map((shift) => {
    const text = Buffer.from(' '.repeat(shift) + value).toString('base64');
    return text.slice(shift === 0 ? 0 : shift + 1, -4);
  });
  return [value, encodeURIComponent(value.toWellFormed()), ...encoded.filter(({ length }) => length >= shortestKey)];
}

function holdsKey(name: string): boolean {
  const upper = name.toUpperCase();
  if (keptNames.includes(upper)) return false;
  return anyonesKey.test(upper) || ourSecrets.test(upper) || (vendors.test(upper) && secretWords.test(upper));
}
