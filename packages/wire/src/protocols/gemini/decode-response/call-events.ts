/** The events of a call whose arguments are all there. */
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';

export interface CallHead {
  readonly index: number;
  readonly rawId: string;
  readonly name: string;
  readonly executor?: 'provider';
}

export function callEvents(head: CallHead, text: string, seal: SealToken | undefined): readonly ReplyEvent[] {
  return [{ type: 'call-start', ...head }, ...callEnd(head, text, seal)];
}

export function callEnd(head: CallHead, text: string, seal: SealToken | undefined): readonly ReplyEvent[] {
  return [
    { type: 'call-delta', index: head.index, text },
    { type: 'call-end', ...head, arguments: text, ...(seal === undefined ? {} : { seal }) },
  ];
}
