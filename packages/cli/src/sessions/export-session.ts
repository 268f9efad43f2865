/** Exports a session as Markdown, as JSON, or as the request it becomes for a provider. */
import { type ProtocolName, prepareRequest, protocolOf } from '@interlock/wire';
import { withPlaceholders } from '../target/provider-names.ts';
import { markdownText } from './markdown-text.ts';
import type { ReadSession } from './read-session.ts';

export type ExportFormat = 'markdown' | 'json' | ProtocolName;

export function exportSession(session: ReadSession, title: string, format: ExportFormat): string {
  if (format === 'markdown') return markdownText(session, title);
  const { header, system, contents } = session;
  if (format === 'json') {
    return `${JSON.stringify({ session: header.id, workspace: header.workspace, system, contents }, undefined, 2)}\n`;
  }
  // The rules of the provider that defined the protocol apply.
  const target = { provider: protocolOf(format).home, protocol: format };
  const { body } = prepareRequest({ target: withPlaceholders(target), contents, ...(system === '' ? {} : { system }) });
  return `${JSON.stringify(body, undefined, 2)}\n`;
}
