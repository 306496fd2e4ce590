import type { ContentType } from '../schema/schema.js';

const usual = ['title', 'name', 'label', 'displayName', 'username', 'headline', 'subject', 'slug'];
const fit: ReadonlySet<string> = new Set(['string', 'text', 'email', 'uid']);

/** Returns the attribute that names documents of a type for people, of those in `readable` (null: all). */
export function labelOf(type: ContentType, readable: ReadonlySet<string> | null): string {
  const isFit = (name: string): boolean => {
    const attribute = type.attributes.get(name);
    const isText = attribute?.kind === 'scalar' && fit.has(attribute.type) && !attribute.system;
    return isText && !attribute.private && (readable === null || readable.has(name));
  };
  const { title } = type.layout ?? {};
  if (title !== undefined && isFit(title)) return title;
  const byName = [...type.attributes.keys()].find((name) =>
    usual.some((one) => one.toLowerCase() === name.toLowerCase() && isFit(name)),
  );
  return byName ?? [...type.attributes.keys()].find(isFit) ?? 'documentId';
}
