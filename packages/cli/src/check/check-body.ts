/** Which rules a request body breaks, for every provider that speaks its protocol. */
import type { JsonObject } from '@interlock/transcript';
import { findViolations, protocolOf, resolveTarget, type Target } from '@interlock/wire';
import { listAt } from '../input/read-json.ts';
import { FindingList } from './finding.ts';
import type { Report } from './report.ts';
import { targetName } from './targets.ts';

export function checkBody(body: JsonObject, protocol: string, input: string, targets: readonly Target[]): Report {
  const { rules, list: field } = protocolOf(protocol);
  const list = listAt(body, field);
  const findings = new FindingList();
  const destinations = targets.map((target) => resolveTarget({ ...modelOf(body), ...target, protocol }));
  for (const destination of destinations) {
    const violations = findViolations(rules, { body, list, traits: destination.traits, from: 0 });
    for (const { rule, level, path, message, fix } of violations) {
      const severity = level === 'error' ? 'error' : 'warning';
      const verdict = verdicts[level];
      findings.add(
        { severity, verdict, code: rule, at: path, message, fix },
        { target: targetName(destination), rule },
      );
    }
  }
  return {
    input,
    shape: protocol,
    entries: list.length,
    targets: destinations.map(targetName),
    findings: findings.all(),
  };
}

const verdicts = { error: 'refused', warning: 'unusual', loss: 'lost' } as const;

/** A body names its model, unless the URL does. */
function modelOf(body: JsonObject): { readonly model?: string } {
  const model = body['model'];
  return typeof model === 'string' && model !== '' ? { model } : {};
}
