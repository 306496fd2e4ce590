import { existsSync, readdirSync, statSync } from 'node:fs';
import { err, ok, type Result } from '../../domain/result.js';
import type { ProjectChoices, ProjectFile } from './project-file.js';
import { projectTexts, type QuirePackage } from './project-texts.js';
import { readStrapiProject } from './read-strapi-project.js';
import { templateFiles } from './template-files.js';
import { writeProject } from './write-project.js';

export interface CreatedProject {
  readonly files: readonly string[];
  /** Sentences that say what was not taken over. */
  readonly leftBehind: readonly string[];
}

/** Writes a new project. After a failure the folder is as it was. `templates` is the folder of all templates. */
export function createProject(
  choices: ProjectChoices,
  templates: string,
  quire: QuirePackage,
): Result<CreatedProject, { readonly message: string }> {
  try {
    const { directory, origin, language } = choices;
    const strapi = 'strapi' in origin ? readStrapiProject(origin.strapi) : undefined;
    const copied =
      'template' in origin
        ? templateFiles(templates, origin.template, language)
        : [...(strapi?.files ?? []), ...testFiles(templates)];
    const files = [...copied, ...projectTexts(choices, quire, strapi)];
    writeProject(directory, files);
    return ok({ files: files.map(({ path }) => path), leftBehind: strapi?.leftBehind ?? [] });
  } catch (error) {
    return err({ message: `No project was made: ${(error as Error).message}` });
  }
}

/** The tests that hold for any project. */
const testFiles = (templates: string): readonly ProjectFile[] =>
  templateFiles(templates, 'blank', 'js').filter(({ path }) => path.startsWith('test/'));

/** Whether a project can be written there: the folder is missing or empty. */
export const isFree = (directory: string): boolean =>
  !existsSync(directory) || (statSync(directory).isDirectory() && readdirSync(directory).length === 0);
