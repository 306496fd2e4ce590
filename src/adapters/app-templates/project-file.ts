/** A file of a new project. */
export interface ProjectFile {
  /** Within the project, with `/`. */
  readonly path: string;
  /** Its text, or the absolute path of the file that it is a copy of. */
  readonly content: { readonly text: string } | { readonly copyOf: string };
  /** Whether only the owner of the project may read it. */
  readonly isSecret?: true;
}

/** The answers from which a project is made. */
export interface ProjectChoices {
  /** Absolute. */
  readonly directory: string;
  readonly origin: { readonly template: 'blank' | 'blog' } | { readonly strapi: string };
  readonly language: 'ts' | 'js';
  readonly database: 'embedded' | 'postgres' | 'mongodb';
}
