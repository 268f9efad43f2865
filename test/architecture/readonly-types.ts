/**
 * Whether a declared type guarantees immutability: `readonly` arrays, `Readonly…` types, and our own interfaces whose fields are all
 * readonly. Works on syntax alone, so anything unknown counts as mutable.
 */
import { type Node, type Source, walk } from './source.ts';

/** Every interface and type alias of the tree by name; where several files use a name, all of them must comply. */
export type Declarations = ReadonlyMap<string, readonly Node[]>;

export function declarationsIn(sources: readonly Source[]): Declarations {
  const declarations = new Map<string, Node[]>();
  for (const source of sources) {
    walk(source.program, (node) => {
      if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
        declarations.set(node.id.name, [...(declarations.get(node.id.name) ?? []), node]);
      }
      return true;
    });
  }
  return declarations;
}

export function isReadonlyType(type: Node, declarations: Declarations): boolean {
  return new ReadonlyCheck(declarations).holds(type);
}

class ReadonlyCheck {
  /** Names that are being checked, so that recursive types terminate, and names of type parameters. */
  readonly #assumed = new Set<string>();
  readonly #declarations: Declarations;

  constructor(declarations: Declarations) {
    this.#declarations = declarations;
  }

  holds(type: Node): boolean {
    switch (type.type) {
      case 'TSFunctionType':
      case 'TSLiteralType':
      case 'TSTemplateLiteralType':
      case 'TSIndexedAccessType': // `Content['speaker']`: in practice a word or a number
      case 'TSTypeQuery':
        return true;
      case 'TSParenthesizedType':
        return this.holds(type.typeAnnotation);
      case 'TSUnionType':
      case 'TSIntersectionType':
        return type.types.every((part) => this.holds(part));
      case 'TSTypeOperator':
        return type.operator === 'readonly' ? this.#inside(type.typeAnnotation) : true;
      case 'TSTypeLiteral':
        return this.#members(type.members, true);
      case 'TSMappedType':
        return (type.readonly === true || type.readonly === '+') && this.#inside(type);
      case 'TSConditionalType':
        walk(type.extendsType, (node) => {
          if (node.type === 'TSInferType') this.#assumed.add(node.typeParameter.name.name);
          return true;
        });
        return this.holds(type.trueType) && this.holds(type.falseType);
      case 'TSTypeReference':
        return this.#reference(type.typeName, type.typeArguments?.params ?? []);
      default:
        return /^TS\w+Keyword$/.test(type.type);
    }
  }

  /** Types that `readonly` or `Readonly<>` makes readonly; only what they contain remains to be checked. */
  #inside(type: Node): boolean {
    if (type.type === 'TSArrayType') return this.holds(type.elementType);
    if (type.type === 'TSTupleType') {
      return type.elementTypes.every((element) => this.#element(element));
    }
    if (type.type === 'TSTypeLiteral') return this.#members(type.members, false);
    if (type.type === 'TSMappedType') {
      this.#assumed.add(type.key.name);
      return type.typeAnnotation !== null && this.holds(type.typeAnnotation);
    }
    if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
      const args = type.typeArguments?.params ?? [];
      if (type.typeName.name === 'Record') return args.every((argument) => this.holds(argument));
      if (type.typeName.name === 'Partial') return args.every((argument) => this.#inside(argument));
    }
    return this.holds(type);
  }

  /** One element of a tuple: named, or the rest element. */
  #element(element: Node): boolean {
    if (element.type === 'TSNamedTupleMember') return this.holds(element.elementType);
    return element.type === 'TSRestType' ? this.#inside(element.typeAnnotation) : this.holds(element);
  }

  #members(members: readonly Node[], mustSayReadonly: boolean): boolean {
    return members.every((member) => {
      if (member.type !== 'TSPropertySignature' && member.type !== 'TSIndexSignature') return true; // methods
      if (mustSayReadonly && !member.readonly) return false;
      return member.typeAnnotation != null && this.holds(member.typeAnnotation.typeAnnotation);
    });
  }

  #reference(typeName: Node, args: readonly Node[]): boolean {
    if (typeName.type !== 'Identifier') return false;
    const { name } = typeName;
    if (name === 'Readonly') return args.every((argument) => this.#inside(argument));
    if (/^(Readonly(Array|Map|Set)|Partial|Required|Pick|Omit|Extract|Exclude|NonNullable)$/.test(name)) {
      return args.every((argument) => this.holds(argument));
    }
    if (name === 'RegExp' || this.#assumed.has(name)) return true;
    const declared = this.#declarations.get(name);
    if (declared === undefined) return false;
    this.#assumed.add(name);
    return (
      declared.every((declaration) => this.#declaration(declaration)) && args.every((argument) => this.holds(argument))
    );
  }

  #declaration(node: Node): boolean {
    if (node.type !== 'TSInterfaceDeclaration' && node.type !== 'TSTypeAliasDeclaration') return false;
    for (const parameter of node.typeParameters?.params ?? []) this.#assumed.add(parameter.name.name);
    if (node.type === 'TSTypeAliasDeclaration') return this.holds(node.typeAnnotation);
    const parents = node.extends.every(({ expression, typeArguments }) =>
      this.#reference(expression, typeArguments?.params ?? []),
    );
    return parents && this.#members(node.body.body, true);
  }
}
