/** Removes keys from texts that people, logs and models may read. */

const mark = '[key]';

/** A shorter "key" (`none`, `ollama`) is a placeholder, not a secret, and removing it would damage ordinary words. */
const shortest = 8;

/** Formats of keys. Lookahead is bounded: the texts are untrusted. */
const keys: readonly RegExp[] = [
  /\bsk-(?=[\w*-]{0,99}[\d*])[\w*-]{8,}/, // OpenAI, Anthropic (sk-ant-), OpenRouter (sk-or-), DeepSeek, Moonshot
  /\b(?:gsk|hf|r8|csk|pplx|nvapi|fw|tgp)[_-](?=[\w-]{0,99}\d)[\w-]{16,}/,
  /\bxai-(?=[\w-]{0,99}\d)[\w-]{16,}/,
  /\bAIza[\w-]{20,}/,
  /\bAQ\.[\w-]{20,}/,
  /\bya29\.[\w.-]{16,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\b(?:gh[oprsu]|github_pat|glpat)[_-][\w-]{20,}/,
  /\bilk_[\w-]{16,}/, // tokens for our gateway
  /\b[pr]k[_-](?=\w{0,99}\d)\w{20,}/, // Stripe
  /\bxox[abeoprs]-[\w-]{10,}/, // Slack
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/, // JSON web tokens
  /\bak-(?=[a-z]{0,99}\d)[a-z0-9]{16,}/, // Moonshot names the key that was used
];

/** Formats of keys that a server has already shortened. */
const remains: readonly RegExp[] = [
  /\bsk-(?:[\w-]{1,12})?\.{3}[\w-]{2,12}/, // LiteLLM, what it leaves of a key
  /(?<![\w*])[\w.:/-]{0,40}\*{4,}[\w-]{0,12}/, // what other servers leave of a key
];

/** Places that hold a key in any format. */
const places: readonly RegExp[] = [
  /(\bBearer\s+)[\w.~+/=-]{16,}/i,
  /(:\/\/[^\s/@:]{0,99}:)[^\s/@]{1,999}(?=@)/, // the password in an address
  /([?&](?:api[_-]?key|key|access[_-]?token|token)=)[^&\s"'<>]+/i,
  /(\b(?:x-)?(?:goog-)?api-key["']?\s*[:=]\s*["']?)[^\s"',}]{8,}/i,
  /(\bapi[ _]?key(?: provided)?\s*[:=]\s*["'`<]?)(?=[^\s"'`<>,;]{0,99}\d)[^\s"'`<>,;]{8,}/i,
  /(\bkey hash[^=]{0,20}=\s*)[0-9a-f]{16,}/i,
  /(\bkey=)(?=[^\s"'`<>,;]{0,99}\d)[^\s"'`<>,;&]{8,}/i,
];

/** `secrets` are the caller's own: they are removed everywhere, also in the form they have inside JSON, a URL or base64. */
export function redactKeys(text: string, secrets: readonly string[] = []): string {
  let clean = redactSecrets(text, secrets);
  for (const shape of [...keys, ...remains]) clean = clean.replace(everywhere(shape), mark);
  for (const place of places) clean = clean.replace(everywhere(place), (_, before: string) => before + mark);
  return clean;
}

/** Only the given secrets: text that merely looks like a key stays, as in the documentation of an API. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const form of formsOf(secrets)) clean = clean.replaceAll(form, mark);
  return clean;
}

/** Whether the text contains something that looks like a complete key. */
export function holdsKey(text: string): boolean {
  return keys.some((shape) => shape.test(text));
}

/**
 * Whether a text that should be the name of something may be a key of whatever format: a long part of it, between what divides words or folders,
 * has digits. A path that is certainly one, by how it begins, may contain anything.
 */
export function couldBeKey(text: string): boolean {
  if (/^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(text)) return false;
  return holdsKey(text) || text.split(/[_./\\~]/).some(isRandom);
}

/** As above, where also hyphens divide words: in addresses and arguments. */
export function containsKey(text: string): boolean {
  return holdsKey(text) || text.split(/[^A-Za-z0-9]/).some(isRandom);
}

/** Not words with a number behind them. */
function isRandom(part: string): boolean {
  return part.length >= 20 && /\d/.test(part) && !/^[A-Za-z]+\d{1,4}$/.test(part);
}

/** Without keys, without control characters (it may be printed on a terminal), and no longer than `longest`. */
export function presentable(text: string, longest: number, secrets: readonly string[] = []): string {
  const clean = redactKeys(text.toWellFormed(), secrets)
    .replaceAll(/(?![\n\t])\p{Cc}/gu, ' ')
    .trim();
  if (clean.length <= longest) return clean;
  // Half a surrogate pair is dropped.
  return `${clean.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function formsOf(secrets: readonly string[]): readonly string[] {
  const forms = secrets
    .filter(({ length }) => length >= shortest)
    .flatMap((key) => [
      key,
      JSON.stringify(key).slice(1, -1),
      encodeURIComponent(key.toWellFormed()),
      ...base64Forms(key),
    ]);
  // Longest first: one form may contain another.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/**
 * A key in base64, alone or in a longer text such as `user:key`: its letters depend on how many bytes come before it. Without those that it
 * shares with its neighbours.
 */
function base64Forms(key: string): readonly string[] {
  const bytes = Array.from(new TextEncoder().encode(key), (byte) => String.fromCharCode(byte)).join('');
  return [0, 1, 2].flatMap((before) => {
    const text = btoa(' '.repeat(before) + bytes);
    const form = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Created for each use: a stored pattern with `g` would remember where it stopped. */
function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags}g`);
}
