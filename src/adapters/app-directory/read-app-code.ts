import { err, ok, type Result } from '../../domain/result.js';
import { didYouMean } from '../../domain/nearest-name.js';
import { appFailure, type AppFailure } from './app-failure.js';
import { filesIn } from './list-folder.js';
import { loadModule, type LoadedModule } from './load-module.js';
import { moduleFiles, shadowedNotes } from './module-files.js';

/** A lifecycle step of the app's code. */
export type AppStep = (context: unknown) => unknown;

const steps = ['register', 'bootstrap', 'destroy'] as const;

/** The lifecycle steps that an `index` exports. */
export type AppCode = { readonly [step in (typeof steps)[number]]?: AppStep };

/**
 * Loads `index` in a folder of an app, such as `src`: a default export or named ones. Without a file there are no
 * steps. `folder` is the folder as messages name it; `isStrict`: what is exported may have no other keys;
 * `notes` gets sentences for the log, about files that have no effect.
 */
export async function readAppCode(
  path: string,
  folder = 'src',
  isStrict = true,
  notes: string[] = [],
): Promise<Result<AppCode, AppFailure>> {
  const { files, shadowed } = moduleFiles(await filesIn(path));
  const unread = shadowed.filter((name) => name === 'index.js');
  notes.push(...shadowedNotes(unread, folder));
  const index = files.find(({ name }) => name === 'index');
  if (index === undefined) return ok({});
  const file = `${folder}/${index.file}`;
  const loaded = await loadModule(index.path);
  return loaded.ok ? stepsOf(file, loaded.value, isStrict) : err(codeFailure(file, '', loaded.failure));
}

function stepsOf(
  file: string,
  { main, named }: LoadedModule,
  isStrict: boolean,
): Result<AppCode, AppFailure> {
  const others = isStrict && isHolder(main) ? Object.keys(main).filter((name) => !isStep(name)) : [];
  if (others.length > 0)
    return err(failureOf(others.map((path) => ({ file, path, message: unknownKey(path) }))));
  for (const [name, value] of Object.entries({ ...named, ...(isHolder(main) && main) })) {
    const guess = isStep(name) || typeof value !== 'function' ? '' : didYouMean(name, steps);
    if (guess !== '') return err(codeFailure(file, name, `is not called by anything${guess}`));
  }
  const found: { [step in (typeof steps)[number]]?: AppStep } = {};
  for (const step of steps) {
    const holder = isHolder(main) && main[step] !== undefined ? main : named;
    const value = holder[step];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'function') return err(codeFailure(file, step, 'must be a function'));
    found[step] = (context) => (value as AppStep).call(holder, context);
  }
  return ok(found);
}

const isStep = (name: string): boolean => steps.some((step) => step === name);

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const unknownKey = (name: string): string =>
  `is not known${didYouMean(name, steps)}; there are: ${steps.join(', ')}`;

const failureOf = (faults: Parameters<typeof appFailure>[1]): AppFailure =>
  appFailure('the code of the app cannot be loaded', faults);

const codeFailure = (file: string, path: string, message: string): AppFailure =>
  failureOf([{ file, path, message }]);
