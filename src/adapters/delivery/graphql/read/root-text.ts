import type { Answer } from '../../../../application/documents/documents.js';
import type { Document } from '../../../../application/ports/document-store.js';
import type { Layout } from '../../../../domain/query/query.js';
import type { ContentType, Json, Schema } from '../../../../domain/schema/schema.js';
import { collectFields, type Info } from './collect-fields.js';
import { fillText } from './fill-text.js';
import { aliasPathBelow, Found, type ListPage } from './found.js';
import { NotTextual, objectOf, selectedField, TextCompiler, wrapperOf, type TextForm } from './text-form.js';
import { fieldOf, type WrittenField, type Written } from './writer-of.js';

/** What a root field has read: in the layout of its text, or as a resolver returns it. */
export class RootAnswer {
  private read: string | undefined;

  constructor(
    /** Null: nothing was read. */
    private readonly answer: Answer | null,
    private readonly present: (documents: readonly Document[]) => unknown,
    readonly page?: ListPage,
    private readonly layout?: Layout,
  ) {}

  /** Returns the list of documents in the layout; null if they are in the form of REST. */
  text(): string | null {
    if (this.answer === null) return '[]';
    return this.answer.plan.isArranged === true ? (this.read ??= this.answer.answer.text()) : null;
  }

  /** Returns the value of the field for graphql-js. */
  value(): unknown {
    const { answer, layout } = this;
    if (answer === null) return this.present([]);
    const text = this.text();
    if (text === null || layout === undefined) return this.present(answer.answer.documents());
    const documents = JSON.parse(text) as readonly Document[];
    return this.present(documents.map((document) => restored(document, layout)));
  }
}

/** Gives the members of a document the names that they have without the layout. */
function restored(document: Document, { members }: Layout): Document {
  const restore = ({ as, below }: Layout['members'][number]): Json => {
    const value = as === null ? null : (document[as] ?? null);
    if (below === undefined || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => restored(each as Document, below));
    return restored(value as Document, below);
  };
  return Object.fromEntries(members.map((member) => [member.of, restore(member)]));
}

/** Writes the answer of a root field around the text of its documents. */
export interface RootText {
  readonly form: TextForm;
  /** Returns null if the answer is in the form of REST. Throws as `fillText` does. */
  write(answer: RootAnswer): Written | null;
}

type PageField = Pick<WrittenField, 'read' | 'write'>;

/** Text, a field of the page, or null for the documents. */
type Part = string | PageField | null;

const documentsPart = null;

/** Compiles the text of a root field that answers with documents of `type`. Throws `NotGenerated`. */
export function rootTextOf(schema: Schema, type: ContentType, isList: boolean, info: Info): RootText {
  const compiler = new TextCompiler(info, schema);
  const response = objectOf(info.returnType);
  const wrapper = wrapperOf(response);
  const parts: Part[] = [];
  let layout: Layout = { members: [] };
  if (wrapper === undefined) {
    layout = compiler.layoutOf(response, info.fieldNodes, type, '');
    parts.push(documentsPart);
  } else {
    let before = '{';
    for (const [key, nodes] of collectFields(info, response, info.fieldNodes)) {
      parts.push(`${before}${JSON.stringify(key)}:`);
      before = ',';
      if (nodes[0]?.name.value !== wrapper.name) {
        parts.push(fieldOf(info, response, nodes));
        continue;
      }
      if (parts.includes(documentsPart)) throw new NotTextual(key);
      const { field } = selectedField(response, key, nodes);
      layout = compiler.layoutOf(objectOf(field.type), nodes, type, aliasPathBelow('', wrapper.name, key));
      parts.push(documentsPart);
    }
    parts.push(before === '{' ? '{}' : '}');
  }
  const form = { layout, marks: compiler.marks };
  return { form, write: (answer) => written(form, parts, isList, answer) };
}

function written({ marks }: TextForm, parts: readonly Part[], isList: boolean, answer: RootAnswer) {
  const text = answer.text();
  if (text === null) return null;
  const join = (documents: string): string => {
    const around = new Found([], '', answer.page);
    const list = isList ? documents : documents.slice(1, -1) || 'null';
    return parts.map((part) => (part === null ? list : partText(part, around))).join('');
  };
  const filled = fillText(text, marks);
  return typeof filled === 'string' ? join(filled) : joinLater(filled, join);
}

function* joinLater(
  filled: Generator<void, string>,
  join: (text: string) => string,
): Generator<void, string> {
  return join(yield* filled);
}

function partText(part: string | PageField, around: Found): string {
  if (typeof part === 'string') return part;
  const text = part.write(part.read(around, ''));
  if (typeof text !== 'string') throw new Error('a page has no lists');
  return text;
}
