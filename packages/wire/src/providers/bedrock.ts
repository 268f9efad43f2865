/** Amazon Bedrock: Claude by its own API (InvokeModel), all other models by Converse. Signed, or with a Bedrock API key (BDR-007 … BDR-020). */
import { bedrockModels } from '../models/bedrock.ts';
import { readInvokeStream } from '../transport/event-stream.ts';
import { signAws } from './auth/sign-aws.ts';
import type { PathRequest, Provider } from './provider.ts';

const address = ({ region = '' }: PathRequest['places']): string => `https://bedrock-runtime.${region}.amazonaws.com`;

export const bedrock: Provider<'bedrock'> = {
  name: 'bedrock',
  label: 'Amazon Bedrock',
  protocols: ['bedrock-converse', 'anthropic-messages'],
  endpoints: { 'bedrock-converse': address, 'anthropic-messages': address },
  places: [{ name: 'region', env: ['AWS_REGION', 'AWS_DEFAULT_REGION'] }],
  keyEnv: ['AWS_BEARER_TOKEN_BEDROCK'],
  endpointEnv: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
  needsKey: false,
  ambient: 'AWS_ACCESS_KEY_ID',
  defaultModel: 'global.anthropic.claude-opus-5-5',
  path,
  authenticate: signAws,
  betas: [], // BDR-024: which ones, and where they are read, differs from model to model
  framing: { 'anthropic-messages': { read: readInvokeStream } },
  // BDR-011, BDR-012: the version is in the body; model and operation are in the path.
  finishBody: (body, { protocol }) => {
    if (protocol !== 'anthropic-messages') return body;
    const { model: _, stream: __, ...rest } = body;
    return { anthropic_version: 'bedrock-2023-05-31', ...rest };
  },
  traits: { checkedBy: 'bedrock' },
  perProtocol: { 'anthropic-messages': { media: { urls: false }, thinking: { control: 'none' } } },
  families: bedrockModels,
};

function path({ protocol, model, stream, path: own }: PathRequest): string {
  if (protocol !== 'anthropic-messages') return own;
  return `/model/${encodeURIComponent(model)}/${stream ? 'invoke-with-response-stream' : 'invoke'}`;
}
