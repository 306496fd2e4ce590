import type { ExportTo, OpenImport } from '../adapters/delivery/cli/session.js';
import { createArchiveWriter } from '../adapters/archive-file/create-archive-writer.js';
import { servingCode } from '../adapters/app-directory/controller-files.js';
import { createScratch } from '../adapters/archive-file/create-scratch.js';
import { openArchive } from '../adapters/archive-file/open-archive.js';
import { exportArchive } from '../application/strapi-archive/export-archive.js';
import { importArchive } from '../application/strapi-archive/import-archive.js';
import type { SettingsOfAccounts } from '../application/strapi-archive/setting-notes.js';
import { err, ok } from '../domain/result.js';
import type { Parts } from './parts.js';

/** Returns a function that opens archives, to import them into the open database. */
export const importInto =
  (parts: Parts): OpenImport =>
  async (path, key) => {
    const archive = await openArchive(path, key);
    if (!archive.ok) return err({ message: archive.failure.message });
    const scratch = createScratch();
    const { schema, store: target, files, locales, clock, ids } = parts;
    const settings = settingsOfAccounts(parts);
    const app = { schema, ...(await servingCode(parts.app.codeDirectory)) };
    const setDefaultLocale = async (code: string) => {
      const loaded = await locales.load();
      return loaded.ok ? locales.setDefault(code) : loaded;
    };
    return ok({
      run: (request, progress) =>
        importArchive(
          { ...app, target, files, scratch, settings, setDefaultLocale, clock, ids },
          { ...request, archive: archive.value },
          progress,
        ),
      close: () => scratch.close(),
    });
  };

/** Returns a function that exports the open database. */
export const exportFrom =
  (parts: Parts): ExportTo =>
  async (path, form) => {
    const { schema, store: source, files, clock, ids } = parts;
    const writer = await createArchiveWriter(path, form);
    if (!writer.ok) return err({ message: writer.failure.message });
    const scratch = createScratch();
    try {
      const accounts = settingsOfAccounts(parts);
      return await exportArchive({
        schema,
        source,
        files,
        scratch,
        writer: writer.value,
        accounts,
        clock,
        ids,
      });
    } finally {
      scratch.close();
    }
  };

function settingsOfAccounts({ app }: Parts): SettingsOfAccounts {
  const { allowRegister, defaultRole, emailConfirmation, resetPasswordUrl } = app.config.accounts;
  return { allowRegister, defaultRole, emailConfirmation, resetPasswordUrl: resetPasswordUrl ?? null };
}
