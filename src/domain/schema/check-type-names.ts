import { fileType, userType } from './built-in-uids.js';
import type { ContentTypeDraft } from './read-shaped.js';
import type { SchemaNode } from './schema-node.js';

/** Reports names that two content-types share: of tables among all, of routes among those that have routes. */
export function checkTypeNames(types: readonly ContentTypeDraft[]): void {
  const collections = new Map<string, string>();
  const routes = new Map<string, string>();
  // The built-in types first, so that a name they have is a fault of the app's file.
  for (const type of [...types].sort((a, b) => Number(a.exposed) - Number(b.exposed))) {
    claim(collections, type.collectionName.toLowerCase(), type, collectionNode(type));
    if (!type.exposed) continue;
    const info = type.node.at('info');
    claim(routes, type.singularName, type, info.at('singularName'));
    claim(routes, type.pluralName, type, info.at('pluralName'));
    checkPath(type, info);
  }
  for (const type of types) checkRename(type, collections);
}

/** Paths of the API that lead to a built-in type. */
const builtInPaths: ReadonlyMap<string, string> = new Map([
  ['upload', fileType],
  ['users', userType],
]);

/** Where a built-in type is served, a type of the app would never be reached. */
function checkPath(type: ContentTypeDraft, info: SchemaNode): void {
  const key = type.kind === 'singleType' ? 'singularName' : 'pluralName';
  const builtIn = builtInPaths.get(type[key]);
  if (builtIn !== undefined)
    info.at(key).fault(`/${type[key]} is where ${builtIn} is served: choose another name for ${type.uid}`);
}

function collectionNode(type: ContentTypeDraft): SchemaNode {
  const node = type.node.at('collectionName');
  return node.present ? node : type.node.at('info').at('singularName');
}

function claim(taken: Map<string, string>, name: string, type: ContentTypeDraft, node: SchemaNode): void {
  const other = taken.get(name);
  if (other === type.uid) node.fault(`"${name}" is the singular name too: give the two different names`);
  else if (other !== undefined) node.fault(`"${name}" is already used by ${other}: choose another name`);
  else taken.set(name, type.uid);
}

function checkRename(type: ContentTypeDraft, collections: ReadonlyMap<string, string>): void {
  const other = type.renamedFrom && collections.get(type.renamedFrom.toLowerCase());
  if (other)
    type.node
      .at('renamedFrom')
      .fault(`"${type.renamedFrom}" is still used by ${other}: remove one of the two`);
}
