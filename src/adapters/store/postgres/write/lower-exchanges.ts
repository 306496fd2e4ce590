import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import { isUnique, type Json } from '../../../../domain/schema/schema.js';
import { valuesOf } from '../archive/lower-insertion.js';
import { tableName } from '../layout.js';
import type { Parameters } from '../statement.js';
import { alikeBy, isInsert } from './joint-write.js';

/**
 * Returns the SQL of whether one of the documents has a unique value that the plan of another one writes. Whether it has given
 * the value up by then depends on the order of the plans, which one statement does not keep.
 */
export function lowerExchanges(parameters: Parameters, plans: readonly WritePlan[]): string {
  const exchanges = alikeBy(
    plans.filter((plan) => !isInsert(plan)),
    ({ type }) => type,
  ).flatMap(([{ type }]) => {
    const ofType = plans.filter((plan) => plan.type === type);
    return valuesOf(type).flatMap(({ attribute, name, type: sqlType, textOf: textIn }) => {
      const wanted = !isUnique(type.attributes.get(attribute))
        ? []
        : ofType.flatMap(({ documentId, versions }) => {
            const texts = versions.map((change) => textIn(writtenBy(change)?.get(attribute)));
            return texts.flatMap((text) => (text === null ? [] : [{ documentId, text }]));
          });
      if (wanted.length === 0) return [];
      const documents = parameters.addTexts(ofType.map(({ documentId }) => documentId));
      const owners = parameters.addTexts(wanted.map(({ documentId }) => documentId));
      const texts = parameters.addTexts(wanted.map(({ text }) => text));
      return `EXISTS (SELECT FROM ${tableName(type)} t0 JOIN unnest(${owners}, ${texts}) AS w(owner, value) ON t0.${name} = w.value::${sqlType} AND t0.document_id <> w.owner WHERE t0.document_id = ANY(${documents}))`;
    });
  });
  return exchanges.length === 0 ? 'false' : exchanges.join(' OR ');
}

function writtenBy(change: VersionChange): ReadonlyMap<string, Json> | null {
  if (change.op === 'publish') return change.unique;
  return 'values' in change ? change.values : null;
}
