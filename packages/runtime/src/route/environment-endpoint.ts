/**
 * The address that an environment variable gives a provider. Vendors disagree about what such a variable holds: OpenAI's is
 * the whole base address, Anthropic's and Gemini's clients add the version themselves, Ollama's may be a bare host.
 */
import type { ProtocolName, Provider } from '@interlock/wire';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined where nothing is set. What is no address comes back as it is, for whoever checks addresses. */
export function environmentEndpoint(
  { endpointEnv, endpoints }: Pick<Provider, 'endpointEnv' | 'endpoints'>,
  protocol: ProtocolName,
  environment: Environment,
): string | undefined {
  const text = endpointEnv === undefined ? undefined : environment[endpointEnv]?.trim();
  if (text === undefined || text === '') return undefined;
  const own = URL.parse(endpoints[protocol] ?? '');
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? URL.parse(text) : bareHost(text, own);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return text;
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin === 'null' ? text : url.origin + fullPath(path, own?.pathname.replace(/\/+$/, '') ?? '', protocol);
}

/** `0.0.0.0:11434` is where a server listens; whoever talks to it uses the loopback address. */
function bareHost(text: string, own: URL | null): URL | null {
  const url = URL.parse(`${own?.protocol ?? 'http:'}//${text}`);
  if (url === null) return null;
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && own !== null) url.port = own.port;
  return url;
}

function fullPath(path: string, ownPath: string, protocol: ProtocolName): string {
  if (path === '') return ownPath;
  const version = /\/v\d\w*$/.exec(ownPath)?.[0] ?? '';
  const clientsAddIt = protocol === 'anthropic-messages' || protocol === 'gemini';
  return clientsAddIt && !/\/v\d\w*$/.test(path) ? path + version : path;
}
