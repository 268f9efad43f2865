/** Highlights code. Loaded when code is first shown: views work without it, and the prompt does not wait for it. */
import type { HLJSApi, LanguageFn } from 'highlight.js';
import type { CodeRun, Highlight } from '../screen.ts';

/** Grammars are regular expressions: larger code, or code with longer lines, is not highlighted. */
const maxLength = 20_000;
const maxLineLength = 1_000;

/** The languages; each includes its aliases. */
const languages: Readonly<Record<string, () => Promise<{ readonly default: LanguageFn }>>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  shell: () => import('highlight.js/lib/languages/shell'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Returns the function for `Drawing.highlight`. */
export async function loadHighlighter(): Promise<Highlight> {
  const { default: shared } = await import('highlight.js/lib/core');
  const hljs = shared.newInstance();
  const loaded = await Promise.all(
    Object.entries(languages).map(async ([name, load]) => ({ name, language: (await load()).default })),
  );
  for (const { name, language } of loaded) hljs.registerLanguage(name, language);
  return (code, language) => runsOf(hljs, code, language);
}

function runsOf(hljs: HLJSApi, code: string, language: string): readonly CodeRun[] | undefined {
  if (hljs.getLanguage(language) === undefined || code.length > maxLength) return undefined;
  if (code.split('\n').some((line) => line.length > maxLineLength)) return undefined;
  const runs = readHtml(hljs.highlight(code, { language, ignoreIllegals: true }).value);
  // The text must be unchanged, whatever the library returns.
  return runs.map(({ text }) => text).join('') === code ? runs : undefined;
}

/** The library returns simple HTML: `<span class="hljs-…">`, `</span>` and five entities. */
function readHtml(html: string): readonly CodeRun[] {
  const runs: CodeRun[] = [];
  const scopes: string[] = [];
  for (const [part] of html.matchAll(/<span class="[^"]*">|<\/span>|[^<]+/gu)) {
    if (part === '</span>') scopes.pop();
    else if (part.startsWith('<')) scopes.push(scopeOf(part) ?? scopes.at(-1) ?? '');
    else runs.push({ text: decode(part), ...(scopes.at(-1) ? { scope: scopes.at(-1) ?? '' } : {}) });
  }
  return runs;
}

/** Undefined: the tag marks a language inside another, not a scope. */
function scopeOf(tag: string): string | undefined {
  return /"hljs-(?<scope>[a-z-]+)/u.exec(tag)?.groups?.['scope'];
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
