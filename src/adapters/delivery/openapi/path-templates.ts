import { parse, type Key } from 'path-to-regexp';
import type { Parameter } from './openapi.js';

/** A path as OpenAPI writes it, and what its braces stand for. */
export interface PathTemplate {
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

/** The pattern of a parameter that names none. */
const anySegment = '[^\\/#\\?]+?';

/**
 * Returns the templates of a path with `:id`, `:id?`, `:id(\\d+)` and `(.*)`: one without and one with each optional
 * parameter. A parameter of OpenAPI stands for one segment, so what may have slashes is described as if it had none.
 */
export function pathTemplates(path: string): readonly PathTemplate[] {
  let templates: readonly PathTemplate[] = [{ path: '', parameters: [] }];
  for (const token of parse(path)) {
    const longer = templates.map((template) => withToken(template, token));
    const isOptional = typeof token !== 'string' && (token.modifier === '?' || token.modifier === '*');
    templates = isOptional ? [...templates, ...longer] : longer;
  }
  return templates.map((template) => ({ ...template, path: template.path.replace(/(?<=.)\/$/, '') || '/' }));
}

function withToken(template: PathTemplate, token: string | Key): PathTemplate {
  if (typeof token === 'string') return { ...template, path: template.path + token };
  const { prefix, suffix, pattern } = token;
  const name = typeof token.name === 'number' ? `part${token.name + 1}` : token.name;
  // A group without a name and a pattern, `{/archive}`, is text.
  if (name === '' || pattern === '') return { ...template, path: template.path + prefix + suffix };
  const isAny = pattern === anySegment || pattern === '.*';
  return {
    path: `${template.path}${prefix}{${name}}${suffix}`,
    parameters: [
      ...template.parameters,
      {
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', ...(!isAny && { pattern: `^(?:${pattern})$` }) },
      },
    ],
  };
}

/** The same for templates that only differ in the names of their parameters, of which OpenAPI allows one. */
export const signatureOf = (path: string): string => path.toLowerCase().replaceAll(/\{[^}]+\}/g, '{}');

/** The names in braces, in their order. */
export const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
