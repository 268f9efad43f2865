/** The events about a request: names, counts and rules, and bodies only if recording is on. */
import type { Usage } from '@interlock/wire';
import type { Attempt } from '../exchange/attempts.ts';
import type { Report } from '../exchange/report.ts';
import type { RequestFacts } from '../log/log.ts';
import type { RecordedBody } from '../recording/recorded-body.ts';

export type GatewayEvent =
  | ({ readonly type: 'begin'; readonly at: number; readonly request?: RecordedBody } & Omit<RequestFacts, 'ms'>)
  | ({
      readonly type: 'end';
      readonly at: number;
      readonly status: number;
      readonly end: string;
      readonly target?: string;
      readonly attempts: readonly (Pick<Attempt, 'target' | 'account'> & { readonly failure?: string })[];
      readonly repairs: Report['repairs'];
      readonly leftOut: Report['leftOut'];
      readonly seals: { readonly found: number; readonly missed: number };
      readonly usage?: Usage;
      readonly answer?: RecordedBody;
    } & RequestFacts)
  /** Nothing was sent: the token, the model, a limit or the body was at fault. */
  | {
      readonly type: 'refused';
      readonly at: number;
      readonly requestId: string;
      readonly api: string;
      readonly status: number;
      readonly reason: string;
      readonly path: string;
      readonly model?: string;
    };
