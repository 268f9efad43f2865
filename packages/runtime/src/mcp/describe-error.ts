/** Describes an error of a server for the user who configured it. May still contain secrets. */
import { isJsonObject } from '@interlock/transcript';
import { ConfigError } from '@interlock/wire';
import { OutOfTime } from './deadline.ts';
import { isHttpServer, type McpServerConfig } from './mcp-config.ts';

export const invalidAnswer = 'its answer does not follow the protocol';

export function describeError(error: unknown, config: McpServerConfig): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error instanceof OutOfTime || error instanceof ConfigError) return error.message;
  const inner = causeOf(error);
  if (inner !== undefined) return describeError(inner, config);
  const status = httpStatus(error);
  if (status !== undefined) return describeStatus(status, error);
  if (isInvalidAnswer(error)) return invalidAnswer;
  const code = systemCode(error);
  if (isHttpServer(config)) return code === undefined ? error.message : describeNetwork(code, config.url);
  if (code === undefined || !/^spawn/.test(error.message)) return error.message;
  const command = JSON.stringify(config.command);
  return `its command ${command} could not be run (${code}): is it installed, and does its working folder exist?`;
}

/** A response that is not JSON, does not follow the protocol, or has the wrong content type. */
export function isInvalidAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SyntaxError || 'issues' in error) return true;
  return ['CLIENT_HTTP_UNEXPECTED_CONTENT', 'INVALID_RESULT', 'UNSUPPORTED_RESULT_TYPE'].includes(libraryCode(error));
}

/** An error while the revision was negotiated is described like any other. */
function causeOf(error: Error): Error | undefined {
  return libraryCode(error) === 'ERA_NEGOTIATION_FAILED' && error.cause instanceof Error ? error.cause : undefined;
}

/** The library's errors have names as codes, like system errors. */
function libraryCode(error: Error): string {
  return error.name.startsWith('Sdk') && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Detects the error by its code in the protocol. */
export function isUnsupportedVersion(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === -32022;
}

/** The status of a response that the library treated as a failure. */
export function httpStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || error.name !== 'SdkHttpError') return undefined;
  return 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

/** For a request without a response; the innermost cause is the most specific. */
export function systemCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const [first] = error instanceof AggregateError ? error.errors : [error.cause];
  const own = 'code' in error && typeof error.code === 'string' && libraryCode(error) === '' ? error.code : undefined;
  return systemCode(first, depth + 1) ?? own;
}

/** Whether the request certainly did not reach the server. */
export function isUnsent(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(systemCode(error) ?? '');
}

function describeStatus(status: number, error: Error): string {
  switch (status) {
    case 401:
    case 403:
      return `it rejects the credentials (HTTP ${status}): check its "headers", usually Authorization`;
    case 404:
      return 'there is no MCP server at this address (HTTP 404): is the "url" correct, including its path?';
    default:
      return `it answered with HTTP ${status}: ${bodyOf(error)}`;
  }
}

function bodyOf(error: Error): string {
  const data = 'data' in error ? error.data : undefined;
  const text = isJsonObject(data) ? data['text'] : undefined;
  return typeof text === 'string' && text !== '' ? text : error.message.replace(/^Error POSTing to endpoint: /, '');
}

function describeNetwork(code: string, address: string): string {
  const origin = URL.parse(address)?.origin ?? 'its URL';
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${origin} (${code}): is the server running?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${origin} cannot be found (${code})`;
    default:
      return `the connection to ${origin} failed (${code})`;
  }
}
