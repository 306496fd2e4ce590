import type { Relation, Schema } from '../schema/schema.js';
import { publishes, type Publishing, type Update } from './change.js';
import { listsOf, type AskedList } from './plan-lists.js';
import type { DocumentNeed, KnownDocument } from './write-plan.js';

type FilledNeed = DocumentNeed['filled'][number];

/**
 * The required relations that the change may leave without a link: all of what is published, and otherwise those that
 * it disconnects something of. What it disconnects does not count as there.
 */
export function requiredLists(schema: Schema, change: Update | Publishing): readonly FilledNeed[] {
  const asked = change.kind === 'update' ? listsOf(schema, change) : [];
  const { attributes, draftAndPublish } = change.type;
  const required = [...attributes.values()].filter(
    (attribute): attribute is Relation =>
      attribute.kind === 'relation' && attribute.required && attribute.place.kind === 'link',
  );
  const needs = required.map((relation) => ({
    relation,
    except: disconnectedIn(asked.find((list) => list.relation.name === relation.name)),
  }));
  if (publishes(change)) return needs;
  return draftAndPublish ? [] : needs.filter(({ except }) => except.length > 0);
}

const disconnectedIn = (list: AskedList | undefined): FilledNeed['except'] =>
  (list?.disconnects ?? []).map(({ documentId, locale }) => ({ documentId, locale }));

/** The names of those that have a link after the change. */
export function linkedAfter(
  schema: Schema,
  change: Update | Publishing,
  document: KnownDocument | null,
): ReadonlySet<string> {
  const linked = new Set(
    requiredLists(schema, change).flatMap(({ relation }, index) =>
      document?.filled[index] === true ? [relation.name] : [],
    ),
  );
  for (const [name, asked] of change.kind === 'update' ? change.input.relations : []) {
    const targets = asked.kind === 'set' ? asked.items : asked.connect;
    if (targets.length > 0) linked.add(name);
    else if (asked.kind === 'set') linked.delete(name);
  }
  return linked;
}
