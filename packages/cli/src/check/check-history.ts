/** Finds the problems of a history: in itself, and for each target, judged by the repairs that sending it there needs. */
import { type Content, checkContents, type JsonValue, TranscriptError } from '@interlock/transcript';
import { ConfigError, createPreparer, type Destination, resolveTarget, type Target, type Tool } from '@interlock/wire';
import { contentsOf, pathInFile } from '../input/load-history.ts';
import { isList, recordOf } from '../input/read-json.ts';
import { toolsOf } from '../input/tools-of.ts';
import { FindingList } from './finding.ts';
import { projectionNotes } from './projection-notes.ts';
import { repairText } from './repair-text.ts';
import type { Report } from './report.ts';
import { targetName } from './targets.ts';

export function checkHistory(value: JsonValue, input: string, targets: readonly Target[]): Report {
  const findings = new FindingList();
  const list = contentsOf(value);
  const { contents, problems } = checkContents(list);
  for (const { path, ...problem } of problems) findings.add({ ...problem, at: pathInFile(path, value) });
  if (contents !== undefined) {
    const tools = toolsOf(recordOf(value)?.['tools']) ?? [];
    const locate = (path: string): string => pathInFile(path, value);
    for (const target of targets) checkFor(target, contents, tools, locate, findings);
  }
  return {
    input,
    shape: 'history',
    entries: isList(list) ? list.length : 0,
    targets: targets.map((target) => targetName(resolveTarget(target))),
    findings: findings.all(),
  };
}

type LocateInFile = (path: string) => string;

/** A preparer keeps what it has built: each is released before the next starts, or a large history would be in memory many times. */
function checkFor(
  named: Target,
  contents: readonly Content[],
  tools: readonly Tool[],
  locate: LocateInFile,
  findings: FindingList,
): void {
  const preparer = createPreparer(named);
  const { destination } = preparer;
  const target = targetName(destination);
  try {
    const { diagnostics, reply } = preparer.prepare({ contents, tools });
    const { repairs } = reply.protocol;
    for (const event of diagnostics.render.events) {
      const severity = event.fault === 'none' ? 'note' : 'error';
      const rule = repairs[event.kind];
      const verdict = rule === undefined ? 'unusual' : 'refused';
      findings.add(
        { severity, verdict, code: event.kind, at: locate(event.at), ...repairText(event) },
        { target, rule },
      );
    }
    noteIds(destination, contents, locate, findings);
    for (const { rule, ...note } of projectionNotes(diagnostics)) findings.add({ ...note, at: '' }, { target, rule });
  } catch (error) {
    findings.add({ severity: 'error', at: '', ...refusalOf(error) }, { target });
  }
}

/** The history is readable, but no request can be made from it. */
export function refusalOf(error: unknown): { readonly code: string; readonly message: string; readonly fix?: string } {
  if (error instanceof ConfigError) {
    return { code: error.code, message: error.what, fix: error.fix };
  }
  if (error instanceof TranscriptError) return { code: error.fault, message: error.message };
  throw error;
}

function noteIds(
  destination: Destination,
  contents: readonly Content[],
  locate: LocateInFile,
  findings: FindingList,
): void {
  const form = idFormOf(destination);
  if (form === undefined) return;
  contents.forEach(({ blocks = [] }, entry) => {
    blocks.forEach((block, at) => {
      if (block.type !== 'tool_call' || typeof block.id !== 'string' || form.pattern.test(block.id)) return;
      const message = 'This target does not accept the id; it is rewritten.';
      const finding = { severity: 'note', verdict: 'refused', code: 'id', message } as const;
      const where = locate(`$[${entry}].blocks[${at}].id`);
      findings.add({ ...finding, at: where }, { target: targetName(destination), rule: form.rule });
    });
  });
}

/** Which ids a target accepts, to find those it would refuse. */
interface IdForm {
  readonly pattern: RegExp;
  readonly rule: string;
}

/** Undefined: any id is accepted, or the protocol has no ids. */
export function idFormOf({ traits, protocol }: Destination): IdForm | undefined {
  switch (traits.toolIds) {
    case 'anthropic':
      return { pattern: /^[a-zA-Z0-9_-]+$/, rule: 'ANT-006' };
    case 'mistral':
      return { pattern: /^[a-zA-Z0-9]{9}$/, rule: 'MIS-001' };
    case 'kimi':
      return { pattern: /^functions\..+:\d+$/, rule: 'KIM-001' };
    case 'openai':
      return protocol === 'openai-responses'
        ? { pattern: /^.{1,64}$/s, rule: 'OAR-003' }
        : { pattern: /^.{1,40}$/s, rule: 'OAC-003' };
    case 'none':
      return undefined;
  }
}
