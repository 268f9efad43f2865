/** Connection faults: where it breaks, stalls or waits, and how the bytes are split into writes. */
import { partOfHead, type Step } from '../api/delivery.ts';
import type { Fault, FaultPlace } from './fault.ts';

export function damageDelivery(steps: readonly Step[], fault: Fault): readonly Step[] {
  switch (fault.do) {
    case 'drop':
      return [...before(steps, fault.at), { step: 'drop' }];
    case 'stall':
      return [...before(steps, fault.at), { step: 'stall' }];
    case 'wait': {
      // Nothing can follow an incomplete head, so the wait comes before it.
      const at = fault.at === 'inside-headers' ? 'before-status' : fault.at;
      return [...before(steps, at), { step: 'wait', ms: fault.ms }, ...after(steps, at)];
    }
    case 'cut':
      return cut(steps, (offset) => fault.at?.includes(offset) === true || isMultiple(offset, fault.every));
    case 'all':
      return fault.faults.reduce(damageDelivery, steps);
    default:
      return steps;
  }
}

function isMultiple(offset: number, every: number | undefined): boolean {
  return every !== undefined && every > 0 && offset % every === 0;
}

/** Everything that is sent before this point. */
function before(steps: readonly Step[], place: FaultPlace): readonly Step[] {
  if (place === 'before-status') return [];
  const head = steps.findIndex(({ step }) => step === 'head');
  const first = steps[head];
  if (first?.step !== 'head') return steps.filter(({ step }) => step === 'raw');
  if (place === 'inside-headers') return [{ step: 'raw', bytes: partOfHead(first.status, first.headers) }];
  if (place === 'after-headers') return steps.slice(0, head + 1);
  return splitBody(steps, place)[0];
}

function after(steps: readonly Step[], place: FaultPlace): readonly Step[] {
  if (place === 'before-status' || place === 'inside-headers') return steps;
  if (place === 'after-headers') return steps.slice(steps.findIndex(({ step }) => step === 'head') + 1);
  return splitBody(steps, place)[1];
}

function splitBody(steps: readonly Step[], bytes: number): readonly [readonly Step[], readonly Step[]] {
  let left = Math.max(0, bytes);
  for (const [index, step] of steps.entries()) {
    if (isLast(step)) return [steps.slice(0, index), steps.slice(index)];
    if (step.step !== 'write') continue;
    if (left < step.bytes.length) {
      return [
        [...steps.slice(0, index), ...writeOf(step.bytes.subarray(0, left))],
        [...writeOf(step.bytes.subarray(left)), ...steps.slice(index + 1)],
      ];
    }
    left -= step.bytes.length;
  }
  return [steps, []];
}

function isLast({ step }: Step): boolean {
  return step === 'end' || step === 'drop' || step === 'stall';
}

function writeOf(bytes: Uint8Array): readonly Step[] {
  return bytes.length === 0 ? [] : [{ step: 'write', bytes }];
}

/** The whole body again, in writes that end where `isCut` returns true. */
function cut(steps: readonly Step[], isCut: (offset: number) => boolean): readonly Step[] {
  const cutSteps: Step[] = [];
  let pending: number[] = [];
  let offset = 0;
  const flush = (): void => {
    if (pending.length > 0) cutSteps.push({ step: 'write', bytes: Uint8Array.from(pending) });
    pending = [];
  };
  for (const step of steps) {
    if (step.step !== 'write') {
      flush();
      cutSteps.push(step);
      continue;
    }
    for (const byte of step.bytes) {
      pending.push(byte);
      offset += 1;
      if (isCut(offset)) flush();
    }
  }
  return cutSteps;
}
