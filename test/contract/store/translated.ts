import { textOf, type Data, type World } from '../world.js';

/** Creates an article in English, French and German, named accordingly. */
export async function translated(world: World, data: Data = {}): Promise<string> {
  const id = await world.create('article', { name: 'one', ...data });
  await world.in('fr').update('article', id, { name: 'un' });
  await world.in('de').update('article', id, { name: 'eins' });
  return id;
}

/** Returns every version of a document, by layer and locale. */
export async function everything(world: World, id: string) {
  const versions = new Map<string, unknown>();
  for (const layer of ['draft', 'published'] as const) {
    for (const each of await world.in('*').find('article', { layer, documentId: id }))
      versions.set(`${layer} ${textOf(each['locale'])}`, each);
  }
  return versions;
}

/** Returns a value in each locale of a layer. */
export async function valuesOf(world: World, id: string, name: string, layer: 'draft' | 'published') {
  const found = await world.in('*').find('article', { layer, documentId: id });
  return Object.fromEntries(found.map((each) => [textOf(each['locale']), each[name]]));
}

/** Creates an article in English and French, named accordingly. */
export async function article(world: World, english: string, french: string): Promise<string> {
  const id = await world.create('article', { name: english });
  await world.in('fr').update('article', id, { name: french });
  return id;
}

export const french = (documentId: string) => ({ documentId, locale: 'fr' });

/** Creates topics a, b and c in English and French (A, B and C). */
export async function topics(world: World): Promise<readonly [string, string, string]> {
  const [a = '', b = '', c = ''] = await world.createNamed('topic', 'a', 'b', 'c');
  for (const [id, name] of [
    [a, 'A'],
    [b, 'B'],
    [c, 'C'],
  ] as const)
    await world.in('fr').update('topic', id, { name });
  return [a, b, c];
}
