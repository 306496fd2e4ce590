import { checkContent } from '../../../../../domain/document/check-content.js';
import { validateData } from '../../../../../domain/document/validate-data.js';
import { systemPrincipal } from '../../../../../domain/permission/permission.js';
import type { Result } from '../../../../../domain/result.js';
import type { Attribute, ContentType, Json, Schema } from '../../../../../domain/schema/schema.js';
import type { FailureDetails } from '../../contract/failures.js';
import type { WireComponent, WireType } from '../../contract/types.js';
import { inWords } from '../messages/words-of-refusals.js';
import { isItem } from './component-value.js';
import { contentIn, valueOrInitial, type Shown } from './content.js';
import { valueIn } from './edits.js';
import type { Fault } from './entry-state.js';
import { lengthOf } from './link-positions.js';

export type Rules = ReturnType<typeof createRules>;

/** The server alone runs the expressions of a schema: there they take linear time. */
const matches = (): boolean => true;

/**
 * Judges what is typed with the rules of the domain, before the server does, which judges it again: whether a value is unique,
 * matches an expression, and what it links.
 */
export function createRules(
  type: Pick<WireType, 'uid' | 'draftAndPublish' | 'attributes'>,
  components: readonly WireComponent[],
) {
  const shapeOf = (attributes: readonly Attribute[]): ContentType => ({
    ...(type as WireType),
    attributes: new Map(attributes.map((attribute) => [attribute.name, attribute])),
  });
  const schemaOf = (owner: ContentType, isKept: (attribute: Attribute) => boolean): Schema => ({
    contentTypes: new Map([[type.uid, owner]]),
    components: new Map(
      components.map((component) => {
        const attributes = component.attributes
          .filter(isKept)
          .map((one) => [one.name, linkedHere(one)] as const);
        return [component.uid, { ...component, attributes: new Map(attributes) }];
      }),
    ),
    links: [],
    defaultLocale: '',
  });
  // Where a link leads is not judged here, only whether there is one.
  const linkedHere = (attribute: Attribute): Attribute =>
    attribute.kind === 'relation' ? { ...attribute, target: type.uid } : attribute;

  return {
    /** What cannot be saved of these values: with `isNew` of a new document, in which others may be missing. */
    unsavable(edited: Readonly<Record<string, Json>>, isNew = false): readonly Fault[] {
      const owner = shapeOf(type.attributes.filter(({ kind }) => kind !== 'relation'));
      const stored = [...owner.attributes.values()].filter(({ name }) => Object.hasOwn(edited, name));
      const data = Object.fromEntries(stored.map((one) => [one.name, asSent(one, edited[one.name])]));
      const kind = isNew ? 'create' : 'update';
      const mode = { kind, draft: type.draftAndPublish, fields: null, privateInside: true, matches } as const;
      return faultsIn(
        validateData(
          schemaOf(owner, () => true),
          owner,
          data,
          mode,
          systemPrincipal,
        ),
      );
    },
    /** What keeps the content from being published, as far as it is known here. */
    unpublishable(shown: Shown): readonly Fault[] {
      const isSecret = (one: Attribute): boolean => one.kind === 'scalar' && one.type === 'password';
      const known = type.attributes.filter((one) => !isSecret(one) && isKnown(shown, one));
      const owner = shapeOf(known);
      const stored = known.map((one) => [one.name, asSent(one, valueOrInitial(shown, one))] as const);
      const linked = known.filter((one) => one.kind === 'relation' && isLinked(shown, one));
      const schema = schemaOf(owner, (one) => !isSecret(one));
      const names = new Set(linked.map(({ name }) => name));
      return faultsIn(checkContent(schema, owner, new Map(stored), names, matches));
    },
  };
}

/** A uid that is made of another attribute is made by the server. */
const isMade = (one: Attribute): boolean => one.kind === 'scalar' && one.type === 'uid';

/** What may not be read is not known, nor is a password. Of what does not exist yet, all is. */
const isKnown = (shown: Shown, one: Attribute): boolean =>
  shown.entry === null ? !isMade(one) : isShown(shown, one);

const isShown = (shown: Shown, { kind, name }: Attribute): boolean =>
  kind === 'relation'
    ? (shown.entry?.links[name] ?? shown.edits.links[name] ?? shown.edits.files[name]) !== undefined
    : valueIn(shown, name) !== undefined;

function isLinked(shown: Shown, attribute: Attribute): boolean {
  const content = contentIn(shown, attribute);
  if (content.kind === 'files') return content.files.length > 0;
  return content.kind === 'links' && lengthOf(content.list) > 0;
}

const asSent = ({ kind }: Attribute, value: Json = null): Json =>
  kind === 'component' || kind === 'zone' ? withoutLabels(value) : value;

/** Makes what REST takes of a component: relations in components as the documentIds of what they link. */
function withoutLabels(value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withoutLabels(one));
  if (!isItem(value)) return value;
  const { items, target, many } = value;
  const isPart = Array.isArray(items) && typeof target === 'string' && typeof many === 'boolean';
  if (isPart) return items.map((link: Json) => (isItem(link) ? (link['documentId'] ?? null) : null));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutLabels(member ?? null)]),
  );
}

/** Which keys may be set depends on grants, so that only the server judges it. */
function faultsIn(result: Result<unknown>): readonly Fault[] {
  if (result.ok || result.failure.code !== 'INPUT.INVALID') return [];
  const { message, details, reasons = [] } = result.failure;
  const { errors = [] } = inWords({ message, reasons, details }).details as FailureDetails;
  return errors;
}
