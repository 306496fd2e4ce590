import { fileType, userType } from '../../../../../../domain/schema/built-in-uids.js';
import type { Uid } from '../../../../../../domain/schema/schema.js';
import type { Right, Rights } from '../../../contract/start.js';
import type { WireType } from '../../../contract/types.js';
import { behind, fieldsOf, keyOf, type Behind, type FilterField } from '../../list/filters/fields.js';
import type { Holder } from './held-grants.js';

/** Conditions of grants may use attributes that the holder of the grant cannot read. */
const whole = { fields: null, rows: 'all' } as const satisfies Right;

/**
 * What the condition of a grant on `type` can be made of: the fields that lists are filtered by, and those that name a person,
 * which are compared with the one who asks.
 */
export function conditionFields(
  uid: Uid,
  types: readonly WireType[],
  holder: Holder,
): readonly FilterField[] {
  const type = types.find((one) => one.uid === uid);
  if (type === undefined) return [];
  const people = holder === 'nobody' ? [] : peopleIn(type, holder);
  const taken = new Set(people.map(({ path }) => keyOf(path)));
  const fields = fieldsOf(type, { types, rights: rightsTo(types) }).filter(
    ({ path }) => !taken.has(keyOf(path)),
  );
  // What administrators may do depends on no link, as others can change these.
  const own =
    holder === 'administrator'
      ? fields.filter(({ path, kind }) => path.length === 1 && kind !== 'link')
      : fields;
  return [...people, ...own];
}

/** The fields behind the relations of a condition; undefined: it may lead through none. */
export function fieldsBehind(uid: Uid, types: readonly WireType[], holder: Holder): Behind | undefined {
  const type = types.find((one) => one.uid === uid);
  if (type === undefined || holder === 'administrator') return undefined;
  return behind(type, { types, rights: rightsTo(types) });
}

const rightsTo = (types: readonly WireType[]): Rights =>
  Object.fromEntries(types.map((one) => [one.uid, { find: whole, findDrafts: whole }]));

function peopleIn({ uid, attributes }: WireType, holder: Holder): readonly FilterField[] {
  const id = attributes.find(({ name }) => name === 'documentId');
  if (id?.kind !== 'scalar') return [];
  const person = (...path: readonly string[]): FilterField => ({
    path,
    label: path[0] ?? '',
    kind: 'enumeration',
    scalar: { ...id, type: 'enumeration', enum: ['$me'] },
  });
  const users = attributes.flatMap((attribute) =>
    attribute.kind === 'relation' && attribute.target === userType
      ? [person(attribute.name, 'documentId')]
      : [],
  );
  return [
    // Every content-type has the first two, which only grants that name them show.
    person('createdBy'),
    person('updatedBy'),
    ...(uid === fileType ? [person('uploader')] : []),
    ...(holder === 'user' ? users : []),
    ...(holder === 'user' && uid === userType ? [person('documentId')] : []),
  ];
}
