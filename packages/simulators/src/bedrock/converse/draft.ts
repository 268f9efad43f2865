/** A request parsed once: every rule looks at this, with the path of each block as Converse writes it. */
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import type { ConverseModel } from './models.ts';

export interface Block {
  /** The one member that is set: `text`, `toolUse`, … */
  readonly kind: string;
  /** Its value. */
  readonly value: unknown;
  /** The value, if it is an object. */
  readonly fields: JsonObject;
  /** `messages.3.content.0`, counted from zero. */
  readonly path: string;
  /** `messages.4.member.content.1.member`, counted from one. */
  readonly member: string;
}

export interface Message {
  readonly index: number;
  readonly role: string;
  readonly path: string;
  readonly member: string;
  readonly blocks: readonly Block[];
}

export interface Tool {
  readonly path: string;
  readonly member: string;
  readonly spec: JsonObject;
}

export interface Draft {
  readonly model: ConverseModel;
  readonly body: JsonObject;
  readonly messages: readonly Message[];
  /** Undefined if there is no `toolConfig`. */
  readonly tools: readonly Tool[] | undefined;
}

export function readDraft(body: JsonObject, model: ConverseModel): Draft {
  const config = body['toolConfig'];
  return {
    model,
    body,
    messages: arrayOf(body['messages']).map((value, index) => {
      const fields = objectOf(value);
      const path = `messages.${index}`;
      const member = `messages.${index + 1}.member`;
      return {
        index,
        role: textOf(fields['role']),
        path,
        member,
        blocks: readBlocks(fields['content'], `${path}.content`, `${member}.content`),
      };
    }),
    tools: isObject(config)
      ? arrayOf(config['tools']).flatMap((tool, index) => {
          const spec = objectOf(tool)['toolSpec'];
          const member = `toolConfig.tools.${index + 1}.member.toolSpec`;
          return isObject(spec) ? [{ path: `toolConfig.tools.${index}.toolSpec`, member, spec }] : [];
        })
      : undefined,
  };
}

export function readBlocks(content: unknown, path: string, member: string): readonly Block[] {
  return arrayOf(content).map((each, index) => {
    const [kind = '', value] = Object.entries(objectOf(each)).find(([, set]) => set !== null) ?? [];
    return {
      kind,
      value,
      fields: objectOf(value),
      path: `${path}.${index}`,
      member: `${member}.${index + 1}.member`,
    };
  });
}

/** The parts of a tool result. */
export function readResult({ fields, path, member }: Block): readonly Block[] {
  return readBlocks(fields['content'], `${path}.toolResult.content`, `${member}.toolResult.content`);
}

export function blocksOf({ blocks }: Message, kind: string): readonly Block[] {
  return blocks.filter((block) => block.kind === kind);
}

export function idOf({ fields }: Block): string {
  return textOf(fields['toolUseId']);
}
