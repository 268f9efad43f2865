/** Makes a server's text safe to show: without secrets of its configuration and without control characters, and not too long. */
import type { ToolReport } from '../tool/tool.ts';
import { isHttpServer, type McpServerConfig } from './mcp-config.ts';
import { secretArguments, secretsOfAddress } from './secret-arguments.ts';

export type Conceal = (text: string, longest?: number) => string;

/** Shorter values (`1`, `true`, `debug`) are not secrets, and replacing them would damage ordinary text. */
const shortest = 6;

const defaultLength = 500;

/** `more`: secrets that became known later. */
export function concealing(config: McpServerConfig, more: ReadonlySet<string> = new Set()): Conceal {
  // Longest first: a secret may contain another one.
  const secrets = longEnough(new Set(secretsOf(config))).sort((a, b) => b.length - a.length);
  return (text, longest = defaultLength) => {
    let clean = text.toWellFormed();
    for (const secret of [...longEnough(more), ...secrets]) clean = clean.replaceAll(secret, '[hidden]');
    clean = clean.replaceAll(/(\bBearer\s+)[\w.~+/=-]{16,}/gi, '$1[hidden]');
    clean = clean.replaceAll(/(?!\n)\p{Cc}/gu, ' ').trim();
    return clean.length <= longest ? clean : `${clean.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  };
}

/** A result without the tokens that the server was sent. Values of the configuration stay: they may be ordinary words there. */
export function withoutTokens(report: ToolReport, tokens: ReadonlySet<string>): ToolReport {
  const hide = (text: string): string =>
    longEnough(tokens).reduce((clean, token) => clean.replaceAll(token, '[hidden]'), text);
  const { text, value } = report;
  const written = value === undefined ? undefined : JSON.stringify(value);
  return {
    ...report,
    ...(text === undefined ? {} : { text: hide(text) }),
    ...(written === undefined || hide(written) === written ? {} : { value: JSON.parse(hide(written)) }),
  };
}

function longEnough(secrets: ReadonlySet<string>): string[] {
  return [...secrets].filter((secret) => secret.length >= shortest);
}

function secretsOf(config: McpServerConfig): readonly string[] {
  const values = isHttpServer(config)
    ? [...Object.values(config.headers ?? {}), ...secretsOfAddress(config.url), config.oauth?.clientSecret]
    : [...Object.values(config.env ?? {}), ...secretArguments(config.args ?? []).flat()];
  const texts = values.filter((value) => typeof value === 'string');
  // `Bearer abc`: the second word is the secret. JSON and URLs escape some characters.
  return texts
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]);
}
