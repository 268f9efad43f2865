/** The problems of a document, with their location and targets, and the repaired document. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Diagnosis, DoctorFinding, DocumentFacts } from '../asking/api.ts';
import { askText } from '../asking/client.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { DropBox } from '../parts/drop-box.tsx';
import { countText, plural, visibleText } from '../parts/format.ts';
import { Problems } from '../parts/problems.tsx';
import { Scrolls } from '../parts/scrolls.tsx';

export function DoctorView({ facts }: { readonly facts?: DocumentFacts }): VNode {
  return (
    <section class="view doctor" aria-label="Doctor">
      <Scrolls label="Diagnosis">
        <DropBox view="doctor" />
        {facts !== undefined && <Examined facts={facts} />}
      </Scrolls>
    </section>
  );
}

function Examined({ facts }: { readonly facts: DocumentFacts }): VNode {
  const { data, error } = useAnswer<Diagnosis>(`documents/${facts.id}/doctor`, facts.version);
  return (
    <>
      <h2>{visibleText(facts.name)}</h2>
      <p class="aside">{kindText(facts)}</p>
      <Problems facts={facts} />
      {error !== undefined && <p class="problem">{error}</p>}
      {data === undefined && error === undefined && <p class="empty">Checking for every provider …</p>}
      {data !== undefined && facts.kind !== 'unreadable' && <Findings diagnosis={data} />}
      {data?.repaired !== undefined && <Repaired id={facts.id} repaired={data.repaired} />}
    </>
  );
}

function kindText({ kind, format, rows }: DocumentFacts): string {
  const kinds = {
    session: 'A session',
    history: 'A history',
    request: `A request body (${format})`,
    'agent-session': `A session of ${format}`,
    unreadable: 'Not readable as a conversation',
  };
  return `${kinds[kind]}${kind === 'unreadable' ? '' : `, ${plural(rows, 'row')}`}`;
}

const mostShown = 100;

function Findings({ diagnosis: { findings, more, targets } }: { readonly diagnosis: Diagnosis }): VNode {
  const wrong = findings.filter(({ severity }) => severity !== 'note');
  const notes = findings.length - wrong.length;
  return (
    <>
      <p class={wrong.length === 0 ? 'good' : 'bad'} role="status">
        {wrong.length === 0
          ? `No problems found; checked for ${plural(targets.length, 'target')}.`
          : `${plural(wrong.length + more, 'finding')}; checked for ${plural(targets.length, 'target')}.`}
      </p>
      <ul class="findings">
        {wrong.slice(0, mostShown).map((finding, index) => (
          <FindingLine key={index} finding={finding} all={targets.length} />
        ))}
      </ul>
      {wrong.length > mostShown && <p class="aside">{`… and ${countText(wrong.length - mostShown + more)} more`}</p>}
      {notes > 0 && (
        <details>
          <summary>{`${plural(notes, 'note')}: what single providers need changed`}</summary>
          <ul class="findings">
            {findings
              .filter(({ severity }) => severity === 'note')
              .slice(0, mostShown)
              .map((finding, index) => (
                <FindingLine key={index} finding={finding} all={targets.length} />
              ))}
          </ul>
        </details>
      )}
    </>
  );
}

const verdicts = { refused: 'would be refused', unusual: 'unusual', lost: 'something is lost' } as const;

function FindingLine({ finding, all }: { readonly finding: DoctorFinding; readonly all: number }): VNode {
  const { severity, verdict, code, at, message, fix, rules, targets } = finding;
  const whom =
    targets.length === 0 || targets.length === all
      ? ''
      : targets.slice(0, 4).join(', ') + (targets.length > 4 ? ` and ${targets.length - 4} more` : '');
  return (
    <li class={severity}>
      <span class={`state ${severity}`}>{severity}</span> <code>{visibleText(at || '$')}</code> {visibleText(message)}
      {fix !== undefined && <span class="aside"> {visibleText(fix)}</span>}
      <div class="aside">
        {[code, verdict === undefined ? '' : verdicts[verdict], whom].filter((part) => part !== '').join(' · ')}
        <span class="rules">
          {rules.map((rule) => (
            <code key={rule}>{rule}</code>
          ))}
        </span>
      </div>
    </li>
  );
}

function Repaired({
  id,
  repaired,
}: {
  readonly id: string;
  readonly repaired: NonNullable<Diagnosis['repaired']>;
}): VNode {
  const [status, setStatus] = useState('');
  const copy = async (): Promise<void> => {
    const text = await askText(`documents/${id}/repaired`);
    await navigator.clipboard.writeText(text).then(
      () => setStatus('Copied.'),
      () => setStatus('The browser does not allow copying. Download it instead.'),
    );
  };
  const { done, text, format } = repaired;
  return (
    <section aria-label="Repaired version">
      <h2>Repaired version</h2>
      <p>
        {done.length === 0
          ? 'Nothing had to be repaired.'
          : `${plural(done.length, 'repair')}. Every provider can be sent this ${format === 'history' ? 'history' : 'body'}.`}
      </p>
      {done.length > 0 && (
        <ul class="done">
          {done.slice(0, mostShown).map((line, index) => (
            <li key={index}>{visibleText(line)}</li>
          ))}
        </ul>
      )}
      <div class="toolbar">
        <button type="button" class="primary" onClick={copy}>
          Copy
        </button>
        <a class="button" href={`api/documents/${id}/repaired`} download={`repaired-${id}.json`}>
          Download
        </a>
        <span role="status">{status}</span>
      </div>
      <Scrolls class="code whole" label="Repaired text">
        {visibleText(text.text)}
        {text.length > text.text.length ? '\n…' : ''}
      </Scrolls>
    </section>
  );
}
